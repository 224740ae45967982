import type { ImportedImage, ImportedItem } from '@armarium/contract/import-tracking';
import type { Problem } from '@armarium/contract/problem';
import { describe, expect, it, vi } from 'vitest';
import { ApiProblem, type ApiProblemCode } from '../../../lib/api-problem.ts';
import { fileToImport } from './file-to-import.ts';
import { recordStorage } from './record-storage.ts';
import { FileGone, type AssetImport, type SendOptions, type UploadApi } from './upload-api.ts';
import { POLL_MS } from './import-following.ts';
import type { NewAsset, NewUpload } from './new-upload.ts';
import { UploadEngine } from './upload-engine.ts';
import type { UploadRecord } from './upload-record.ts';
import type { UploadEvent } from './upload-store.ts';

/** Lets everything that waits for promises, not for time, go on. */
async function settle(): Promise<void> {
  for (let round = 0; round < 60; round += 1) await Promise.resolve();
}

class ManualClock {
  #now_ms = 1_000_000;
  #timers: { at_ms: number; callback: () => void }[] = [];

  now_ms(): number {
    return this.#now_ms;
  }

  after(delay_ms: number, callback: () => void): () => void {
    const timer = { at_ms: this.#now_ms + delay_ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  get pending(): number {
    return this.#timers.length;
  }

  async pass(ms: number): Promise<void> {
    this.#now_ms += ms;
    const due = this.#timers.filter(({ at_ms }) => at_ms <= this.#now_ms);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
    await settle();
  }
}

/** A `Storage` with several windows on it: a change is told to every window but the one that made it. */
class ManualStorage {
  readonly entries = new Map<string, string>();
  readonly #windows: ((event: StorageEvent) => void)[][] = [];

  window() {
    const listeners: ((event: StorageEvent) => void)[] = [];
    this.#windows.push(listeners);
    const tell = (key: string, newValue: string | null) => {
      for (const others of this.#windows) {
        if (others !== listeners) for (const hear of others) hear({ key, newValue } as StorageEvent);
      }
    };
    const entries = this.entries;
    return {
      storage: {
        get length() {
          return entries.size;
        },
        key: (index: number) => [...entries.keys()][index] ?? null,
        getItem: (key: string) => entries.get(key) ?? null,
        setItem: (key: string, value: string) => {
          entries.set(key, value);
          tell(key, value);
        },
        removeItem: (key: string) => {
          if (entries.delete(key)) tell(key, null);
        },
      },
      window: {
        addEventListener: (_type: string, hear: (event: StorageEvent) => void) => listeners.push(hear),
        removeEventListener: (_type: string, hear: (event: StorageEvent) => void) =>
          listeners.splice(listeners.indexOf(hear), 1),
      } as unknown as Pick<Window, 'addEventListener' | 'removeEventListener'>,
    };
  }

  kept(): UploadRecord[] {
    return [...this.entries.values()].map((json) => JSON.parse(json) as UploadRecord);
  }
}

function problem(code: ApiProblemCode, status = 0, fields: Problem['fields'] = []): ApiProblem {
  const body: Problem = {
    type: '',
    title: '',
    status,
    detail: '',
    code: code,
    fields,
    requestId: '',
  };
  return new ApiProblem(status, body);
}

/** The server as far as uploads see it: stores what is sent, knows items, and can be told to fail. */
class Server implements UploadApi {
  /** Files that wait for the test to let them through, by name. */
  readonly sending = new Map<
    string,
    { done: () => void; fail: (error: unknown) => void; signal: AbortSignal }
  >();
  holdFiles = false;
  readonly failures = new Map<string, unknown[]>();
  readonly calls: string[] = [];
  readonly bodies: Parameters<UploadApi['importItem']>[0][] = [];
  readonly items = new Map<string, { pressmark: string; images: string[] }>();
  unclaimed: Awaited<ReturnType<UploadApi['listUnclaimed']>> = [];
  readonly states = new Map<string, ImportedImage['overall']['importState']>();
  #count = 0;

  failNext(what: string, ...errors: unknown[]): void {
    this.failures.set(what, errors);
  }

  #maybeFail(what: string): void {
    const error = this.failures.get(what)?.shift();
    if (error !== undefined) throw error;
  }

