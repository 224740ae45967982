import { randomUUID } from 'node:crypto';
import type { Capability } from '@armarium/contract/capability';
import type { BodyOf, Operation, ParamsOf, QueryOf } from '@armarium/contract/operation';
import type { Exported } from '@armarium/contract/operations';
import { audioCalls, modelCalls, videoCalls, type AssetCalls } from '@armarium/contract/asset-calls';
import { importImage } from '@armarium/contract/imports';
import { uploadCalls } from '@armarium/contract/uploads';
import { createShareLink } from '@armarium/contract/sharing';
import { startBatch } from '@armarium/contract/batches';
import {
  makeLink,
  type LinkPurpose,
} from '../../apps/server/src/modules/accounts/passwords/password-links.ts';
import { sendTestMail } from '@armarium/contract/mail';
import { addCaptions } from '@armarium/contract/captions';
import { removeWatermark, setWatermark } from '@armarium/contract/image-delivery';
import { createCollection } from '@armarium/contract/record-edits';
import { deleteItem } from '@armarium/contract/deletions';
import { listTrash, type TrashEntry } from '@armarium/contract/trash';
import { createSeries, createStory } from '@armarium/contract/story-calls';
import { createSavedSearch } from '@armarium/contract/saved-searches';
import { saveSpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import { checkSpreadsheet, uploadSpreadsheet } from '@armarium/contract/spreadsheets';
import { listOwnSessions } from '@armarium/contract/own-sessions';
import { createHandoff } from '@armarium/contract/session';
import { createItemState, listItemStates } from '@armarium/contract/item-states';
import { createTemplate, listTemplates } from '@armarium/contract/templates';
import {
  listTransitionLogs,
  performTransition,
  type TransitionResults,
} from '@armarium/contract/transition-logs';
import { createTransitionTask, getTransitionTask } from '@armarium/contract/transition-tasks';
import { createTransitionTemplate, findTransitionsFromState } from '@armarium/contract/transitions';
import { batchJobs } from '../../apps/server/src/modules/batch/public.ts';
import { spreadsheetModule } from '../../apps/server/src/modules/spreadsheets/public.ts';
import { mediaModule } from '../../apps/server/src/modules/media/public.ts';
import { madeZip } from '../../apps/server/src/modules/media/model3d/made-zip.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { madePdf } from '../http/made-pdf.ts';
import { madePng } from '../http/made-png.ts';
import { madeFilm, madeWave } from '../http/made-recordings.ts';
import {
  importedItem,
  rootOf,
  uploaded,
  type TenantName,
  type TestInstallation,
} from '../http/test-installation.ts';

type RecordingKind = 'audio' | 'video' | 'model3D';
interface Recording {
  readonly item: string;
  readonly asset: string;
  readonly importId: string;
}

const webVtt = (words: string) => Buffer.from(`WEBVTT\n\n00:00.000 --> 00:00.200\n${words}\n`);

/** What a tenant has for the operations to work on. All of its titles hold `mark`. */
export interface World {
  readonly tenant: TenantName;
  readonly tenantId: string;
  readonly mark: string;
  readonly client: HttpClient;
  /** The one of the client's account. */
  readonly password: string;
  /** The uuid of an account with ROLE_USER, whose username begins with `mark`. */
  readonly account: string;
  /** The username of a new account of the other tenant, which has no role in this one. */
  readonly outsider: () => Promise<string>;
  /** A new account that has set no password yet, with the token of its invitation. */
  readonly invited: () => Promise<{ account: string; token: string }>;
  /** The token of a link to a new password of a new account. */
  readonly forgetful: () => Promise<string>;
  /** A new account with a second factor. */
  readonly withSecondFactor: () => Promise<string>;
  readonly root: string;
  readonly collection: string;
  readonly item: string;
  readonly itemImport: string;
  readonly image: string;
  readonly imageImport: string;
  readonly template: string;
  readonly state: string;
  /** The transition of items from Default. */
  readonly transition: string;
  readonly pressmark: string;
  /** The host and port at which the tenant answers and passkeys can be used. */
  readonly passkeyHost: string;
  /** A passkey of the client's account that no other call uses. */
  readonly sparePasskey: () => Promise<string>;
  /** The provider of sign-on of the tenant, which never answers, and to which the client's account is linked. */
  readonly signOn: () => Promise<string>;
  /** A token of the client's account that no other call uses. */
  readonly spareToken: () => Promise<string>;
  /** A session of the client's account that no other call uses. */
  readonly spareSession: () => Promise<string>;
  /** A new collection in the root. */
  readonly shelf: () => Promise<string>;
  /** An upload that no record has yet. */
  readonly upload: () => Promise<string>;
  /** An image that is ready, and its item. */
  readonly preparedImage: () => Promise<{ item: string; image: string }>;
  /** An image whose import has failed, and its item. */
  readonly failedImage: () => Promise<{ item: string; image: string }>;
  /** An upload of a recording that no record has yet. */
  readonly uploadRecording: (kind: RecordingKind) => Promise<string>;
  /** A recording with its item and import, always the same one. */
  readonly recording: (kind: RecordingKind) => Promise<Recording>;
  /** A recording for a call that takes it away or changes its place. */
  readonly spareRecording: (kind: RecordingKind) => Promise<Recording>;
  /** A recording whose import has failed. */
  readonly failedRecording: (kind: RecordingKind) => Promise<string>;
  /** An upload of captions that no record has yet, and captions of a recording. */
  readonly uploadCaptions: () => Promise<string>;
  readonly captions: () => Promise<string>;
  /** Does what a batch is for, as a worker would. */
  readonly runBatch: (uuid: string) => Promise<void>;
  /** A spreadsheet that waits for its dry run, and one that had it. */
  readonly broughtSpreadsheet: () => Promise<string>;
  readonly checkedSpreadsheet: () => Promise<string>;
}

/** A provider of sign-on that never answers. */
export const silentIssuer = 'https://[::1]:9';

/** Fills a tenant through the API, as somebody who may do everything in it. */
export async function makeWorld(house: TestInstallation, tenant: TenantName): Promise<World> {
  const mark = `Segreto ${tenant} ${randomUUID().slice(0, 8)}`;
  const administrator = await house.account(tenant, ['ROLE_TENANT_ADMIN'], { surname: mark });
  const client = await house.signedIn(administrator, tenant);
  const { uuid: account } = await house.account(tenant, ['ROLE_USER'], {
    username: `${mark} person`,
    surname: mark,
  });
  const root = (await rootOf(client)).uuid;
  const collection = await house.collection(tenant, `${mark} collection`, [root]);
  const upload = async () => (await uploaded(client, { source: madePng(), name: `${mark}.png` })).uuid;
  const pressmark = `${mark} MS 1`;
  const made = await importedItem(client, { sgtt: `${mark} item`, pressmark, parents: [root, collection] }, [
    { uuid: await upload(), sgtt: `${mark} image` },
  ]);
  const [image] = made.images;
  if (!image) throw new Error('The item has no image.');
  const { body: templates } = await client.call(listTemplates);
  const { body: states } = await client.call(listItemStates);
  const { body: transitions } = await client.call(findTransitionsFromState, {
    query: { itemFromState: 'Default', resourceType: 'ITEM' },
  });
  const broughtSpreadsheet = async () => {
    const source = Buffer.from(`pressmark,sgtt\n${mark} ${randomUUID()},${mark} row\n`);
    const sent = { source, name: `${mark}.csv`, type: 'text/csv' };
    return (await client.upload(uploadSpreadsheet, sent)).body.uuid;
  };
  const recordings = recordingsOf(house, client, mark);
  const uploadCaptions = async () => {
    const sent = { source: webVtt(mark), name: `${mark}.vtt`, type: 'text/vtt' };
    return (await client.upload(uploadCalls.captions, sent)).body.uuid;
  };
  const job = { attempt: 1, maxAttempts: 8, losses: 0, signal: new AbortController().signal, log: console };
  return {
    tenant,
    tenantId: String(house.tenantIds[tenant]),
    mark,
    client,
    password: administrator.password,
    account,
    outsider: async () =>
      (await house.account(tenant === 'default' ? 'altra' : 'default', ['ROLE_USER'])).username,
    invited: () => linkTo(house, tenant, 'invitation'),
    forgetful: async () => (await linkTo(house, tenant, 'forgotten-password')).token,
    withSecondFactor: async () => {
      const { uuid } = await house.account(tenant, ['ROLE_USER']);
      await house.query(
        `insert into account_totp (account_uuid, secret, confirmed_at) values ($1, decode('00', 'hex'), now())`,
        [uuid],
      );
      return uuid;
    },
    root,
    collection,
    item: made.uuid,
    itemImport: made.importId,
    image: image.uuid,
    imageImport: image.importId,
    template: templates._embedded.customMetadataTemplates[0]?.uuid ?? '',
    state: states._embedded.itemStates[0]?.uuid ?? '',
    transition: transitions._embedded.transitionTemplates[0]?.uuid ?? '',
    pressmark,
    passkeyHost: tenant === 'default' ? `localhost:${new URL(house.origin).port}` : house.hostOf(tenant),
    sparePasskey: async () => {
      const uuid = randomUUID();
      await house.query(
        `insert into account_passkey (uuid, account_uuid, host, credential_id, public_key, sign_count, transports, backed_up, name)
         values ($1, $2, 'localhost', $3, '', 0, '{}', false, $4)`,
        [uuid, administrator.uuid, Buffer.from(uuid), `${mark} passkey`],
      );
      return uuid;
    },
    signOn: async () => {
      const tenantNumber = house.tenantIds[tenant];
      const [provider] = await house.query<{ uuid: string }>(
        `insert into sign_on_provider (tenant_id, uuid, position, label, issuer, client_id, client_secret, group_roles)
         select $1, $2, 0, $3, $4, 'a client', 'a secret', '[]'
         where not exists (select from sign_on_provider where tenant_id = $1) returning uuid`,
        [tenantNumber, randomUUID(), `${mark} sign-on`, silentIssuer],
      );
      await house.query(
        `insert into account_sign_on (tenant_id, issuer, subject, account_uuid) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [tenantNumber, silentIssuer, `${mark} subject`, administrator.uuid],
      );
      const [present] = await house.query<{ uuid: string }>(
        'select uuid from sign_on_provider where tenant_id = $1',
        [tenantNumber],
      );
      return (provider ?? present)?.uuid ?? '';
    },
    spareToken: async () => {
      const uuid = randomUUID();
      await house.query(
        `insert into account_token (tenant_id, uuid, account_uuid, name, token_hash, capabilities, expires_at)
         values ($1, $2, $3, $4, $5, '{browse}', now() + interval '1 day')`,
        [house.tenantIds[tenant], uuid, administrator.uuid, `${mark} token ${uuid}`, Buffer.from(uuid)],
      );
      return uuid;
    },
    spareSession: async () => {
      const { body } = await (await house.signedIn(administrator, tenant)).call(listOwnSessions);
      return body._embedded.sessions[0]?.id ?? '';
    },
    shelf: async () => {
      const { body } = await client.call(createCollection, {
        body: { sgtt: `${mark} shelf`, parentCollectionsUuids: root },
      });
      return body.uuid;
    },
    upload,
    preparedImage: async () => {
      // One that another call has set would first have to be put into the image.
      await client.call(removeWatermark);
      const derive = mediaModule(house.program.media).jobs['derive-media'];
      // Those as well that other calls have put into the item.
      const open = await house.query<{ uuid: string }>(
        `select import.uuid from asset_import import join asset on asset.uuid = asset_uuid and kind = 'image'
         where import.item_uuid = $1 and overall_state in ('PENDING', 'IN_PROGRESS')`,
        [made.uuid],
      );
      for (const { uuid } of open) await derive({ tenantId: house.tenantIds[tenant], importId: uuid }, job);
      return { item: made.uuid, image: image.uuid };
    },
    failedImage: async () => {
      const uuid = await upload();
      const item = await importedItem(client, { sgtt: `${mark} failed` }, [{ uuid }]);
      const failed = await house.query(
        `with failed as (
           update asset_import set overall_state = 'ERROR', processing_state = 'ERROR'
           where asset_uuid = $1 returning item_uuid)
         update item set not_ready_images_count = 0, failed_images_count = 1
         from failed where item.uuid = failed.item_uuid returning item.uuid`,
        [uuid],
      );
      if (failed.length !== 1) throw new Error('The import could not be marked as failed.');
      return { item: item.uuid, image: uuid };
    },
    ...recordings,
    uploadCaptions,
    captions: async () => {
      const { asset } = await recordings.spareRecording('audio');
      const body = { uploadUuid: await uploadCaptions(), language: 'it', label: `${mark} captions` };
      const answer = await client.call(addCaptions, { params: { uuid: asset }, body });
      if (answer.status !== 201) throw new Error(`No captions: ${JSON.stringify(answer.body)}`);
      return answer.body.uuid;
    },
    runBatch: (batch) =>
      batchJobs(house.access.database)['run-batch']({ tenantId: house.tenantIds[tenant], batch }, job),
    broughtSpreadsheet,
    checkedSpreadsheet: async () => {
      const spreadsheet = await broughtSpreadsheet();
      await client.call(checkSpreadsheet, { params: { uuid: spreadsheet } });
      const check = spreadsheetModule(house.program.media).jobs['check-spreadsheet'];
      await check({ tenantId: house.tenantIds[tenant], spreadsheet, run: 1 }, job);
      return spreadsheet;
    },
  };
}

const triangle = Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
const material = Buffer.from('newmtl plaster\nKd 0.8 0.8 0.8\n');
const sentAs = {
  audio: async () => ({ call: uploadCalls.audio, source: madeWave() }),
  video: async () => ({ call: uploadCalls.video, source: await madeFilm() }),
  model3D: async () => ({ call: uploadCalls.object, source: triangle }),
} as const;
const callsOf = { audio: audioCalls, video: videoCalls, model3D: modelCalls } as const;

/** Sends one file of each kind and copies its row for every further one: only a worker would read the bytes. */
function recordingsOf(house: TestInstallation, client: HttpClient, mark: string) {
  const once = <T>(make: (kind: RecordingKind) => Promise<T>) => {
    const made = new Map<RecordingKind, Promise<T>>();
    return (kind: RecordingKind) => {
      const found = made.get(kind) ?? make(kind);
      made.set(kind, found);
      return found;
    };
  };
  const sent = once(async (kind) => {
    const { call, source } = await sentAs[kind]();
    const { status, body } = await client.upload(call, {
      source,
      name: `${mark}.${kind}`,
      type: 'application/octet-stream',
    });
    if (status !== 201) throw new Error(`The ${kind} was refused: ${JSON.stringify(body)}`);
    return (
      await house.query<{ row: Record<string, unknown> }>(
        'select to_jsonb(upload) as row from upload where uuid = $1',
        [body.uuid],
      )
    )[0]?.row;
  });
  const uploadRecording = async (kind: RecordingKind) => {
    const uuid = randomUUID();
    const row = await sent(kind);
    await house.query('insert into upload select (jsonb_populate_record(null::upload, $1::jsonb)).*', [
      JSON.stringify({ ...row, uuid, storage_key: `${String(row?.['storage_key'])}-${uuid}` }),
    ]);
    return uuid;
  };
  const spareRecording = async (kind: RecordingKind): Promise<Recording> => {
    const pressmark = `${mark} ${randomUUID()}`;
    const { uuid: item } = await importedItem(client, { sgtt: `${mark} recorded`, pressmark });
    const body = { culturalItemUuid: item, uuid: await uploadRecording(kind), sgtt: `${mark} ${kind}` };
    const { status, body: made } = await client.call(callsOf[kind].import, { body });
    if (status !== 202) throw new Error(`The ${kind} was not imported: ${JSON.stringify(made)}`);
    return { item, asset: made.uuid, importId: made.importId };
  };
  const failedRecording = async (kind: RecordingKind) => {
    const { asset } = await spareRecording(kind);
    const failed = await house.query(
      `with failed as (
         update asset_import set overall_state = 'ERROR', processing_state = 'ERROR'
         where asset_uuid = $1 returning item_uuid)
       update item set not_ready_media_count = 0, failed_media_count = 1
       from failed where item.uuid = failed.item_uuid returning item.uuid`,
      [asset],
    );
    if (failed.length !== 1) throw new Error('The import could not be marked as failed.');
    return asset;
  };
  return { uploadRecording, recording: once(spareRecording), spareRecording, failedRecording };
}

/** A valid call of an operation, each of its uuids from one world. */
export interface Input {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  /** Bytes for an operation that takes a file. */
  readonly file?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Places of uuids that only choose among what the caller sees: a stranger's uuid there is as good as none
   * (`query.parentId`).
   */
  readonly mayBeIgnored?: readonly string[];
}

/** Those whose ids are put together from the names of their kind (contract: asset-calls.ts, uploads.ts). */
interface OfKinds {
  arrangeImageUuids: Exported['imageCalls']['arrangeByAlias'];
  startImages: Exported['imageCalls']['start'];
  listImageVersions: Exported['imageCalls']['listVersions'];
  restoreImageVersion: Exported['imageCalls']['restoreVersion'];
  uploadPdf: Exported['uploadCalls']['pdf'];
  uploadAudio: Exported['uploadCalls']['audio'];
  uploadVideo: Exported['uploadCalls']['video'];
  uploadZip: Exported['uploadCalls']['zip'];
  uploadObj: Exported['uploadCalls']['object'];
  uploadMaterial: Exported['uploadCalls']['material'];
  uploadTexture: Exported['uploadCalls']['texture'];
  uploadCaptions: Exported['uploadCalls']['captions'];
}
/** The ids of the calls of a kind of asset, by their places in the contract. */
const idsOf = <const One extends string>(One: One) =>
  ({
    list: `listItem${One}s`,
    get: `get${One}`,
    find: `find${One}ByUuid`,
    update: `update${One}`,
    arrange: `arrange${One}s`,
    arrangeByAlias: `arrange${One}Uuids`,
    add: `add${One}`,
    remove: `remove${One}`,
    delete: `delete${One}`,
    history: `get${One}History`,
    listVersions: `list${One}Versions`,
    restoreVersion: `restore${One}Version`,
    listImports: `listImported${One}s`,
    findImport: `find${One}Import`,
    getImport: `getImported${One}`,
    retry: `retry${One}Import`,
    import: `import${One}`,
    start: `start${One}s`,
  }) as const satisfies Record<keyof AssetCalls, string>;
type IdsOf<One extends string> = ReturnType<typeof idsOf<One>>;
type CallsOf<One extends string> = {
  [Key in keyof AssetCalls as IdsOf<One>[Key]]: AssetCalls[Key];
};
type Named = Exported & OfKinds & CallsOf<'Audio'> & CallsOf<'Video'> & CallsOf<'Model3D'>;
type OperationName = {
  [Name in keyof Named]: Named[Name] extends Operation ? Name : never;
}[keyof Named];
type Valid<O> = O extends Operation
  ? { params?: ParamsOf<O>; query?: QueryOf<O>; body?: BodyOf<O> } & Omit<Input, 'params' | 'query' | 'body'>
  : never;

/** An answer of a browser that is well-formed, and signed by nobody. */
const madeCredential = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} } as const;
const madeRegistration = { clientDataJSON: 'AA', attestationObject: 'AA' };
const madeAssertion = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

/** An item for a call that takes it away. */
async function spareItem({ client, mark }: World): Promise<string> {
  return (await importedItem(client, { sgtt: `${mark} spare`, pressmark: `${mark} ${randomUUID()}` })).uuid;
}

/** An image for a call that takes it away, with its item. */
async function spareImage({ client, mark, upload }: World): Promise<{ item: string; image: string }> {
  const image = await upload();
  const pressmark = `${mark} ${randomUUID()}`;
  const { uuid } = await importedItem(client, { sgtt: `${mark} spare`, pressmark }, [{ uuid: image }]);
  return { item: uuid, image };
}

/** A state and a field for calls that change them or take them away. */
async function spareState({ client, mark }: World): Promise<string> {
  const name = `${mark} ${randomUUID()}`;
  return (await client.call(createItemState, { body: { name, color: '#123456' } })).body.uuid;
}

async function spareTemplate({ client, mark }: World): Promise<string> {
  const { body } = await client.call(createTemplate, {
    body: { name: `field ${randomUUID()}`, label: mark, type: 'STRING', resourceType: 'SERIES' },
  });
  return body.uuid;
}

/** A transition for a call that changes it or takes it away. */
async function spareTransition({ client, mark }: World): Promise<string> {
  const { body } = await client.call(createTransitionTemplate, {
    body: {
      name: `${mark} ${randomUUID()}`,
      itemFromState: 'Archived',
      itemToState: 'Default',
      resourceType: 'COLLECTION',
    },
  });
  return body.uuid;
}

async function spareTask(world: World): Promise<string> {
  const { body } = await world.client.call(createTransitionTask, {
    body: { transitionUuid: await spareTransition(world), templateName: 'REQUIRE_COMMENT' },
  });
  return body.uuid;
}

/** What is to be sent after a transition. It names no address of a server, which no row of a tenant may hold. */
export async function madeEffect(world: World): Promise<string> {
  const { client, mark } = world;
  const { body: made } = await client.call(createTransitionTemplate, {
    body: {
      name: `${mark} ${randomUUID()}`,
      itemFromState: 'Default',
      itemToState: 'Archived',
      resourceType: 'COLLECTION',
    },
  });
  const parameters = { recipients: ['nobody@example.org'], subject: mark, body: '{title}' };
  await client.call(createTransitionTask, {
    body: { transitionUuid: made.uuid, templateName: 'SEND_EMAIL', parameters },
  });
  const { body } = await client.call(performTransition, {
    body: { assetUuids: [await world.shelf()], resourceType: 'COLLECTION', transitionUuid: made.uuid },
  });
  const [result] = (body as TransitionResults).results;
  const { body: logs } = await client.call(listTransitionLogs, {
    query: { assetUuid: result?.assetUuid ?? '' },
  });
  return logs._embedded.transitionLogs[0]?.effects[0]?.uuid ?? '';
}

/** What a deletion has put into the trash. */
async function trashed(world: World): Promise<TrashEntry> {
  const uuid = await spareItem(world);
  await world.client.call(deleteItem, { params: { uuid } });
  const { body } = await world.client.call(listTrash);
  const entry = body._embedded.trash.find(({ recordUuid }) => recordUuid === uuid);
  if (!entry) throw new Error('What was deleted is not in the trash.');
  return entry;
}

/** What columns mean, saved by a new name. */
export async function savedMapping({ client, mark }: World): Promise<string> {
  const { body } = await client.call(saveSpreadsheetMapping, {
    body: { name: `${mark} ${randomUUID()}`, mapping: { columns: [], dayFirst: true, decimalComma: false } },
  });
  return body.uuid;
}

/** A new story with one step on an image that is ready, and that image. */
export async function madeStory(world: World): Promise<{ story: string; image: string }> {
  const { image } = await world.preparedImage();
  const { body } = await world.client.call(createStory, {
    body: { sgtt: `${world.mark} story`, annotations: [stepOn(image, world.mark)] },
  });
  return { story: body.uuid, image };
}

const stepOn = (canvasUuid: string, label: string) => ({
  canvasUuid,
  label,
  on: [{ selector: { default: { value: 'xywh=0,0,16,16' } } }],
});

/** A manifest with one annotation, on an image of the catalogue. */
const manifestOn = (image: string, label: string) => ({
  type: 'Manifest',
  label: { none: [label] },
  items: [
    {
      id: `https://tool.example/canvas/${image}`,
      width: 16,
      height: 16,
      annotations: [{ items: [{ label: { none: [label] } }] }],
    },
  ],
});

/** A new series with one story. */
export async function madeSeries(world: World): Promise<{ series: string; story: string }> {
  const { story } = await madeStory(world);
  const { body } = await world.client.call(createSeries, {
    body: { sgtt: `${world.mark} series`, storyboards: [story] },
  });
  return { series: body.uuid, story };
}

/** A search that everybody in the organisation has, saved under a new name. */
export async function savedSearch({ client, mark, collection }: World): Promise<string> {
  const { body } = await client.call(createSavedSearch, {
    body: {
      name: `${mark} ${randomUUID()}`,
      scope: 'organisation',
      address: `/catalog/results/${collection}?searchTerm=atlas`,
    },
  });
  return body.uuid;
}

/** A message of the organisation, to an address that holds its mark. */
export async function sentMail({ client, mark }: World): Promise<string> {
  const to = `${mark.replaceAll(' ', '.')}@example.org`;
  return (await client.call(sendTestMail, { body: { to } })).body.uuid;
}

/** Settings of an installation whose organisation `default` can send mail; a mail server is not there. */
export const settingsOfMail = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@armarium.example',
  PUBLIC_URL: 'https://catalogue.example.org',
};

