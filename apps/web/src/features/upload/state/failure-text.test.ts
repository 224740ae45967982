import { expect, it } from 'vitest';
import { addWords } from '../../../lib/i18n.ts';
import problems from '../../../lib/problem/en.json' with { type: 'json' };
import signedIn from '../../../lib/problem/signed-in/en.json' with { type: 'json' };
import upload from '../en.json' with { type: 'json' };
import { failureText, reasonOf } from './failure-text.ts';
import type { Failure, UploadRecord } from './upload-record.ts';

addWords('en', { ...upload, ...problems });
addWords('en', signedIn);

function record(...failures: (Failure | undefined)[]): UploadRecord {
  return {
    itemUploadId: 'r',
    name: 'Atlas',
    author: '',
    pressmark: 'MS 1',
    startedAt: '',
    status: 'ERROR',
    seen: false,
    target: 'new',
    collectionUuid: 'c',
    tabId: 't',
    revision: 1,
    assets: failures.map((failure, index) => ({
      assetUploadId: `a${index}`,
      assetType: 'images',
      name: '',
      size_bytes: 1,
      status: failure ? 'ERROR' : 'COMPLETED',
      ...(failure && { failure }),
    })),
  };
}

it('[UPL-28] says “No assets to upload” word for word', () => {
  expect(failureText({ stage: 'import', code: 'no-assets' }, record()).title).toBe('No assets to upload');
});

it('gives every failure a title and a next step, an unknown one too', () => {
  for (const code of ['offline', 'too-large', 'gone', 'pressmark-taken', 'never-heard-of']) {
    const { title, next } = failureText({ stage: 'upload', code }, record());
    expect(title).toMatch(/^[A-Z].* /);
    expect(next).toMatch(/^[A-Z].* /);
  }
});

it('says the limit and what is used, where the server gave the figures', () => {
  const figures = { used_bytes: 12e9, limit_bytes: 10e9, unclaimed_bytes: 1e9 };
  const failure: Failure = { stage: 'upload', code: 'storage-quota', figures };
  expect(failureText(failure, record()).next).toMatch(
    /would take up 12 GB, of which 1 GB .*; the limit is 10 GB/,
  );
});

it('tells the reason of an only file, and how many failed of several', () => {
  const truncated: Failure = { stage: 'processing', code: 'truncated', title: 'Cut off.', nextStep: 'Copy.' };
  expect(reasonOf(record(truncated))).toEqual({ title: 'Cut off.', next: 'Copy.' });
  expect(reasonOf(record(truncated, undefined))?.title).toBe('1 file could not be imported');
  expect(reasonOf(record(truncated, truncated))?.title).toBe('2 files could not be imported');
});