  async storeFile(file: File, { onProgress, onNote, signal, kind, uploadUrl }: SendOptions) {
    this.calls.push(`store ${file.name}${kind === 'image' ? '' : ` as ${kind}`}${uploadUrl ? ' on' : ''}`);
    onNote({ sha256: await this.checksumOf(file), uploadUrl: `/ccc/resumable/${file.name}` });
    onProgress(file.size / 2);
    if (this.holdFiles) {
      await new Promise<void>((done, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason));
        this.sending.set(file.name, { done, fail, signal });
      });
    }
    this.#maybeFail(`store ${file.name}`);
    return { uuid: `u-${file.name}`, imageLink: `link-${file.name}`, originalFilename: file.name };
  }

  async checksumOf(file: File) {
    return `sum of ${await file.text()}`;
  }

  async listUnclaimed() {
    return this.unclaimed;
  }

  async findEmptyItem(pressmark: string) {
    const found = [...this.items].find(
      ([, item]) => item.pressmark === pressmark && item.images.length === 0,
    );
    return found && { uuid: found[0], sgtt: 'Herbarium', autn: 'Cibo' };
  }

  async importItem(body: Parameters<UploadApi['importItem']>[0]) {
    const uuids = [body.images, body.audios, body.videos, body.model3Ds].flatMap((list) =>
      (list ?? []).map(({ uuid }) => uuid),
    );
    this.calls.push(`importItem ${body.pressmark} ${uuids.join(' ')}`);
    this.bodies.push(body);
    this.#maybeFail('importItem before');
    if ([...this.items.values()].some(({ pressmark }) => pressmark === body.pressmark)) {
      throw problem('pressmark-taken', 409);
    }
    this.#count += 1;
    const uuid = `item-${this.#count}`;
    this.items.set(uuid, { pressmark: body.pressmark, images: uuids });
    this.#maybeFail('importItem after');
    return {
      uuid,
      importId: 'm',
      images: uuids.map((one) => ({ uuid: one, importId: `m-${one}` })),
      audios: [],
      videos: [],
      model3Ds: [],
      _links: { self: { href: '' } },
    };
  }

  async importAsset({ culturalItemUuid, asset, position }: AssetImport) {
    const { uuid } = asset.stored;
    const call = asset.assetType === 'images' ? 'importImage' : `import ${asset.assetType}`;
    this.calls.push(`${call} ${uuid}${position === undefined ? '' : ` at ${position}`}`);
    this.#maybeFail(`importImage ${uuid}`);
    const item = this.items.get(culturalItemUuid);
    if (!item) throw problem('not-found', 404);
    item.images.splice((position ?? item.images.length + 1) - 1, 0, uuid);
    return { importId: `m-${uuid}`, uuid };
  }

  async retryAsset(uuid: string) {
    this.calls.push(`retryAsset ${uuid}`);
    this.states.set(uuid, 'IN_PROGRESS');
  }

  async findItems(uuids: readonly string[]): Promise<ImportedItem[]> {
    this.calls.push(`findItems ${uuids.join(' ')}`);
    this.#maybeFail('findItems');
    return uuids.flatMap((uuid) => {
      const item = this.items.get(uuid);
      if (!item) return [];
      const ready = item.images.filter((one) => this.states.get(one) === 'DONE').length;
      return [
        {
          uuid,
          importId: 'm',
          pressmark: item.pressmark,
          sgtt: '',
          parentCollectionsUuids: [],
          imagesCount: item.images.length,
          notReadyImagesCount: item.images.filter(
            (one) => !['DONE', 'ERROR'].includes(this.states.get(one) ?? ''),
          ).length,
          failedImagesCount: item.images.filter((one) => this.states.get(one) === 'ERROR').length,
          mediaCount: 0,
          notReadyMediaCount: 0,
          failedMediaCount: 0,
          overall: {
            importState: ready === item.images.length ? ('DONE' as const) : ('IN_PROGRESS' as const),
            cause: null,
          },
          _links: { self: { href: '' }, images: { href: '' } },
        },
      ];
    });
  }

  async listAssets(itemUuid: string): Promise<ImportedImage[]> {
    return (this.items.get(itemUuid)?.images ?? []).map((uuid) => {
      const importState = this.states.get(uuid) ?? 'PENDING';
      const stage = { importState };
      const cause =
        importState === 'ERROR' ? { code: 'unreadable', title: 'Unreadable', nextStep: 'Export anew' } : null;
      return {
        uuid,
        importId: `m-${uuid}`,
        sgtt: '',
        autn: '',
        originalFilename: '',
        metadata: stage,
        upload: stage,
        processing: stage,
        indexing: stage,
        overall: { importState, cause, warnings: [] },
        _links: { self: { href: '' }, ...(cause && { retry: { href: '' } }) },
      };
    });
  }

  async findPlace(imageUuid: string) {
    for (const [itemUuid, { images }] of this.items) {
      const index = images.indexOf(imageUuid);
      if (index >= 0) return { itemUuid, position: index + 1 };
    }
    return undefined;
  }

  polls(): number {
    return this.calls.filter((one) => one.startsWith('findItems')).length;
  }
}

