import type { ImportedImage, ImportedItem } from '@armarium/contract/import-tracking';
import { describe, expect, it } from 'vitest';
import { progressOf } from './upload-progress.ts';
import { parseRecord } from './kept-record.ts';
import { type UploadAsset, type UploadRecord, uploadStatuses } from './upload-record.ts';
import { reduceUploads, type UploadAction } from './upload-reducer.ts';
import { noUploads, type UploadsState } from './upload-state.ts';

const ITEM = 'item-1';

function asset(assetUploadId: string, size_bytes = 1000): UploadAsset {
  return {
    assetUploadId,
    assetType: 'images',
    name: `${assetUploadId}.tif`,
    size_bytes,
    status: 'IN_PROGRESS',
  };
}

function record(overrides: Partial<UploadRecord> = {}): UploadRecord {
  return {
    itemUploadId: 'r1',
    name: 'Herbarium',
    author: 'Cibo, Gherardo',
    pressmark: 'MS 12',
    assets: [asset('a'), asset('b')],
    startedAt: '2026-11-21T09:00:00.000Z',
    status: 'IN_PROGRESS',
    seen: false,
    target: 'new',
    collectionUuid: 'c1',
    tabId: 't1',
    revision: 1,
    ...overrides,
  };
}

function after(...actions: UploadAction[]): UploadsState {
  return actions.reduce(reduceUploads, noUploads);
}

const started: UploadAction = { type: 'started', record: record() };

function stored(assetUploadId: string): UploadAction {
  return {
    type: 'fileStored',
    itemUploadId: 'r1',
    assetUploadId,
    stored: { uuid: `u-${assetUploadId}`, imageLink: '', originalFilename: '' },
  };
}

const imported: UploadAction = {
  type: 'imported',
  itemUploadId: 'r1',
  itemUuid: ITEM,
  importIds: { 'u-a': 'm-a', 'u-b': 'm-b' },
};
const processing = [started, stored('a'), stored('b'), imported] as const;

function image(uuid: string, importState: ImportedImage['overall']['importState']): ImportedImage {
  const cause =
    importState === 'ERROR'
      ? { code: 'truncated', title: 'The file ends too early', nextStep: 'Copy it again' }
      : null;
  const stage = { importState };
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
    _links: { self: { href: '' }, ...(importState === 'ERROR' && { retry: { href: '' } }) },
  };
}

function polled(...images: ImportedImage[]): UploadAction {
  const notReady = images.filter(({ overall }) => overall.importState !== 'DONE').length;
  const item: ImportedItem = {
    uuid: ITEM,
    importId: 'm',
    pressmark: 'MS 12',
    sgtt: 'Herbarium',
    parentCollectionsUuids: ['c1'],
    imagesCount: images.length,
    notReadyImagesCount: notReady,
    failedImagesCount: 0,
    mediaCount: 0,
    notReadyMediaCount: 0,
    failedMediaCount: 0,
    overall: { importState: notReady > 0 ? 'IN_PROGRESS' : 'DONE', cause: null },
    _links: { self: { href: '' }, images: { href: '' } },
  };
  return { type: 'polled', itemUploadId: 'r1', item, images };
}

function only(state: UploadsState): UploadRecord {
  expect(state.records).toHaveLength(1);
  return state.records[0] as UploadRecord;
}

function statuses(state: UploadsState): string[] {
  return [only(state).status, ...only(state).assets.map(({ status }) => status)];
}

