import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import { listTenantUsers, type TenantUser } from '@armarium/contract/accounts';
import type { ImportState } from '@armarium/contract/import-state';
import * as tracking from '@armarium/contract/import-tracking';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { Refused, type Answers } from './answers.ts';

const link = (path: string) => ({ href: `http://armarium.test/import-manager${path}` });
type Kind = 'images' | 'videos';
type ImportedFile = tracking.ImportedImage;

/** The import of a file that is ready; what a test has to say of it stands in `given`. One that failed may be retried. */
export function madeImportedFile(
  sgtt: string,
  state: ImportState = 'DONE',
  given: Partial<ImportedFile> = {},
): ImportedFile {
  const uuid = newUuid();
  const hasFailed = state === 'ERROR';
  const cause = { code: 'truncated', title: 'The file is incomplete.', nextStep: 'Copy it again.' };
  return {
    uuid,
    importId: newUuid(),
    sgtt,
    autn: '',
    originalFilename: `${sgtt}.tif`,
    metadata: { importState: 'DONE' },
    upload: { importState: 'DONE' },
    processing: { importState: state },
    indexing: { importState: state === 'DONE' ? 'DONE' : 'PENDING' },
    overall: { importState: state, cause: hasFailed ? cause : null, warnings: [] },
    _links: { self: link(`/images/${uuid}`), ...(hasFailed && { retry: link(`/images/${uuid}/retry`) }) },
    ...given,
  };
}

interface MadeImport {
  readonly uuid: string;
  readonly sgtt: string;
  readonly sender: string | undefined;
  readonly files: Readonly<Record<Kind, ImportedFile[]>>;
}

/** What the calls of the import monitor answer from: items, the newest first, with their images and videos. */
export class MadeImports {
  readonly people: TenantUser[] = [];
  readonly items: MadeImport[] = [];

  /** Adds an older item. @param sender the id of who sent its files */
  item(sgtt: string, images: ImportedFile[] = [], videos: ImportedFile[] = [], sender?: string): MadeImport {
    const item = { uuid: newUuid(), sgtt, sender, files: { images, videos } };
    this.items.push(item);
    return item;
  }

  person(username: string, name: string, surname: string): TenantUser {
    const id = newUuid();
    const person: TenantUser = {
      id,
      username,
      name,
      surname,
      email: '',
      avatarUrl: null,
      tenantName: 'default',
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_CCC'] }],
      active: true,
      closed: false,
      lastSignInDate: null,
      invitation: null,
      secondFactor: false,
      signOn: null,
      allowedActions: [],
      _links: { self: link(`/${id}`) },
    };
    this.people.push(person);
    return person;
  }

  answer(answers: Answers): void {
    const named = (wanted: string) => {
      const item = this.items.find(({ uuid }) => uuid === wanted);
      if (!item) throw new Refused('not-found');
      return item;
    };
    const fileNamed = (wanted: string) => {
      const file = this.items
        .flatMap(({ files }) => [...files.images, ...files.videos])
        .find(({ uuid }) => uuid === wanted);
      if (!file) throw new Refused('not-found');
      return file;
    };
    answers.give(tracking.listTenantImports, ({ query }) => {
      const all = this.items
        .filter(({ sender }) => query.account === undefined || sender === query.account)
        .map(viewOf);
      const inState = (state: tracking.ItemImportState) =>
        all.filter(({ overall }) => overall.importState === state);
      const found = query.state === undefined ? all : inState(query.state);
      const byState = {
        ERROR: inState('ERROR').length,
        IN_PROGRESS: inState('IN_PROGRESS').length,
        DONE: inState('DONE').length,
      };
      return {
        _embedded: { culturalItems: pageOf(found, query, 20) },
        ...pageBlock(found.length, query),
        byState,
      };
    });
    answers.give(tracking.getImportedItem, ({ params }) => viewOf(named(params.uuid)));
    answers.give(tracking.listImportedImages, ({ params, query }) => {
      const images = inStateAsked(named(params.uuid).files.images, query.state);
      return { _embedded: { images: pageOf(images, query, 10) }, ...pageBlock(images.length, query) };
    });
    answers.give(videoCalls.listImports, ({ params, query }) => {
      const videos = inStateAsked(named(params.uuid).files.videos, query.state);
      return { _embedded: { videos: pageOf(videos, query, 10) }, ...pageBlock(videos.length, query) };
    });
    answers.give(audioCalls.listImports, { _embedded: { audios: [] }, ...pageBlock(0, {}) });
    answers.give(modelCalls.listImports, { _embedded: { model3Ds: [] }, ...pageBlock(0, {}) });
    for (const call of [tracking.getImportedImage, videoCalls.getImport])
      answers.give(call, ({ params }) => fileNamed(params.uuid));
    for (const call of [tracking.retryImageImport, videoCalls.retry])
      answers.give(call, ({ params }) => begunAgain(fileNamed(params.uuid)));
    answers.give(tracking.retryItemImports, ({ params }) => {
      const { images, videos } = named(params.uuid).files;
      const failed = [...images, ...videos].filter(({ overall }) => overall.importState === 'ERROR');
      failed.forEach(begunAgain);
      return { started: failed.length };
    });
    answers.give(listTenantUsers, ({ query }) => ({
      _embedded: { jarvisUsers: this.people },
      ...pageBlock(this.people.length, query),
    }));
  }
}

function inStateAsked(files: readonly ImportedFile[], state: tracking.ItemImportState | undefined) {
  return files.filter(({ overall }) => state === undefined || overall.importState === state);
}

function begunAgain(file: ImportedFile): ImportedFile {
  return Object.assign(file, madeImportedFile(file.sgtt, 'PENDING', { uuid: file.uuid }));
}

function pageOf<T>(
  all: readonly T[],
  { page = 0, size }: { page?: number; size?: number },
  otherwise: number,
): T[] {
  const most = size ?? otherwise;
  return all.slice(page * most, (page + 1) * most);
}

function viewOf({ uuid, sgtt, files }: MadeImport): tracking.ImportedItem {
  const count = (kind: Kind, ...states: ImportState[]) =>
    files[kind].filter(({ overall }) => states.includes(overall.importState)).length;
  const [failedImages, failedMedia] = [count('images', 'ERROR'), count('videos', 'ERROR')];
  const [openImages, openMedia] = [
    count('images', 'PENDING', 'IN_PROGRESS'),
    count('videos', 'PENDING', 'IN_PROGRESS'),
  ];
  const failed = failedImages + failedMedia > 0;
  const self = `/culturalItems/${uuid}`;
  return {
    uuid,
    importId: uuid,
    pressmark: `P ${sgtt}`,
    sgtt,
    parentCollectionsUuids: [],
    imagesCount: files.images.length,
    notReadyImagesCount: openImages,
    failedImagesCount: failedImages,
    mediaCount: files.videos.length,
    notReadyMediaCount: openMedia,
    failedMediaCount: failedMedia,
    overall: {
      importState: openImages + openMedia > 0 ? 'IN_PROGRESS' : failed ? 'ERROR' : 'DONE',
      cause: null,
    },
    _links: {
      self: link(self),
      images: link(`${self}/images`),
      ...(failed && { retry: link(`${self}/retry`) }),
    },
  };
}
