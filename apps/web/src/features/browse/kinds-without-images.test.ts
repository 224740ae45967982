import { expect, test } from 'vitest';
import { kindsWithoutImages } from './kinds-without-images.ts';

const none = {
  imagesCount: 0,
  audiosCount: 0,
  videosCount: 0,
  model3DsCount: 0,
  hasImage: false,
  hasAudio: false,
  hasVideo: false,
  has3D: false,
};

test('a card names what an item has instead of images', () => {
  expect(kindsWithoutImages(none)).toEqual([]);
  expect(kindsWithoutImages({ ...none, hasAudio: true, audiosCount: 3 })).toEqual([
    { kind: 'hasAudio', count: 3 },
  ]);
  const all = { ...none, hasAudio: true, has3D: true, hasVideo: true, videosCount: 2 };
  expect(kindsWithoutImages(all).map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    'hasVideo 2',
    'has3D 0',
    'hasAudio 0',
  ]);
  expect(kindsWithoutImages({ ...none, hasAudio: true, hasImage: true })).toEqual([]);
});