describe('reduceUploads', () => {
  it('[IMP-01, IMP-02] an upload is IN_PROGRESS until its files are in and imported, then PROCESSING', () => {
    expect(statuses(after(started))).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS']);
    expect(statuses(after(started, stored('a')))[0]).toBe('IN_PROGRESS');
    // Leaving now would lose what no import call claimed yet.
    expect(statuses(after(started, stored('a'), stored('b')))[0]).toBe('IN_PROGRESS');
    expect(statuses(after(...processing))[0]).toBe('PROCESSING');
  });

  it('[IMP-04, IMP-05] an asset goes IN_PROGRESS → PROCESSING → COMPLETED when its import is DONE', () => {
    const seen = [
      after(started),
      after(started, stored('a')),
      after(...processing),
      after(...processing, polled(image('u-a', 'IN_PROGRESS'), image('u-b', 'PENDING'))),
      after(...processing, polled(image('u-a', 'DONE'), image('u-b', 'IN_PROGRESS'))),
    ].map((state) => only(state).assets[0]?.status);
    expect(seen).toEqual(['IN_PROGRESS', 'PROCESSING', 'PROCESSING', 'PROCESSING', 'COMPLETED']);
    expect(uploadStatuses).toEqual(['IN_PROGRESS', 'PROCESSING', 'COMPLETED', 'ERROR']);
  });

  it('[IMP-06] an item becomes COMPLETED when every asset is DONE, not before', () => {
    expect(statuses(after(...processing, polled(image('u-a', 'DONE'), image('u-b', 'IN_PROGRESS'))))[0]).toBe(
      'PROCESSING',
    );
    expect(statuses(after(...processing, polled(image('u-a', 'DONE'), image('u-b', 'DONE'))))).toEqual([
      'COMPLETED',
      'COMPLETED',
      'COMPLETED',
    ]);
  });

  it('[IMP-07] an item becomes ERROR when an asset reports ERROR, with the cause, after the others', () => {
    const waiting = after(...processing, polled(image('u-a', 'ERROR'), image('u-b', 'IN_PROGRESS')));
    expect(statuses(waiting)).toEqual(['PROCESSING', 'ERROR', 'PROCESSING']);
    expect(only(waiting).assets[0]?.failure).toEqual({
      stage: 'processing',
      code: 'truncated',
      title: 'The file ends too early',
      nextStep: 'Copy it again',
      retryable: true,
    });
    const done = reduceUploads(waiting, polled(image('u-a', 'ERROR'), image('u-b', 'DONE')));
    expect(statuses(done)).toEqual(['ERROR', 'ERROR', 'COMPLETED']);
  });

  it('waits for the further pages of a multi-page file, and fails with one of them', () => {
    const mine = [image('u-a', 'DONE'), image('u-b', 'DONE')];
    expect(statuses(after(...processing, polled(...mine, image('page-2', 'IN_PROGRESS'))))[0]).toBe(
      'PROCESSING',
    );
    expect(statuses(after(...processing, polled(...mine, image('page-2', 'DONE'))))[0]).toBe('COMPLETED');
    const failed = after(...processing, polled(...mine, image('page-2', 'ERROR')));
    expect(only(failed).status).toBe('ERROR');
    expect(only(failed).failure?.code).toBe('truncated');
  });

  it('does not mind other images of an existing item, whatever became of them', () => {
    const existing: UploadAction = {
      type: 'started',
      record: record({ target: 'existing', itemUuid: ITEM }),
    };
    const state = after(
      existing,
      stored('a'),
      stored('b'),
      imported,
      polled(image('old', 'ERROR'), image('u-a', 'DONE'), image('u-b', 'DONE')),
    );
    expect(only(state).status).toBe('COMPLETED');
  });

  it('keeps what is stored over a refused import, and imports all of it when one file is sent again', () => {
    const refused = after(
      started,
      stored('a'),
      {
        type: 'assetFailed',
        itemUploadId: 'r1',
        assetUploadId: 'b',
        failure: { stage: 'upload', code: 'offline' },
      },
      { type: 'importFailed', itemUploadId: 'r1', failure: { stage: 'import', code: 'pressmark-taken' } },
    );
    expect(statuses(refused)).toEqual(['ERROR', 'ERROR', 'ERROR']);
    expect(only(refused).assets[0]?.stored?.uuid).toBe('u-a');

    const again = reduceUploads(refused, {
      type: 'importAgain',
      itemUploadId: 'r1',
      tabId: 't2',
      pressmark: 'MS 13',
    });
    expect(only(again)).toMatchObject({ status: 'IN_PROGRESS', pressmark: 'MS 13' });
    expect(only(again).failure).toBeUndefined();
    expect(only(again).assets[1]?.failure?.code).toBe('offline');

    const fileAgain = reduceUploads(refused, {
      type: 'sendAgain',
      itemUploadId: 'r1',
      tabId: 't2',
      assetUploadId: 'b',
    });
    expect(only(fileAgain).assets.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(statuses(fileAgain)).toEqual(['IN_PROGRESS', 'PROCESSING', 'IN_PROGRESS']);
  });

  it('takes the newer of two versions of a record, and leaves the rest of the list alone', () => {
    const other = record({ itemUploadId: 'r2', startedAt: '2026-11-21T10:00:00.000Z' });
    const state = after(...processing, { type: 'synced', record: other });
    expect(state.records.map(({ itemUploadId }) => itemUploadId)).toEqual(['r2', 'r1']);
    const mine = state.records[1] as UploadRecord;
    const stale = { ...mine, status: 'IN_PROGRESS' as const, revision: mine.revision - 1 };
    expect(reduceUploads(state, { type: 'synced', record: stale })).toBe(state);
    const newer = { ...mine, seen: true, revision: mine.revision + 1 };
    expect(reduceUploads(state, { type: 'synced', record: newer }).records[1]).toBe(newer);
  });

  it('does not count a poll that brings nothing new as a change', () => {
    const state = after(...processing);
    const same = reduceUploads(state, polled(image('u-a', 'IN_PROGRESS'), image('u-b', 'PENDING')));
    expect(same.records[0]).toBe(state.records[0]);
  });

  it('[WIDG-10, WIDG-11] counts files sent of all files, and the percentage of it, rounded', () => {
    const three: UploadAction = {
      type: 'started',
      record: record({ assets: [asset('a'), asset('b'), asset('c')] }),
    };
    expect(progressOf(noUploads)).toEqual({ uploaded: 0, total: 0, percent: 0, status: 'idle' });
    expect(progressOf(after(three, stored('a')))).toMatchObject({ uploaded: 1, total: 3, percent: 33 });
    expect(progressOf(after(three, stored('a'), stored('b')))).toMatchObject({ uploaded: 2, percent: 67 });
    const half: UploadAction = { type: 'progressed', assetUploadId: 'b', sent_bytes: 500 };
    expect(progressOf(after(three, stored('a'), half))).toMatchObject({ uploaded: 1, percent: 50 });
    const second: UploadAction = {
      type: 'started',
      record: record({ itemUploadId: 'r2', assets: [asset('d')] }),
    };
    expect(progressOf(after(three, stored('a'), second))).toMatchObject({
      uploaded: 1,
      total: 4,
      percent: 25,
      status: 'sending',
    });
  });

  it('starts the count anew once nothing runs any more', () => {
    const done = polled(image('u-a', 'DONE'), image('u-b', 'DONE'));
    const next: UploadAction = {
      type: 'started',
      record: record({ itemUploadId: 'r2', assets: [asset('d')] }),
    };
    expect(progressOf(after(...processing, done, next))).toMatchObject({ uploaded: 0, total: 1 });
  });
});

describe('parseRecord', () => {
  it('[WIDG-13] a record comes back from storage with every field, and what is none does not', () => {
    const kept = only(after(...processing));
    expect(Object.keys(kept)).toEqual(
      expect.arrayContaining([
        'itemUploadId',
        'name',
        'author',
        'pressmark',
        'assets',
        'startedAt',
        'status',
        'seen',
      ]),
    );
    expect(parseRecord(JSON.stringify(kept))).toEqual(kept);
    for (const broken of [
      '',
      '{',
      'null',
      '[]',
      '{"itemUploadId":"r1"}',
      JSON.stringify({ ...kept, status: 'DONE' }),
    ]) {
      expect(parseRecord(broken)).toBeUndefined();
    }
  });
});