function house() {
  const server = new Server();
  const clock = new ManualClock();
  const storage = new ManualStorage();
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`;
  function tab(tabId: string, living: readonly string[] = []) {
    const peers = { tabId, living: () => Promise.resolve(new Set(living)) };
    const engine = new UploadEngine({
      api: server,
      clock,
      peers,
      newId,
      storage: recordStorage('ada', storage.window()),
    });
    const events: UploadEvent[] = [];
    engine.onEvent((event) => events.push(event));
    return { engine, events };
  }
  return { server, clock, storage, tab };
}

function files(...names: string[]): File[] {
  return names.map((name) => new File([`${name}, 20 bytes`.padEnd(20)], name));
}

const imagesOf = (names: readonly string[]) =>
  files(...names).map((file): NewAsset => ({
    assetType: 'images',
    kind: 'image',
    name: file.name,
    size_bytes: file.size,
    file,
  }));

function newItem(...names: string[]): NewUpload {
  return {
    target: { kind: 'new', sgtt: 'Herbarium', autn: 'Cibo', pressmark: 'MS 12' },
    collectionUuid: 'c1',
    assets: imagesOf(names),
  };
}

function toItem(uuid: string, ...names: string[]): NewUpload {
  return {
    target: { kind: 'existing', uuid, sgtt: 'Atlas', autn: '', pressmark: 'MS 1' },
    collectionUuid: 'c1',
    assets: imagesOf(names),
  };
}

function first(engine: UploadEngine): UploadRecord {
  return engine.getSnapshot().records[0] as UploadRecord;
}

function assetStatuses(engine: UploadEngine): string[] {
  return first(engine).assets.map(({ status }) => status);
}

describe('a new item', () => {
  it('sends three files at a time, then imports the item once with its images in order', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.holdFiles = true;
    engine.start(newItem('1.tif', '2.tif', '3.tif', '4.tif', '5.tif'));
    await settle();
    expect([...server.sending.keys()]).toEqual(['1.tif', '2.tif', '3.tif']);
    server.sending.get('3.tif')?.done();
    await settle();
    expect([...server.sending.keys()]).toContain('4.tif');
    expect([...server.sending.keys()]).not.toContain('5.tif');
    for (const name of ['4.tif', '5.tif', '2.tif', '1.tif']) {
      await settle();
      expect(server.calls.some((one) => one.startsWith('importItem'))).toBe(false);
      server.sending.get(name)?.done();
    }
    await settle();
    expect(server.calls.filter((one) => one.startsWith('import'))).toEqual([
      'importItem MS 12 u-1.tif u-2.tif u-3.tif u-4.tif u-5.tif',
    ]);
    expect(first(engine)).toMatchObject({ status: 'PROCESSING', itemUuid: 'item-1' });
  });

  it('[IMP-08] a failed upload sets ERROR on asset and item; the other files go on', async () => {
    const { server, clock, tab } = house();
    const { engine, events } = tab('t1');
    await engine.open();
    const refusal = { name: 'file', code: 'truncated', message: 'Its end is missing. Copy it again.' };
    server.failNext('store 2.tif', problem('file-refused', 422, [refusal]));
    engine.start(newItem('1.tif', '2.tif', '3.tif'));
    await settle();
    expect(server.calls).toContain('importItem MS 12 u-1.tif u-3.tif');
    expect(assetStatuses(engine)).toEqual(['PROCESSING', 'ERROR', 'PROCESSING']);
    expect(first(engine).assets[1]?.failure).toEqual({
      stage: 'upload',
      code: 'file-refused',
      cause: 'truncated',
      nextStep: 'Its end is missing. Copy it again.',
      retryable: false,
    });
    server.states.set('u-1.tif', 'DONE').set('u-3.tif', 'DONE');
    await clock.pass(POLL_MS);
    expect(assetStatuses(engine)).toEqual(['COMPLETED', 'ERROR', 'COMPLETED']);
    expect(first(engine).status).toBe('ERROR');
    expect(events.map(({ type }) => type)).toEqual(['started', 'finished']);
  });

  it('puts a file that is sent again in the place it was given', async () => {
    const { server, clock, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.failNext('store 2.tif', problem('offline'));
    engine.start(newItem('1.tif', '2.tif', '3.tif'));
    await settle();
    const { itemUploadId, assets } = first(engine);
    expect(engine.failed.canSendAgain(assets[1]?.assetUploadId ?? '')).toBe(true);
    await engine.failed.retryAsset(itemUploadId, assets[1]?.assetUploadId ?? '');
    expect(server.items.get('item-1')?.images).toEqual(['u-1.tif', 'u-2.tif', 'u-3.tif']);
    for (const name of ['1', '2', '3']) server.states.set(`u-${name}.tif`, 'DONE');
    await clock.pass(POLL_MS);
    expect(first(engine).status).toBe('COMPLETED');
  });

  it('[UPL-28, UPL-29] without one stored file there is no import call and the item is ERROR', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.failNext('store 1.tif', problem('offline'));
    engine.start(newItem('1.tif'));
    await settle();
    expect(first(engine)).toMatchObject({
      status: 'ERROR',
      failure: { stage: 'import', code: 'no-assets' },
    });
    expect(server.calls).toEqual(['store 1.tif']);
    expect(engine.isSending()).toBe(false);

    await engine.failed.retryAsset(first(engine).itemUploadId, first(engine).assets[0]?.assetUploadId ?? '');
    expect(first(engine).status).toBe('PROCESSING');
  });

  it('[IMP-09] a taken pressmark loses nothing: another one imports what is stored, sending nothing', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.items.set('theirs', { pressmark: 'MS 12', images: [] });
    engine.start(newItem('1.tif', '2.tif'));
    await settle();
    expect(first(engine)).toMatchObject({
      status: 'ERROR',
      failure: { stage: 'import', code: 'pressmark-taken' },
    });
    expect(assetStatuses(engine)).toEqual(['ERROR', 'ERROR']);
    await engine.failed.retryImport(first(engine).itemUploadId, 'MS 13');
    expect(first(engine)).toMatchObject({ status: 'PROCESSING', pressmark: 'MS 13' });
    expect(server.calls.filter((one) => one.startsWith('store'))).toHaveLength(2);
    expect(server.items.get('item-1')?.images).toEqual(['u-1.tif', 'u-2.tif']);
  });

  it('sends what did not arrive along when the import is tried again after the server was away', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.failNext('store 2.tif', problem('offline'));
    server.failNext('importItem before', problem('offline'));
    engine.start(newItem('1.tif', '2.tif', '3.tif'));
    await settle();
    expect(first(engine)).toMatchObject({ status: 'ERROR', failure: { code: 'offline' } });
    await engine.failed.retryImport(first(engine).itemUploadId);
    expect(server.items.get('item-1')?.images).toEqual(['u-1.tif', 'u-2.tif', 'u-3.tif']);
    expect(first(engine).status).toBe('PROCESSING');
  });

  it('recognises its own item when the answer to the import got lost', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.failNext('importItem after', problem('offline'));
    engine.start(newItem('1.tif'));
    await settle();
    expect(first(engine)).toMatchObject({ status: 'ERROR', failure: { code: 'offline' } });
    await engine.failed.retryImport(first(engine).itemUploadId);
    expect(first(engine)).toMatchObject({ status: 'PROCESSING', itemUuid: 'item-1' });
    expect(server.items.size).toBe(1);
  });
});

describe('an existing item', () => {
  it('gets its images one call each, in order, whichever file arrives first', async () => {
    const { server, clock, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.items.set('atlas', { pressmark: 'MS 1', images: ['old'] });
    server.states.set('old', 'ERROR');
    server.holdFiles = true;
    engine.start(toItem('atlas', '1.tif', '2.tif', '3.tif'));
    await settle();
    server.sending.get('3.tif')?.done();
    await settle();
    expect(server.items.get('atlas')?.images).toEqual(['old']);
    server.sending.get('1.tif')?.done();
    await settle();
    expect(server.items.get('atlas')?.images).toEqual(['old', 'u-1.tif']);
    server.failNext('store 2.tif', problem('too-large', 413));
    server.sending.get('2.tif')?.done();
    await settle();
    expect(server.items.get('atlas')?.images).toEqual(['old', 'u-1.tif', 'u-3.tif']);
    expect(assetStatuses(engine)).toEqual(['PROCESSING', 'ERROR', 'PROCESSING']);
    server.states.set('u-1.tif', 'DONE').set('u-3.tif', 'DONE');
    await clock.pass(POLL_MS);
    expect(assetStatuses(engine)).toEqual(['COMPLETED', 'ERROR', 'COMPLETED']);
  });
});

describe('following the import', () => {
  it('[IMP-03, IMP-10, IMP-11] polls every 5000 ms while PROCESSING and stops when it is done', async () => {
    const { server, clock, tab } = house();
    const { engine, events } = tab('t1');
    await engine.open();
    engine.start(newItem('1.tif'));
    await settle();
    expect(server.polls()).toBe(0);
    await clock.pass(4999);
    expect(server.polls()).toBe(0);
    await clock.pass(1);
    expect(server.polls()).toBe(1);
    server.failNext('findItems', problem('offline'));
    await clock.pass(POLL_MS);
    expect(server.polls()).toBe(2);
    expect(first(engine).status).toBe('PROCESSING');
    server.states.set('u-1.tif', 'DONE');
    await clock.pass(POLL_MS);
    expect(first(engine).status).toBe('COMPLETED');
    expect(clock.pending).toBe(0);
    await clock.pass(3 * POLL_MS);
    expect(server.polls()).toBe(3);
    expect(events.map(({ type }) => type)).toEqual(['started', 'finished']);
  });

  it('shows the cause of a failed asset and runs its stage again when asked', async () => {
    const { server, clock, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    engine.start(newItem('1.tif', '2.tif'));
    await settle();
    server.states.set('u-1.tif', 'ERROR').set('u-2.tif', 'DONE');
    await clock.pass(POLL_MS);
    const { status, itemUploadId, assets } = first(engine);
    expect(status).toBe('ERROR');
    expect(assets[0]?.failure).toMatchObject({ title: 'Unreadable', nextStep: 'Export anew' });
    await engine.failed.retryAsset(itemUploadId, assets[0]?.assetUploadId ?? '');
    expect(first(engine).status).toBe('PROCESSING');
    server.states.set('u-1.tif', 'DONE');
    await clock.pass(POLL_MS);
    expect(first(engine).status).toBe('COMPLETED');
  });

  it('ends in ERROR when the item is no longer there', async () => {
    const { server, clock, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    engine.start(newItem('1.tif'));
    await settle();
    server.items.clear();
    await clock.pass(POLL_MS);
    expect(first(engine)).toMatchObject({ status: 'ERROR', failure: { code: 'gone' } });
  });
});

describe('over a reload', () => {
  it('[WIDG-14, WIDG-16, WIDG-17, WIDG-18] resumes PROCESSING, drops IN_PROGRESS, marks COMPLETED seen', async () => {
    const { server, clock, storage, tab } = house();
    const before = tab('t1').engine;
    await before.open();
    engineDone(server, '1.tif');
    before.start(newItem('1.tif'));
    await settle();
    await clock.pass(POLL_MS);
    before.start({ ...newItem('2.tif'), target: { kind: 'new', sgtt: 'B', autn: '', pressmark: 'MS 2' } });
    await settle();
    server.holdFiles = true;
    before.start({ ...newItem('3.tif'), target: { kind: 'new', sgtt: 'C', autn: '', pressmark: 'MS 3' } });
    await settle();
    expect(before.isSending()).toBe(true);
    expect(storage.kept()).toHaveLength(3);
    before.close();

    const { engine } = tab('t2');
    const polls = server.polls();
    await engine.open();
    const byPressmark = Object.fromEntries(
      engine.getSnapshot().records.map(({ pressmark, status, seen }) => [pressmark, [status, seen]]),
    );
    expect(byPressmark).toEqual({ 'MS 12': ['COMPLETED', true], 'MS 2': ['PROCESSING', false] });
    expect(server.polls()).toBe(polls + 1);
    expect(storage.kept().filter(({ interrupted }) => !interrupted)).toHaveLength(2);
    expect(engine.getSnapshot().interrupted).toMatchObject([{ pressmark: 'MS 3' }]);
    engineDone(server, '2.tif');
    await clock.pass(POLL_MS);
    expect(engine.getSnapshot().records.every(({ status }) => status === 'COMPLETED')).toBe(true);
  });

  it('can still import what was stored when a pressmark was taken', async () => {
    const { server, tab } = house();
    const before = tab('t1').engine;
    await before.open();
    server.items.set('theirs', { pressmark: 'MS 12', images: [] });
    before.start(newItem('1.tif'));
    await settle();
    before.close();
    const { engine } = tab('t2');
    await engine.open();
    await engine.failed.retryImport(first(engine).itemUploadId, 'MS 13');
    expect(first(engine)).toMatchObject({ status: 'PROCESSING', itemUuid: 'item-1' });
  });
});

describe('two tabs', () => {
  it.each(['another file', 'a part', 'the import'])(
    '%s sent again from a second tab belongs to that tab, which guards it and can be cut off',
    async (what) => {
      const { server, tab } = house();
      const before = tab('t1').engine;
      await before.open();
      server.items.set('theirs', { pressmark: 'MS 12', images: [] });
      if (what !== 'the import') server.failNext('store 2.tif', new FileGone());
      before.start(newItem('1.tif', '2.tif'));
      await settle();
      before.close();

      const { engine } = tab('t2');
      await engine.open();
      server.holdFiles = true;
      const held = vi.spyOn(server, 'importItem').mockReturnValue(new Promise(() => {}));
      const { itemUploadId, assets } = first(engine);
      const { assetUploadId = '' } = assets[1] ?? {};
      const [file] = files('2 again.tif') as [File];
      if (what === 'another file') void engine.failed.sendInstead(itemUploadId, assetUploadId, [file]);
      else if (what === 'a part') void engine.failed.addPart(itemUploadId, assetUploadId, 'texture', file);
      else void engine.failed.retryImport(itemUploadId, 'MS 13');
      await settle();
      expect(engine.isOwn(first(engine))).toBe(true);
      expect(engine.isSending()).toBe(true);

      const third = tab('t3', ['t2']).engine;
      await third.open();
      expect(third.getSnapshot().interrupted).toEqual([]);
      engine.interruptSending();
      expect(engine.getSnapshot().interrupted).toHaveLength(1);
      held.mockRestore();
    },
  );

  it('both see every upload, and neither takes the other one for dead', async () => {
    const { server, clock, storage, tab } = house();
    const one = tab('t1', ['t2']);
    await one.engine.open();
    server.holdFiles = true;
    one.engine.start(newItem('1.tif'));
    await settle();
    const two = tab('t2', ['t1']);
    await two.engine.open();
    expect(first(two.engine).status).toBe('IN_PROGRESS');
    expect(two.engine.isSending()).toBe(false);
    two.engine.start({
      ...newItem('2.tif'),
      target: { kind: 'new', sgtt: 'B', autn: '', pressmark: 'MS 2' },
    });
    await settle();
    for (const { engine } of [one, two]) expect(engine.getSnapshot().records).toHaveLength(2);
    expect(storage.kept()).toHaveLength(2);

    server.sending.get('1.tif')?.done();
    server.sending.get('2.tif')?.done();
    await settle();
    engineDone(server, '1.tif');
    engineDone(server, '2.tif');
    await clock.pass(POLL_MS);
    for (const { engine, events } of [one, two]) {
      expect(engine.getSnapshot().records.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
      expect(events.filter(({ type }) => type === 'finished')).toHaveLength(2);
    }
    one.engine.removeCompleted();
    expect(two.engine.getSnapshot().records).toEqual([]);
    expect(storage.kept()).toEqual([]);
  });

  it('a tab that still sends is not silenced by one that thinks it gone', async () => {
    const { server, storage, tab } = house();
    const one = tab('t1');
    await one.engine.open();
    server.holdFiles = true;
    one.engine.start(newItem('1.tif'));
    await settle();
    await tab('t2', []).engine.open();
    expect(one.engine.getSnapshot().records).toHaveLength(1);
    server.sending.get('1.tif')?.done();
    await settle();
    expect(first(one.engine).status).toBe('PROCESSING');
    expect(storage.kept()).toHaveLength(1);
  });
});

it('removing an upload stops its files and imports nothing', async () => {
  const { server, storage, tab } = house();
  const { engine } = tab('t1');
  await engine.open();
  server.holdFiles = true;
  engine.start(newItem('1.tif', '2.tif', '3.tif', '4.tif'));
  await settle();
  const { signal } = server.sending.get('1.tif') ?? {};
  engine.remove(first(engine).itemUploadId);
  await settle();
  expect(signal?.aborted).toBe(true);
  expect(server.calls).toEqual(['store 1.tif', 'store 2.tif', 'store 3.tif']);
  expect(engine.getSnapshot().records).toEqual([]);
  expect(storage.kept()).toEqual([]);
});

describe('other kinds', () => {
  const named = (assetType: NewAsset['assetType'], kind: NewAsset['kind'], name: string): NewAsset => {
    const [file] = files(name);
    return { assetType, kind, name, size_bytes: 20, file };
  };
  const withAssets = (...assets: NewAsset[]): NewUpload => ({ ...newItem(), assets });

  it('go into the lists of their kinds, in one call', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    engine.start(withAssets(named('audios', 'audio', 'a.mp3'), named('videos', 'video', 'v.mp4')));
    await settle();
    expect(server.calls.filter((one) => !one.startsWith('findItems'))).toEqual([
      'store a.mp3 as audio',
      'store v.mp4 as video',
      'importItem MS 12 u-a.mp3 u-v.mp4',
    ]);
    expect(first(engine).status).toBe('PROCESSING');
  });

  it('[UPL-51] a PDF makes its item with empty lists, then importPdf follows', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    engine.start(withAssets(named('pdf', 'pdf', 'book.pdf')));
    await settle();
    expect(server.calls).toEqual(['store book.pdf as pdf', 'importItem MS 12 ', 'import pdf u-book.pdf']);
    expect(first(engine)).toMatchObject({ status: 'PROCESSING', itemUuid: 'item-1' });
  });

  it('a PDF finds its own item again when the answer to the first call got lost', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.failNext('importItem after', problem('offline'));
    engine.start(withAssets(named('pdf', 'pdf', 'book.pdf')));
    await settle();
    await engine.failed.retryImport(first(engine).itemUploadId);
    expect(server.items.size).toBe(1);
    expect(server.items.get('item-1')?.images).toEqual(['u-book.pdf']);
  });

  it('[API-102] a model is sent after its material and texture, and imported with their links', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    const [mtl] = files('cow.mtl');
    const [png] = files('cow.png');
    engine.start(
      withAssets({
        ...named('model3Ds', 'object', 'cow.obj'),
        parts: [
          { kind: 'material', name: 'cow.mtl', size_bytes: 20, file: mtl },
          { kind: 'texture', name: 'cow.png', size_bytes: 20, file: png },
        ],
      }),
    );
    await settle();
    expect(server.calls).toEqual([
      'store cow.mtl as material',
      'store cow.png as texture',
      'store cow.obj as object',
      'importItem MS 12 u-cow.obj',
    ]);
    expect(server.bodies.at(-1)?.model3Ds).toEqual([
      {
        uuid: 'u-cow.obj',
        sgtt: 'cow',
        autn: '',
        imageLink: 'link-cow.obj',
        originalFilename: 'cow.obj',
        objectLink: 'link-cow.obj',
        materialLink: 'link-cow.mtl',
        textureLink: 'link-cow.png',
        textureOriginalName: 'cow.png',
      },
    ]);
  });

  const cow = (): NewUpload => {
    const [mtl, png] = files('cow.mtl', 'cow.png') as [File, File];
    return withAssets({
      ...named('model3Ds', 'object', 'cow.obj'),
      parts: [
        { kind: 'material', name: 'cow.mtl', size_bytes: 20, file: mtl },
        { kind: 'texture', name: 'cow.png', size_bytes: 20, file: png },
      ],
    });
  };

  it('[API-102] a texture that is refused is the file that another one takes the place of', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.failNext('store cow.png', problem('file-refused', 422));
    engine.start(cow());
    await settle();
    const { itemUploadId, assets } = first(engine);
    const [asset] = assets as [UploadRecord['assets'][number]];
    expect(asset.failure).toMatchObject({ stage: 'upload', part: 'texture', retryable: false });
    expect(engine.failed.toChoose(asset).map(({ file }) => file.name)).toEqual(['cow.png']);
    expect(await engine.failed.sendInstead(itemUploadId, asset.assetUploadId, files('hide.png'))).toEqual([]);
    expect(server.calls).toEqual([
      'store cow.mtl as material',
      'store cow.png as texture',
      'store hide.png as texture',
      'store cow.obj as object',
      'importItem MS 12 u-cow.obj',
    ]);
    expect(server.bodies.at(-1)?.model3Ds).toMatchObject([
      { originalFilename: 'cow.obj', textureOriginalName: 'hide.png' },
    ]);
  });

  it('[API-102] after a reload every lost file of a model is asked for, and known by its kind', async () => {
    const { server, tab } = house();
    const before = tab('t1').engine;
    await before.open();
    server.failNext('store cow.png', problem('file-refused', 422));
    before.start(cow());
    await settle();
    before.close();
    server.calls.length = 0;

    const { engine } = tab('t2');
    await engine.open();
    const { itemUploadId, assets } = first(engine);
    const [{ assetUploadId }] = assets as [UploadRecord['assets'][number]];
    // A try without the files ends as it began, and never hangs.
    await engine.failed.retryAsset(itemUploadId, assetUploadId);
    expect(first(engine).status).toBe('ERROR');
    expect(await engine.failed.sendInstead(itemUploadId, assetUploadId, files('cow.obj'))).toEqual([
      'cow.png',
    ]);
    expect(first(engine).status).toBe('ERROR');
    expect(server.calls).toEqual([]);
    expect(await engine.failed.sendInstead(itemUploadId, assetUploadId, files('hide.png'))).toEqual([]);
    expect(server.calls).toEqual([
      'store hide.png as texture',
      'store cow.obj as object',
      'importItem MS 12 u-cow.obj',
    ]);
  });

  it('a texture added to a finished model that is refused leaves the model as it is until another comes', async () => {
    const { server, clock, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    engine.start(withAssets(named('model3Ds', 'object', 'cow.obj')));
    await settle();
    engineDone(server, 'cow.obj');
    await clock.pass(POLL_MS);
    const { itemUploadId, assets } = first(engine);
    const [{ assetUploadId }] = assets as [UploadRecord['assets'][number]];
    server.failNext('store bad.png', problem('file-refused', 422));
    const [bad] = files('bad.png') as [File];
    await engine.failed.addPart(itemUploadId, assetUploadId, 'texture', bad);
    expect(first(engine).assets[0]).toMatchObject({ name: 'cow.obj', failure: { part: 'texture' } });
    server.calls.length = 0;
    await engine.failed.sendInstead(itemUploadId, assetUploadId, files('good.png'));
    expect(server.calls).toEqual(['store good.png as texture', 'import model3Ds u-cow.obj']);
  });

  it('a model that is made anew is looked at until it is ready, though its item counts nothing that is not', async () => {
    const { server, clock, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    engine.start(withAssets(named('model3Ds', 'object', 'cow.obj')));
    await settle();
    engineDone(server, 'cow.obj');
    engine.lookNow();
    await settle();
    const { itemUploadId, assets } = first(engine);
    const [{ assetUploadId }] = assets as [UploadRecord['assets'][number]];
    // The older model is shown meanwhile, and is what is counted.
    const found = await server.findItems(['item-1']);
    vi.spyOn(server, 'findItems').mockResolvedValue(found);
    server.states.set('u-cow.obj', 'IN_PROGRESS');
    const [texture] = files('good.png') as [File];
    await engine.failed.addPart(itemUploadId, assetUploadId, 'texture', texture);
    await clock.pass(POLL_MS);
    expect(first(engine).status).toBe('PROCESSING');
    engineDone(server, 'cow.obj');
    await clock.pass(POLL_MS);
    expect(first(engine).status).toBe('COMPLETED');
  });

  it('[API-101] what is imported of each type tells its uuid, title and author, and is known by its import', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.items.set('atlas', { pressmark: 'MS 1', images: [] });
    const sent = vi.spyOn(server, 'importAsset');
    engine.start({
      ...toItem('atlas'),
      assets: [
        named('images', 'image', 'i.tif'),
        named('audios', 'audio', 'a.mp3'),
        named('videos', 'video', 'v.mp4'),
        named('model3Ds', 'zip', 'm.zip'),
        named('pdf', 'pdf', 'p.pdf'),
      ],
    });
    await settle();
    expect(
      sent.mock.calls.map(([{ culturalItemUuid, asset }]) => {
        const { uuid, sgtt, autn } = fileToImport(asset);
        return { culturalItemUuid, assetType: asset.assetType, uuid, sgtt, autn };
      }),
    ).toEqual(
      [
        ['images', 'i.tif'],
        ['audios', 'a.mp3'],
        ['videos', 'v.mp4'],
        ['model3Ds', 'm.zip'],
        ['pdf', 'p.pdf'],
      ].map(([assetType, name = '']) => ({
        culturalItemUuid: 'atlas',
        assetType,
        uuid: `u-${name}`,
        sgtt: name.slice(0, 1),
        autn: '',
      })),
    );
    const { assets, itemUuid } = first(engine);
    expect(itemUuid).toBe('atlas');
    expect(assets.map(({ importId, stored }) => [importId, stored?.uuid])).toEqual(
      ['i.tif', 'a.mp3', 'v.mp4', 'm.zip', 'p.pdf'].map((name) => [`m-u-${name}`, `u-${name}`]),
    );
    const ids = assets.map(({ assetUploadId }) => assetUploadId);
    expect(new Set(ids.filter((id) => id !== '')).size).toBe(5);
  });

  it('[UPL-26] what the server has fetched from its address is imported without being sent', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    const stored = { uuid: 'u-far', imageLink: 'link', originalFilename: 'far.png' };
    engine.start(withAssets({ assetType: 'images', kind: 'image', name: 'far.png', size_bytes: 9, stored }));
    await settle();
    expect(server.calls).toEqual(['importItem MS 12 u-far']);
  });
});

describe('pausing', () => {
  it('halts every file, starts no other, and goes on where it was', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.holdFiles = true;
    engine.start(newItem('1.tif', '2.tif', '3.tif', '4.tif'));
    await settle();
    const { itemUploadId } = first(engine);
    engine.pause(itemUploadId);
    await settle();
    expect([...server.sending.values()].every(({ signal }) => signal.aborted)).toBe(true);
    expect(server.calls).toEqual(['store 1.tif', 'store 2.tif', 'store 3.tif']);
    expect(first(engine)).toMatchObject({ status: 'IN_PROGRESS', paused: true });
    expect(engine.isSending()).toBe(true);

    server.holdFiles = false;
    engine.resume(itemUploadId);
    await settle();
    expect(server.calls.slice(3, 7)).toEqual([
      'store 1.tif on',
      'store 2.tif on',
      'store 3.tif on',
      'store 4.tif',
    ]);
    expect(first(engine).status).toBe('PROCESSING');
    expect(first(engine).paused).toBeUndefined();
  });

  it('can be taken back at once', async () => {
    const { server, tab } = house();
    const { engine } = tab('t1');
    await engine.open();
    server.holdFiles = true;
    engine.start(newItem('1.tif'));
    await settle();
    server.holdFiles = false;
    engine.pause(first(engine).itemUploadId);
    engine.resume(first(engine).itemUploadId);
    await settle();
    expect(first(engine).status).toBe('PROCESSING');
  });
});

describe('an upload that was cut off', () => {
  /** One file stored, two not, and the page gone. */
  async function cutOff() {
    const given = house();
    const { server, tab } = given;
    const before = tab('t1').engine;
    await before.open();
    server.holdFiles = true;
    before.start(newItem('1.tif', '2.tif', '3.tif'));
    await settle();
    server.sending.get('1.tif')?.done();
    await settle();
    before.interruptSending();
    expect(before.getSnapshot().records).toEqual([]);
    before.close();
    server.holdFiles = false;
    server.calls.length = 0;
    server.unclaimed = [
      { uuid: 'u-1.tif', sha256: '', kind: 'image', imageLink: '', originalFilename: '1.tif' },
    ];
    const { engine, events } = tab('t2');
    await engine.open();
    const { itemUploadId = '' } = engine.getSnapshot().interrupted[0] ?? {};
    return { ...given, engine, events, itemUploadId };
  }

  it('[WIDG-17] leaves the list and goes on with what is missing once its files are chosen again', async () => {
    const { server, engine, itemUploadId, storage } = await cutOff();
    expect(engine.getSnapshot().records).toEqual([]);
    const [two, three] = files('2.tif', '3.tif') as [File, File];
    const renamed = new File([await two.text()], 'other name.tif');
    expect(await engine.interrupted.takeUp(itemUploadId, [new File(['x'], '3.tif'), renamed])).toEqual([
      '3.tif',
    ]);
    expect(server.calls).toEqual([]);
    // What was found is held; only the rest has to be chosen once more.
    expect(await engine.interrupted.takeUp(itemUploadId, [three])).toEqual([]);
    await settle();
    expect(server.calls).toEqual([
      'store other name.tif on',
      'store 3.tif on',
      'importItem MS 12 u-1.tif u-other name.tif u-3.tif',
    ]);
    expect(engine.getSnapshot().interrupted).toEqual([]);
    expect(storage.kept()).toMatchObject([{ status: 'PROCESSING', tabId: 't2' }]);
  });

  it('sends again what the server has swept, and nothing that it turns out to have', async () => {
    const { server, engine, itemUploadId } = await cutOff();
    const [one, two] = files('1.tif', '2.tif') as [File, File];
    server.unclaimed = await Promise.all(
      [two].map(async (file) => ({
        uuid: 'u-found',
        sha256: await server.checksumOf(file),
        kind: 'image',
        imageLink: '',
        originalFilename: '2.tif',
      })),
    );
    expect(await engine.interrupted.takeUp(itemUploadId, [one])).toEqual(['3.tif']);
    expect(await engine.interrupted.leaveMissing(itemUploadId)).toBe(true);
    await settle();
    expect(server.calls).toEqual(['store 1.tif', 'importItem MS 12 u-1.tif u-found']);
  });

  it('goes on without choosing anything where the server has every file, and only there', async () => {
    const { server, engine, itemUploadId } = await cutOff();
    expect(await engine.interrupted.takeUp(itemUploadId, [])).toEqual(['2.tif', '3.tif']);
    server.unclaimed = ['1.tif', '2.tif', '3.tif'].map((name) => ({
      uuid: `u-${name}`,
      sha256: `sum of ${`${name}, 20 bytes`.padEnd(20)}`,
      kind: 'image',
      imageLink: '',
      originalFilename: name,
    }));
    expect(await engine.interrupted.takeUp(itemUploadId, [])).toEqual([]);
    await settle();
    expect(server.calls).toEqual(['importItem MS 12 u-1.tif u-2.tif u-3.tif']);
  });

  it('goes on without the missing ones at once, but never with nothing', async () => {
    const { server, engine, itemUploadId } = await cutOff();
    const [record] = engine.getSnapshot().interrupted as [UploadRecord];
    expect(engine.interrupted.hasSome(record)).toBe(true);
    const { unclaimed } = server;
    server.unclaimed = [];
    expect(await engine.interrupted.leaveMissing(itemUploadId)).toBe(false);
    expect(engine.getSnapshot().interrupted.map((one) => engine.interrupted.hasSome(one))).toEqual([false]);
    expect(server.calls).toEqual([]);
    const one = await server.checksumOf(files('1.tif')[0] as File);
    server.unclaimed = unclaimed.map((upload) => ({ ...upload, sha256: one }));
    expect(await engine.interrupted.leaveMissing(itemUploadId)).toBe(true);
    await settle();
    expect(server.calls).toEqual(['importItem MS 12 u-1.tif']);
  });

  it('can be forgotten', async () => {
    const { engine, storage, itemUploadId } = await cutOff();
    engine.remove(itemUploadId);
    expect(engine.getSnapshot().interrupted).toEqual([]);
    expect(storage.kept()).toEqual([]);
  });
});

it('a file that went from the disk while it was sent says so, and another can take its place', async () => {
  const { server, tab } = house();
  const { engine } = tab('t1');
  await engine.open();
  server.failNext('store 2.tif', new FileGone());
  engine.start(newItem('1.tif', '2.tif'));
  await settle();
  const { itemUploadId, assets } = first(engine);
  expect(assets[1]?.failure).toEqual({ stage: 'upload', code: 'file-gone', retryable: false });
  const [again] = files('2 again.tif') as [File];
  await engine.failed.sendInstead(itemUploadId, assets[1]?.assetUploadId ?? '', [again]);
  expect(server.items.get('item-1')?.images).toEqual(['u-1.tif', 'u-2 again.tif']);
});

it('an item that somebody deleted meanwhile is told on each file, and nothing is lost of the others', async () => {
  const { server, tab } = house();
  const { engine } = tab('t1');
  await engine.open();
  server.items.set('atlas', { pressmark: 'MS 1', images: [] });
  server.holdFiles = true;
  engine.start(toItem('atlas', '1.tif'));
  await settle();
  server.items.delete('atlas');
  server.sending.get('1.tif')?.done();
  await settle();
  expect(first(engine)).toMatchObject({
    status: 'ERROR',
    assets: [{ failure: { stage: 'import', code: 'not-found' } }],
  });
});

function engineDone(server: Server, name: string): void {
  server.states.set(`u-${name}`, 'DONE');
}
