import { expect, it } from 'vitest';
import { readStoryFile } from './story-file.ts';

const read = (...parts: BlobPart[]) => readStoryFile(new File(parts, 'story.json'));

it('reads a manifest, with or without a byte order mark', async () => {
  const manifest = { type: 'Manifest', label: { none: ['L’erbario'] } };
  expect(await read(JSON.stringify(manifest))).toEqual({ manifest });
  expect(await read('\ufeff', JSON.stringify(manifest))).toEqual({ manifest });
});

it.each([
  ['too-large', new Uint8Array(8 * 1024 * 1024 + 1)],
  ['no-json', ''],
  ['no-json', '{"type":"Manif'],
  ['no-manifest', '[{}]'],
  ['no-manifest', 'null'],
] as const)('finds out that a file is %s', async (why, content) => {
  expect(await read(content)).toEqual({ why });
});

it('takes one file at a time', async () => {
  const file = new File(['{}'], 'story.json');
  expect(await readStoryFile(file, file)).toEqual({ why: 'several' });
});

it('finds out that a file can’t be read', async () => {
  const file = new File(['{}'], 'story.json');
  file.text = () => Promise.reject(new DOMException('', 'NotReadableError'));
  expect(await readStoryFile(file)).toEqual({ why: 'unreadable' });
});
