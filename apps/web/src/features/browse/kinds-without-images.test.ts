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
  expect(kindsWithoutImages({ ...none, hasAudio: true })).toEqual(['hasAudio']);
  expect(kindsWithoutImages({ ...none, hasAudio: true, has3D: true, hasVideo: true })).toEqual([
    'hasVideo',
    'has3D',
    'hasAudio',
  ]);
  expect(kindsWithoutImages({ ...none, hasAudio: true, hasImage: true })).toEqual([]);
});