/** A new account with a link of mail to its password. */
async function linkTo(
  house: TestInstallation,
  tenant: TenantName,
  purpose: LinkPurpose,
): Promise<{ account: string; token: string }> {
  const { uuid } = await house.account(tenant, ['ROLE_USER']);
  if (purpose === 'invitation')
    await house.query('update account set password_hash = null where uuid = $1', [uuid]);
  await house.query(`update account set email = 'invited@example.org' where uuid = $1`, [uuid]);
  const token = await makeLink(house.access.database.system, purpose, uuid, house.tenantIds[tenant]);
  return { account: uuid, token };
}

/** A batch that waits for its turn. */
async function waitingBatch({ client, item, shelf }: World): Promise<string> {
  const { body } = await client.call(startBatch, {
    body: { selection: { uuids: [item] }, action: { kind: 'link', to: await shelf() } },
  });
  return body.uuid;
}

type Fixtures<Calls> = {
  [Name in keyof Calls]: (world: World) => Valid<Calls[Name]> | Promise<Valid<Calls[Name]>>;
};

/** For each call of a kind of asset beside images. */
function fixturesOfKind<const One extends 'Audio' | 'Video' | 'Model3D'>(One: One, kind: RecordingKind) {
  const named = `${kind}Uuid`;
  const params = async (world: World) => ({ params: { uuid: (await world.recording(kind)).asset } });
  const ofItem = async (world: World) => ({ params: { uuid: (await world.recording(kind)).item } });
  const arranged = async (world: World) => {
    const { item, asset } = await world.spareRecording(kind);
    return { params: { uuid: item }, body: [`http://catalogue.example/meta/${kind}s/${asset}`] };
  };
  const byPlace: Fixtures<AssetCalls> = {
    list: ofItem,
    get: params,
    find: async (world) => ({ query: { uuid: (await world.recording(kind)).asset } }),
    update: async (world) => ({
      ...(await params(world)),
      body: { sgtt: `${world.mark} ${randomUUID()}` },
    }),
    arrange: arranged,
    arrangeByAlias: arranged,
    add: async (world) => ({
      params: { uuid: world.item },
      query: { [named]: (await world.spareRecording(kind)).asset, position: 1 },
      body: {},
    }),
    remove: async (world) => {
      const { item, asset } = await world.spareRecording(kind);
      return { params: { uuid: item }, body: { [named]: asset } };
    },
    delete: async (world) => ({ params: { uuid: (await world.spareRecording(kind)).asset } }),
    history: params,
    listVersions: params,
    restoreVersion: async (world) => ({
      params: { uuid: (await world.recording(kind)).asset, number: 1 },
    }),
    listImports: ofItem,
    findImport: async (world) => ({ query: { importId: (await world.recording(kind)).importId } }),
    getImport: params,
    retry: async (world) => ({ params: { uuid: await world.failedRecording(kind) } }),
    import: async (world) => ({
      body: { culturalItemUuid: await spareItem(world), uuid: await world.uploadRecording(kind) },
    }),
    start: async (world) => {
      await world.failedRecording(kind);
      return {};
    },
  };
  return underIds(One, byPlace) as unknown as Fixtures<CallsOf<One>>;
}

