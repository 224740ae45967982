import { expect, test } from 'vitest';
import {
  addStepAddress,
  editAreaAddress,
  imageAddress,
  imagesAddress,
  itemsAddress,
  otherImageAddress,
  selectAreaAddress,
  stepPickedFor,
} from './picking-address.ts';

const place = { storyUuid: 's', itemUuid: 'i' };

test('the addresses are those of back office §2', () => {
  expect(itemsAddress('s')).toBe('/story/editor/s/cultural-item');
  expect(imagesAddress(place)).toBe('/story/editor/s/cultural-item/i');
  expect(imagesAddress(place, 3)).toBe('/story/editor/s/cultural-item/i?image=3');
  expect(selectAreaAddress(place, 'a')).toBe('/story/editor/s/cultural-item/i/select-area?canvasId=a');
  expect(editAreaAddress('s', 4)).toBe('/story/editor/s/selected-area-edit/4');
});

test('the step that an image is picked for stays in the address, nothing else does', () => {
  const search = new URL(otherImageAddress('s', 4), 'http://x').searchParams;
  expect(stepPickedFor(search)).toBe(4);
  search.set('text', 'atlas');
  expect(imagesAddress(place, undefined, search)).toBe('/story/editor/s/cultural-item/i?step=4');
  expect(selectAreaAddress(place, 'a', search)).toContain('?canvasId=a&step=4');
});

test.each(['', '0', '-1', '1.5', 'x'])('%j is the number of no step', (step) => {
  expect(stepPickedFor(new URLSearchParams({ step }))).toBeUndefined();
});

test('a step is added on the image of another one, or on any', () => {
  expect(addStepAddress('s', 'a')).toBe('/story/editor/s/cultural-item?canvasId=a');
  expect(imageAddress(place, 'a')).toBe('/story/editor/s/cultural-item/i?canvasId=a');
  expect(addStepAddress('s', undefined)).toBe(itemsAddress('s'));
});
