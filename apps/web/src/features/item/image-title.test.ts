import { expect, it } from 'vitest';
import { imageTitle } from './image-title.ts';

it('is the title, or the name of the file where there is none', () => {
  expect(imageTitle({ sgtt: 'Leaf', originalFilename: 'leaf.png' })).toBe('Leaf');
  expect(imageTitle({ sgtt: '', originalFilename: 'leaf.png' })).toBe('leaf.png');
});