/** What is said of each call of a kind, under its id. */
function underIds(One: 'Audio' | 'Video' | 'Model3D', byPlace: Partial<Record<keyof AssetCalls, unknown>>) {
  const ids = idsOf(One);
  return Object.fromEntries(
    Object.entries(byPlace).map(([place, said]) => [ids[place as keyof AssetCalls], said]),
  );
}

/** One for each operation; the type checker and the tests miss one that isn't here. */
export const fixtures: {
  [Name in OperationName]: (world: World) => Valid<Named[Name]> | Promise<Valid<Named[Name]>>;
} = {
  signIn: () => ({
    headers: { authorization: `Basic ${Buffer.from('nobody:nothing at all').toString('base64')}` },
  }),
  isLogged: () => ({}),
  usersInfo: () => ({}),
  signOut: () => ({}),
  getSelf: () => ({}),
  listOwnTenants: () => ({}),
  tenantInfo: () => ({}),
  getPermissions: () => ({}),
  createHandoff: ({ tenantId }) => ({ body: { tenantId } }),
  redeemHandoff: async ({ client, tenantId }) => {
    const { body } = await client.call(createHandoff, { body: { tenantId } });
    const url = new URL(body.url);
    return { query: { token: url.searchParams.get('token') ?? '' }, headers: { host: url.host } };
  },

  getSignInOptions: () => ({}),
  getInvitation: async ({ invited }) => ({ params: { token: (await invited()).token } }),
  acceptInvitation: async ({ invited }) => ({
    params: { token: (await invited()).token },
    body: { password: 'a password of theirs' },
  }),
  sendInvitation: async ({ invited }) => ({ params: { id: (await invited()).account } }),
  // Of nobody, and of another one each time: attempts are counted by name.
  forgotPassword: ({ mark }) => ({ body: { username: `${mark} ${randomUUID()}` } }),
  getNewPasswordLink: async ({ forgetful }) => ({ params: { token: await forgetful() } }),
  setNewPassword: async ({ forgetful }) => ({
    body: { token: await forgetful(), password: 'a password of theirs' },
  }),

  passSecondFactor: () => ({ body: { code: '000000' } }),
  getSecondFactor: () => ({}),
  startTotp: () => ({}),
  confirmTotp: () => ({ body: { code: '000000' } }),
  removeTotp: () => ({ body: { password: 'no password of theirs' } }),
  renewRecoveryCodes: () => ({ body: { password: 'no password of theirs' } }),
  resetSecondFactor: async ({ withSecondFactor }) => ({ params: { id: await withSecondFactor() } }),

  getPasskeyCreationOptions: ({ passkeyHost }) => ({ body: {}, headers: { host: passkeyHost } }),
  addPasskey: ({ passkeyHost }) => ({
    body: { name: 'Desk', credential: { ...madeCredential, response: madeRegistration } },
    headers: { host: passkeyHost },
  }),
  removePasskey: async ({ sparePasskey }) => ({ params: { id: await sparePasskey() }, body: {} }),
  getPasskeyRequestOptions: ({ passkeyHost }) => ({ headers: { host: passkeyHost } }),
  signInByPasskey: ({ passkeyHost }) => ({
    body: { credential: { ...madeCredential, response: madeAssertion } },
    headers: { host: passkeyHost },
  }),

  listTokens: async ({ spareToken }) => {
    await spareToken();
    return {};
  },
  addToken: ({ mark }) => ({
    body: {
      name: `${mark} program`,
      capabilities: ['browse'],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  }),
  removeToken: async ({ spareToken }) => ({ params: { id: await spareToken() } }),

  startSignOn: async ({ signOn }) => ({ params: { provider: await signOn() } }),
  completeSignOn: () => ({ query: { state: 'of nobody', code: 'of nobody' } }),
  getOwnSignOn: async ({ signOn }) => {
    await signOn();
    return {};
  },
  linkSignOn: async ({ signOn }) => ({ params: { provider: await signOn() }, body: {} }),
  unlinkSignOn: async ({ signOn }) => ({ params: { provider: await signOn() }, body: {} }),
  // Of nothing that answers.
  checkSignOn: () => ({ body: { issuer: 'http://127.0.0.1:9' } }),

  listRoles: () => ({}),
  listTenantUsers: ({ tenant }) => ({ query: { tenant } }),
  findUsername: ({ mark }) => ({ query: { username: `${mark} person` } }),
  getTenantUser: ({ account }) => ({ params: { id: account } }),
  createTenantUser: ({ tenant, mark }) => ({
    body: {
      username: `${mark} ${randomUUID()}`,
      password: 'a password of theirs',
      name: 'Nilde',
      surname: mark,
      email: 'nilde@example.org',
      tenantName: tenant,
      tenantPermissions: [{ tenant, roles: ['ROLE_USER'] }],
    },
  }),
  addMembership: async ({ outsider }) => ({ body: { username: await outsider(), roles: ['ROLE_USER'] } }),
  updateTenantUser: ({ account, mark }) => ({ params: { id: account }, body: { surname: mark } }),
  assignRoles: ({ account, tenant }) => ({ params: { id: account }, body: { tenant, roles: ['ROLE_USER'] } }),
  setAvatar: ({ account }) => ({ params: { id: account }, file: madePng() }),
  removeAvatar: ({ account }) => ({ params: { id: account } }),
  getImageDelivery: () => ({}),
  changeImageDelivery: () => ({ body: { publicMaxPx: 2048 } }),
  setWatermark: () => ({ file: madePng() }),
  previewWatermark: () => ({ file: madePng() }),
  removeWatermark: async ({ client }) => {
    await client.upload(setWatermark, { source: madePng(), name: 'mark.png', type: 'image/png' });
    return {};
  },
  getOrganisation: () => ({}),
  changeOrganisation: () => ({
    body: { accent: '#8b0000', agreement: { text: 'Cite us.', language: 'en' } },
  }),
  setLogo: () => ({ file: madePng() }),
  removeLogo: () => ({}),
  listOrganisationChanges: () => ({}),
  listAgreements: () => ({}),
  sendTestMail: ({ mark }) => ({ body: { to: `${mark.replaceAll(' ', '.')}@example.org` } }),
  listMailMessages: async (world) => {
    await sentMail(world);
    return {};
  },
  getMailMessage: async (world) => ({ params: { uuid: await sentMail(world) } }),
  countDuePurge: () => ({ query: { trashDays: 30 } }),
  getDownloadAgreement: () => ({}),
  listOwnSessions: () => ({}),
  endOwnSession: async ({ spareSession }) => ({ params: { id: await spareSession() } }),
  endOtherSessions: () => ({}),
  // To the same one, so that the next call is valid too.
  changeOwnPassword: ({ password }) => ({ body: { old: password, new: password } }),

  findAllItems: () => ({ query: { page: 0, size: 1000 } }),
  searchItems: ({ mark }) => ({ query: { text: mark, findBy: 'sgtt' } }),
  getItemFacets: ({ mark, root, collection }) => ({
    query: { text: mark, collectionUuid: collection, belowUuid: root },
  }),
  findFieldValues: ({ mark, root }) => ({
    query: { name: 'pressmark', text: mark, belowUuid: root, valueText: mark },
  }),
  findFileValues: ({ mark, root }) => ({
    query: { name: 'format', text: mark, belowUuid: root, file: ['dpi=300..', 'iccProfile='] },
  }),
  findValuesInUse: ({ mark }) => ({ query: { name: 'pressmark', text: mark } }),
  getSuggestions: ({ mark }) => ({ query: { text: mark } }),
  listSavedSearches: async (world) => {
    await savedSearch(world);
    return {};
  },
  createSavedSearch: ({ mark }) => ({
    body: { name: `${mark} ${randomUUID()}`, scope: 'own', address: '/catalog/results?searchTerm=atlas' },
  }),
  updateSavedSearch: async (world) => ({
    params: { uuid: await savedSearch(world) },
    body: { name: `${world.mark} ${randomUUID()}` },
  }),
  deleteSavedSearch: async (world) => ({ params: { uuid: await savedSearch(world) } }),
  findAlternatives: ({ mark, root }) => ({ query: { text: `${mark} absent`, belowUuid: root } }),
  searchCollections: ({ mark }) => ({ query: { text: mark } }),
  findItemByUuid: ({ item }) => ({ query: { uuid: item } }),
  findItemByPressmark: ({ pressmark }) => ({ query: { pressmark } }),
  // With a full stop too many: near the item's, which it must not be for a stranger.
  findNearPressmarks: ({ pressmark }) => ({ query: { pressmark: `${pressmark}.` } }),
  getItem: ({ item }) => ({ params: { uuid: item } }),
  listItemParents: ({ item }) => ({ params: { uuid: item } }),
  listItemImages: ({ item }) => ({ params: { uuid: item } }),
  getImage: ({ image }) => ({ params: { uuid: image } }),
  findImageByUuid: ({ image }) => ({ query: { uuid: image } }),
  getImageText: ({ image }) => ({ params: { uuid: image } }),
  updateImage: ({ image, mark }) => ({ params: { uuid: image }, body: { sgtt: `${mark} ${randomUUID()}` } }),
  getContactSheet: ({ item }) => ({ params: { uuid: item } }),
  getItemPresentation: ({ item }) => ({ params: { uuid: item } }),
  changeItemPresentation: ({ item, image, mark }) => ({
    params: { uuid: item },
    body: {
      contents: [
        { uuid: randomUUID(), label: `${mark} ${randomUUID()}`, depth: 0, first: image, last: null },
      ],
    },
    // The caller makes it for an entry, which it names within the item alone.
    mayBeIgnored: ['body.contents.0.uuid'],
  }),
  labelImages: ({ item, image, mark }) => ({
    params: { uuid: item },
    body: { labels: [{ uuid: image, sgtt: `${mark} ${randomUUID()}` }] },
  }),
  rotateImages: async (world) => {
    const { item, image } = await spareImage(world);
    return { params: { uuid: item }, body: { images: [image], degrees: 90 } };
  },
  arrangeImages: async (world) => {
    const { item, image } = await spareImage(world);
    const second = await world.upload();
    await world.client.call(importImage, { body: { culturalItemUuid: item, uuid: second } });
    return {
      params: { uuid: item },
      body: [second, image].map((uuid) => `http://catalogue.example/meta/images/${uuid}`),
    };
  },
  arrangeImageUuids: async (world) => {
    const { item, image } = await spareImage(world);
    return { params: { uuid: item }, body: [`http://catalogue.example/meta/images/${image}`] };
  },
  addImage: async (world) => ({
    params: { uuid: world.item },
    query: { imageUuid: (await spareImage(world)).image, position: 1 },
    body: {},
  }),
  removeImage: async (world) => {
    const { item, image } = await spareImage(world);
    return { params: { uuid: item }, body: { imageUuid: image } };
  },
  deleteImage: async (world) => ({ params: { uuid: (await spareImage(world)).image } }),
  listCollections: () => ({ query: { page: 0, size: 1000 } }),
  findAllCollections: () => ({ query: { page: 0, size: 1000 } }),
  findCollectionsByTitle: ({ mark }) => ({ query: { sgtt: `${mark} collection` } }),
  findCollectionsOfItem: ({ item }) => ({ query: { uuid: item } }),
  getCollectionSummary: ({ collection }) => ({ params: { uuid: collection } }),
  findRootCollection: () => ({}),
  findCollectionByUuid: ({ collection }) => ({ query: { uuid: collection } }),
  getCollection: ({ collection }) => ({ params: { uuid: collection } }),
  listSubcollections: ({ root }) => ({ params: { uuid: root } }),
  listCollectionItems: ({ collection }) => ({ params: { uuid: collection } }),
  listCollectionParents: ({ collection }) => ({ params: { uuid: collection } }),
  findCollectionPaths: ({ collection }) => ({ query: { uuid: [collection] } }),
  findCollectionTotals: ({ collection }) => ({ query: { uuid: [collection] } }),
  getBreadcrumb: ({ collection, root }) => ({
    params: { uuid: collection },
    query: { parentId: root },
    mayBeIgnored: ['query.parentId'],
  }),

  // Another title and another place each time, so that every call is a change.
  updateItem: async ({ mark, root, item, collection, shelf }) => ({
    params: { uuid: item },
    body: { sgtt: `${mark} item ${randomUUID()}`, parentCollectionsUuids: [root, collection, await shelf()] },
  }),
  correctPressmark: async (world) => ({
    params: { uuid: await spareItem(world) },
    body: { pressmark: `${world.mark} ${randomUUID()}`, reason: 'Mistyped' },
  }),
  updateCollection: async ({ mark, root, collection, shelf }) => ({
    params: { uuid: collection },
    body: { sgti: `${mark} ${randomUUID()}`, parentCollectionsUuids: [root, await shelf()] },
  }),
  createCollection: ({ mark, root, collection }) => ({
    body: {
      customMetadataList: [{ name: 'sgtt', value: `${mark} made` }],
      parentCollectionsUuids: [root, collection],
    },
  }),

  listStories: ({ mark }) => ({ query: { text: mark } }),
  getStoryUseOfImage: async (world) => ({ params: { uuid: (await madeStory(world)).image } }),
  findStoryByUuid: async (world) => ({ query: { uuid: (await madeStory(world)).story } }),
  getStory: async (world) => ({ params: { uuid: (await madeStory(world)).story } }),
  createStory: async (world) => {
    const { image } = await world.preparedImage();
    return { body: { sgtt: `${world.mark} made`, annotations: [stepOn(image, world.mark)] } };
  },
  importStory: async (world) => {
    const { image } = await world.preparedImage();
    return { body: manifestOn(image, world.mark) };
  },
  updateStory: async (world) => {
    const { story, image } = await madeStory(world);
    const annotations = [stepOn(image, `${world.mark} ${randomUUID()}`)];
    return { params: { uuid: story }, body: { annotations } };
  },
  deleteStory: async (world) => ({ params: { uuid: (await madeStory(world)).story } }),
  getStoryHistory: async (world) => ({ params: { uuid: (await madeStory(world)).story } }),
  listSeries: () => ({}),
  findSeriesByUuid: async (world) => ({ query: { uuid: (await madeSeries(world)).series } }),
  findSeriesByCustomMetadata: ({ mark }) => ({ query: { name: 'sgtt', value: mark } }),
  getSeries: async (world) => ({ params: { uuid: (await madeSeries(world)).series } }),
  createSeries: async (world) => ({
    body: { sgtt: `${world.mark} made`, storyboards: [(await madeStory(world)).story] },
  }),
  updateSeries: async (world) => ({
    params: { uuid: (await madeSeries(world)).series },
    body: { sgtt: `${world.mark} ${randomUUID()}` },
  }),
  deleteSeries: async (world) => ({ params: { uuid: (await madeSeries(world)).series } }),
  getSeriesHistory: async (world) => ({ params: { uuid: (await madeSeries(world)).series } }),
  listStoriesOfSeries: async (world) => ({ params: { uuid: (await madeSeries(world)).series } }),
  addStoryToSeries: async (world) => ({
    params: { uuid: (await madeSeries(world)).series },
    query: { storyboardUuid: (await madeStory(world)).story },
  }),
  removeStoryFromSeries: async (world) => {
    const { series, story } = await madeSeries(world);
    // A story that is not in the series is no reason to refuse.
    return {
      params: { uuid: series },
      query: { storyboardUuid: story },
      mayBeIgnored: ['query.storyboardUuid'],
    };
  },
  arrangeSeries: async (world) => {
    const { series, story } = await madeSeries(world);
    return { params: { uuid: series }, body: [`http://catalogue.example/meta/storyboards/${story}`] };
  },

  listTemplates: () => ({}),
  findTemplatesByResourceType: () => ({ query: { type: 'ITEM' } }),
  getTemplate: ({ template }) => ({ params: { uuid: template } }),
  getTemplateUsage: ({ template }) => ({ params: { uuid: template } }),
  listItemStates: () => ({}),
  getItemState: ({ state }) => ({ params: { uuid: state } }),
  getItemStateUsage: ({ state }) => ({ params: { uuid: state } }),
  countItemStates: () => ({ query: { resourceType: 'ITEM' } }),
  countTemplateRecords: () => ({ query: { resourceType: 'ITEM' } }),
  exportWorkflow: () => ({}),
  importWorkflow: ({ mark }) => ({
    body: { version: 1, states: [{ name: `${mark} ${randomUUID()}`, color: '#123456' }] },
  }),

  listTransitionTemplates: () => ({}),
  findTransitionsByResourceType: () => ({ query: { resourceType: 'ITEM' } }),
  findTransitionsFromState: () => ({ query: { itemFromState: 'Default', resourceType: 'ITEM' } }),
  getTransitionTemplate: ({ transition }) => ({ params: { uuid: transition } }),
  createItemState: ({ mark }) => ({ body: { name: `${mark} ${randomUUID()}`, color: '#123456' } }),
  updateItemState: async (world) => ({
    params: { uuid: await spareState(world) },
    body: { name: `${world.mark} ${randomUUID()}` },
  }),
  deleteItemState: async (world) => ({ params: { uuid: await spareState(world) } }),
  createTemplate: () => ({
    body: { name: `field ${randomUUID()}`, label: 'A field', type: 'STRING', resourceType: 'SERIES' },
  }),
  updateTemplate: async (world) => ({
    params: { uuid: await spareTemplate(world) },
    body: { label: `${world.mark} ${randomUUID()}` },
  }),
  deleteTemplate: async (world) => ({ params: { uuid: await spareTemplate(world) } }),
  orderTemplates: async (world) => {
    const { body } = await world.client.call(listTemplates, { query: { size: 1000 } });
    const fields = body._embedded.customMetadataTemplates.filter(
      ({ resourceType }) => resourceType === 'MEDIA',
    );
    return { query: { resourceType: 'MEDIA' }, body: fields.map(({ uuid }) => uuid).reverse() };
  },
  findTemplateByName: () => ({ query: { name: 'sgtt', type: 'ITEM' } }),
  createTransitionTemplate: ({ mark }) => ({
    body: {
      name: `${mark} ${randomUUID()}`,
      itemFromState: 'Default',
      itemToState: 'Archived',
      resourceType: 'COLLECTION',
    },
  }),
  updateTransitionTemplate: async (world) => ({
    params: { uuid: await spareTransition(world) },
    body: { label: world.mark },
  }),
  deleteTransitionTemplate: async (world) => ({ params: { uuid: await spareTransition(world) } }),
  tryTransition: async (world) => ({
    params: { uuid: world.transition },
    body: { uuids: [await spareItem(world)], comment: `${world.mark} tried` },
    // A record that is not seen is refused by itself, as one that there is not.
    mayBeIgnored: ['body.uuids.0'],
  }),
  listTransitionTasks: ({ transition }) => ({ query: { transitionUuid: transition } }),
  getTransitionTask: async (world) => ({ params: { uuid: await spareTask(world) } }),
  createTransitionTask: async (world) => ({
    body: {
      transitionUuid: await spareTransition(world),
      templateName: 'LINK_TO_COLLECTION',
      parameters: { collection: world.collection },
    },
  }),
  updateTransitionTask: async (world) => ({
    params: { uuid: await spareTask(world) },
    body: { templateName: 'LINK_TO_COLLECTION', parameters: { collection: world.collection } },
  }),
  deleteTransitionTask: async (world) => ({ params: { uuid: await spareTask(world) } }),
  orderTransitionTasks: async (world) => {
    const uuid = await spareTask(world);
    const { body } = await world.client.call(getTransitionTask, { params: { uuid } });
    return { query: { transitionUuid: body.transitionUuid }, body: [uuid] };
  },
  listTaskTemplates: () => ({ query: { resourceType: 'ITEM' } }),
  performTransition: async (world) => ({
    body: {
      assetUuid: await spareItem(world),
      resourceType: 'ITEM',
      transitionUuid: world.transition,
      comment: `${world.mark} begun`,
    },
  }),
  listTransitionLogs: ({ item }) => ({ query: { assetUuid: item } }),
  listEffects: () => ({ query: { state: 'PENDING' } }),
  getEffect: async (world) => ({ params: { uuid: await madeEffect(world) } }),
  retryEffect: async (world) => ({ params: { uuid: await madeEffect(world) } }),
  retryFailedEffects: () => ({}),

  deleteItem: async (world) => ({ params: { uuid: await spareItem(world) } }),
  dryRunDeleteCollection: ({ collection }) => ({ params: { uuid: collection } }),
  deleteCollection: async (world) => ({ params: { uuid: await world.shelf() } }),
  listTrash: async (world) => {
    const entry = await trashed(world);
    return { query: { text: entry.pressmark ?? '' } };
  },
  getTrashEntry: async (world) => ({ params: { uuid: (await trashed(world)).uuid } }),
  listTrashedRecords: async (world) => ({ params: { uuid: (await trashed(world)).uuid } }),
  restoreTrashEntry: async (world) => {
    const { uuid, recordUuid } = await trashed(world);
    return { params: { uuid }, body: { recordUuid, parentCollectionsUuids: [world.root] } };
  },
  purgeTrashEntry: async (world) => ({ params: { uuid: (await trashed(world)).uuid } }),

  startBatch: async ({ item, root, shelf }) => ({
    body: { selection: { uuids: [item] }, action: { kind: 'move', from: root, to: await shelf() } },
  }),
  listBatches: async (world) => {
    await waitingBatch(world);
    return {};
  },
  getBatch: async (world) => ({ params: { uuid: await waitingBatch(world) } }),
  listBatchRecords: async (world) => ({ params: { uuid: await waitingBatch(world) } }),
  undoBatch: async (world) => {
    const uuid = await waitingBatch(world);
    await world.runBatch(uuid);
    return { params: { uuid } };
  },
  findSelectionParents: ({ item }) => ({ body: { selection: { uuids: [item] } } }),
  findSelectionStates: ({ item }) => ({ body: { selection: { uuids: [item] } } }),
  findSelectionValues: ({ item }) => ({ body: { selection: { uuids: [item] } } }),
  previewBatch: ({ item, mark }) => ({
    body: {
      selection: { uuids: [item] },
      changes: [{ name: 'autn', change: 'append', value: `${mark} author` }],
    },
  }),
  cancelBatch: async (world) => ({ params: { uuid: await waitingBatch(world) } }),

  getTableLayouts: () => ({}),
  putTableLayouts: ({ mark }) => ({ body: { layouts: [{ name: mark, columns: ['pressmark'] }] } }),
  getItemsView: ({ collection }) => ({ query: { collectionUuid: collection } }),
  updateItemsView: ({ collection }) => ({ query: { collectionUuid: collection }, body: { view: 'list' } }),
  findItemSurroundings: ({ item }) => ({ query: { uuid: [item] } }),
  uploadSpreadsheet: () => ({ file: Buffer.from('pressmark,sgtt\nMS 7,A row\n') }),
  listSpreadsheets: async ({ broughtSpreadsheet }) => {
    await broughtSpreadsheet();
    return {};
  },
  getSpreadsheet: async ({ broughtSpreadsheet }) => ({ params: { uuid: await broughtSpreadsheet() } }),
  updateSpreadsheet: async ({ broughtSpreadsheet }) => ({
    params: { uuid: await broughtSpreadsheet() },
    body: {
      reading: { delimiter: ',' },
      mapping: {
        columns: [
          { heading: 'pressmark', target: 'field:pressmark', clears: false },
          { heading: 'sgtt', target: 'field:sgtt', clears: false },
        ],
        dayFirst: true,
        decimalComma: false,
      },
    },
  }),
  checkSpreadsheet: async ({ broughtSpreadsheet }) => ({ params: { uuid: await broughtSpreadsheet() } }),
  listSpreadsheetRows: async ({ checkedSpreadsheet }) => ({ params: { uuid: await checkedSpreadsheet() } }),
  exportSpreadsheetReport: async ({ checkedSpreadsheet }) => ({
    params: { uuid: await checkedSpreadsheet() },
    query: { language: 'it' },
  }),
  importSpreadsheet: async ({ checkedSpreadsheet }) => ({
    params: { uuid: await checkedSpreadsheet() },
    body: { accept: ['edited-since'], leaveOut: true },
  }),
  deleteSpreadsheet: async ({ broughtSpreadsheet }) => ({ params: { uuid: await broughtSpreadsheet() } }),
  listSpreadsheetMappings: async (world) => {
    await savedMapping(world);
    return {};
  },
  saveSpreadsheetMapping: ({ mark }) => ({
    body: {
      name: `${mark} mapping`,
      mapping: {
        columns: [{ heading: 'Title', target: 'field:sgtt', clears: true }],
        dayFirst: true,
        decimalComma: true,
      },
    },
  }),
  deleteSpreadsheetMapping: async (world) => ({ params: { uuid: await savedMapping(world) } }),

  downloadImage: async ({ preparedImage }) => ({
    params: { imageUuid: (await preparedImage()).image, region: 'full', size: '!10,10', format: 'jpg' },
  }),
  downloadArchive: async ({ preparedImage }) => ({
    params: { uuid: (await preparedImage()).item, region: 'full', size: 'pct:50' },
  }),
  downloadOriginal: ({ image }) => ({ params: { imageUuid: image } }),
  listShareLinks: ({ item }) => ({ query: { recordUuid: item } }),
  createShareLink: ({ item, mark }) => ({ body: { recordUuid: item, expiresAt: tomorrow(), note: mark } }),
  revokeShareLink: async ({ client, item }) => {
    const { body } = await client.call(createShareLink, {
      body: { recordUuid: item, expiresAt: tomorrow() },
    });
    return { params: { uuid: body.uuid } };
  },
  getPublicView: ({ item }) => ({ params: { uuid: item } }),
  getStoryPublicView: async (world) => ({ params: { uuid: (await madeStory(world)).story } }),
  listDownloads: async ({ client, image }) => {
    await client.send('GET', `/image-download/db/original/${image}`);
    return {};
  },
  exportAssets: ({ collection }) => ({ query: { format: 'csv', collectionUuid: collection } }),
  exportSelectedAssets: ({ item }) => ({ body: { format: 'csv', selection: { uuids: [item] } } }),
  exportSelectedItems: ({ item }) => ({ body: { format: 'csv', selection: { uuids: [item] } } }),
  exportItems: ({ collection }) => ({ query: { format: 'csv', collectionUuid: collection } }),

  getItemHistory: ({ item }) => ({ params: { uuid: item } }),
  getCollectionHistory: ({ collection }) => ({ params: { uuid: collection } }),
  getImageHistory: ({ image }) => ({ params: { uuid: image } }),
  findRecordChanges: ({ pressmark }) => ({ query: { text: pressmark } }),

  uploadFile: () => ({ file: madePng() }),
  listUploads: () => ({}),
  getUpload: async ({ upload }) => ({ params: { uuid: await upload() } }),
  importItem: async ({ mark, root, upload }) => ({
    body: {
      pressmark: `${mark} ${randomUUID()}`,
      sgtt: `${mark} imported`,
      parentCollectionsUuids: [root],
      images: [{ uuid: await upload() }],
    },
  }),
  // To items of their own: what is still worked on would keep the world's from being downloaded.
  importImage: async (world) => ({
    body: { culturalItemUuid: await spareItem(world), uuid: await world.upload() },
  }),
  listTenantImports: ({ tenant }) => ({ query: { tenant } }),
  findImportsByUuids: ({ item }) => ({ query: { uuid: [item] } }),
  findItemImport: ({ itemImport }) => ({ query: { importId: itemImport } }),
  getImportedItem: ({ item }) => ({ params: { uuid: item } }),
  listImportedImages: ({ item }) => ({ params: { uuid: item } }),
  findImageImport: ({ imageImport }) => ({ query: { importId: imageImport } }),
  getImportedImage: ({ image }) => ({ params: { uuid: image } }),
  retryImageImport: async ({ failedImage }) => ({ params: { uuid: (await failedImage()).image } }),
  retryItemImports: async ({ failedImage }) => ({ params: { uuid: (await failedImage()).item } }),
  uploadPdf: () => ({ file: madePdf() }),
  importPdf: async (world) => {
    const sent = { source: madePdf(), name: 'a.pdf', type: 'application/pdf' };
    const { body } = await world.client.upload(uploadCalls.pdf, sent);
    return { body: { culturalItemUuid: await spareItem(world), uuid: body.uuid } };
  },
  listImageVersions: ({ image }) => ({ params: { uuid: image } }),
  restoreImageVersion: ({ image }) => ({ params: { uuid: image, number: 1 } }),
  startImages: async ({ failedImage }) => {
    await failedImage();
    return {};
  },
  uploadAudio: () => ({ file: madeWave() }),
  uploadVideo: async () => ({ file: await madeFilm() }),
  ...fixturesOfKind('Audio', 'audio'),
  uploadObj: () => ({ file: triangle }),
  uploadZip: () => ({ file: madeZip([{ name: 'a.obj', data: triangle }]) }),
  uploadMaterial: () => ({ file: material }),
  uploadTexture: () => ({ file: madePng() }),
  uploadCaptions: ({ mark }) => ({ file: webVtt(mark) }),
  getTechnical: ({ image }) => ({ params: { uuid: image } }),
  listCaptions: async (world) => ({ params: { uuid: (await world.recording('audio')).asset } }),
  addCaptions: async (world) => ({
    params: { uuid: (await world.recording('audio')).asset },
    body: {
      uploadUuid: await world.uploadCaptions(),
      language: 'it',
      label: `${world.mark} ${randomUUID()}`,
    },
  }),
  getCaptions: async (world) => ({ params: { uuid: await world.captions() } }),
  replaceCaptions: async (world) => ({
    params: { uuid: await world.captions() },
    body: { uploadUuid: await world.uploadCaptions(), label: `${world.mark} ${randomUUID()}` },
  }),
  removeCaptions: async (world) => ({ params: { uuid: await world.captions() } }),
  ...fixturesOfKind('Video', 'video'),
  ...fixturesOfKind('Model3D', 'model3D'),
};

/** Of the calls of a kind whose right may reach own records only. */
const ofAnotherByPlace = {
  import: 'refused',
  update: 'refused',
  arrange: 'refused',
  arrangeByAlias: 'refused',
  add: 'refused',
  remove: 'refused',
  delete: 'refused',
  listImports: 'refused',
  findImport: 'refused',
  getImport: 'refused',
  retry: 'refused',
  start: 'refused',
  history: 'refused',
  listVersions: 'refused',
  restoreVersion: 'refused',
} as const satisfies Partial<Record<keyof AssetCalls, string>>;

/**
 * For each operation whose right reaches somebody's own records only (decisions §3, `o` and the setting `own`):
 * what becomes of another's record that it names. The generated tests miss an operation that isn't here.
 */
export const ofAnother: { readonly [Name in OperationName]?: 'refused' | 'left out' | 'not concerned' } = {
  // What is made is one's own, wherever it is put; an upload is its sender's for whoever may upload.
  createCollection: 'not concerned',
  uploadFile: 'not concerned',
  uploadPdf: 'not concerned',
  listUploads: 'not concerned',
  getUpload: 'not concerned',
  importItem: 'not concerned',
  importImage: 'refused',
  importPdf: 'refused',
  updateItem: 'refused',
  updateImage: 'refused',
  changeItemPresentation: 'refused',
  labelImages: 'refused',
  rotateImages: 'refused',
  arrangeImages: 'refused',
  arrangeImageUuids: 'refused',
  addImage: 'refused',
  removeImage: 'refused',
  deleteImage: 'refused',
  updateCollection: 'refused',
  listTenantImports: 'left out',
  findImportsByUuids: 'left out',
  findItemImport: 'refused',
  getImportedItem: 'refused',
  listImportedImages: 'refused',
  findImageImport: 'refused',
  getImportedImage: 'refused',
  retryImageImport: 'refused',
  retryItemImports: 'refused',
  startImages: 'refused',
  // It is begun, and tells of each record that the right does not reach.
  startBatch: 'not concerned',
  findSelectionParents: 'not concerned',
  findSelectionStates: 'not concerned',
  getBatch: 'refused',
  listBatchRecords: 'refused',
  performTransition: 'refused',
  listTransitionLogs: 'refused',
  undoBatch: 'refused',
  cancelBatch: 'refused',
  deleteItem: 'refused',
  findRecordChanges: 'left out',
  listTrash: 'left out',
  getTrashEntry: 'refused',
  listTrashedRecords: 'refused',
  restoreTrashEntry: 'refused',
  getItemHistory: 'refused',
  getCollectionHistory: 'refused',
  getImageHistory: 'refused',
  createStory: 'not concerned',
  importStory: 'not concerned',
  updateStory: 'refused',
  deleteStory: 'refused',
  getStoryHistory: 'refused',
  createSeries: 'not concerned',
  updateSeries: 'refused',
  deleteSeries: 'refused',
  getSeriesHistory: 'refused',
  addStoryToSeries: 'refused',
  removeStoryFromSeries: 'refused',
  arrangeSeries: 'refused',
  listImageVersions: 'refused',
  restoreImageVersion: 'refused',
  uploadAudio: 'not concerned',
  uploadVideo: 'not concerned',
  ...underIds('Audio', ofAnotherByPlace),
  uploadObj: 'not concerned',
  uploadZip: 'not concerned',
  uploadMaterial: 'not concerned',
  uploadTexture: 'not concerned',
  uploadCaptions: 'not concerned',
  addCaptions: 'refused',
  replaceCaptions: 'refused',
  removeCaptions: 'refused',
  ...underIds('Video', ofAnotherByPlace),
  ...underIds('Model3D', ofAnotherByPlace),
};

/** A right that is enough without those of an operation: whoever has only this one is shown less. */
export const enoughInstead: { readonly [Name in OperationName]?: Capability } = {
  // The stories in the trash.
  listTrash: 'editStories',
};

/** The further rights that an operation takes, as it is called here. */
export const alsoNeeded: { readonly [Name in OperationName]?: readonly Capability[] } = {
  // With files.
  importItem: ['upload'],
  // Of a search that everybody has.
  updateSavedSearch: ['editSharedSearches'],
  deleteSavedSearch: ['editSharedSearches'],
  // Both of what is changed.
  updateItem: ['edit', 'arrangeItems'],
  updateCollection: ['edit', 'arrangeCollections'],
  updateStory: ['editStories'],
  updateSeries: ['editStories'],
  // Of an item.
  listTrash: ['trash'],
  getTrashEntry: ['trash'],
  listTrashedRecords: ['trash'],
  restoreTrashEntry: ['trash'],
  retryImageImport: ['monitorImports'],
  retryItemImports: ['monitorImports'],
  startImages: ['monitorImports'],
  retryAudioImport: ['monitorImports'],
  startAudios: ['monitorImports'],
  retryVideoImport: ['monitorImports'],
  startVideos: ['monitorImports'],
  retryModel3DImport: ['monitorImports'],
  startModel3Ds: ['monitorImports'],
  // To move; and of another's batch, as far as one may do as much.
  startBatch: ['arrangeItems'],
  getBatch: ['arrangeItems'],
  listBatchRecords: ['arrangeItems'],
  undoBatch: ['arrangeItems'],
  cancelBatch: ['arrangeItems'],
  // Of one that was not moved before.
  removeImage: ['trash'],
  removeAudio: ['trash'],
  removeVideo: ['trash'],
  removeModel3D: ['trash'],
  // Of another's account; the own one is everybody's.
  getTenantUser: ['manage'],
  updateTenantUser: ['manage'],
  setAvatar: ['manage'],
  removeAvatar: ['manage'],
};

/**
 * Makes all records and imports of a world's tenant `owner`'s, and the uploads that no record has `sender`'s,
 * as if these accounts had made them.
 */
export async function handOver(
  house: TestInstallation,
  { tenant }: World,
  owner: string,
  sender: string,
): Promise<void> {
  await house.query(
    // What is theirs already is left: every row that is written costs its triggers and indexes.
    `with items as (update item set created_by = $2 where tenant_id = $1 and created_by is distinct from $2),
       collections as (
         update collection set created_by = $2 where tenant_id = $1 and created_by is distinct from $2),
       stories as (update story set created_by = $2 where tenant_id = $1 and created_by is distinct from $2),
       series_of as (update series set created_by = $2 where tenant_id = $1 and created_by is distinct from $2),
       assets as (update asset set created_by = $2 where tenant_id = $1 and created_by is distinct from $2),
       batches as (update batch set account_uuid = $2 where tenant_id = $1 and account_uuid is distinct from $2),
       imports as (
         update asset_import set account_uuid = $2 where tenant_id = $1 and account_uuid is distinct from $2)
     update upload set account_uuid = case when claimed_at is null then $3::uuid else $2::uuid end
     where tenant_id = $1
       and account_uuid is distinct from case when claimed_at is null then $3::uuid else $2::uuid end`,
    [house.tenantIds[tenant], owner, sender],
  );
}

/** Every uuid and title that a tenant's records hold, for looking whether an answer lets one out. */
export async function secretsOf(house: TestInstallation, world: World): Promise<string[]> {
  const tenantId = house.tenantIds[world.tenant];
  const tables = await house.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'armarium'::regnamespace and relkind = 'r' and attname = 'uuid'
       and exists (select from pg_attribute other where other.attrelid = pg_class.oid
         and other.attname = 'tenant_id')`,
  );
  const uuids = await Promise.all(
    tables.map(({ name }) =>
      house.query<{ uuid: string }>(`select uuid from ${name} where tenant_id = $1`, [tenantId]),
    ),
  );
  return [world.mark, world.account, ...uuids.flat().map(({ uuid }) => uuid)];
}
