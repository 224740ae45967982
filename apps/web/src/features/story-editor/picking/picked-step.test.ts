import type { ImageAsset } from '@armarium/contract/images';
import { expect, test } from 'vitest';
import { pickedStep } from './picked-step.ts';

const image = (sgtt: string, originalFilename: string) =>
  ({ uuid: 'a', sgtt, originalFilename, width_px: 400, height_px: 300 }) as ImageAsset;
const titleFor = (sgtt: string, originalFilename: string) => pickedStep(image(sgtt, originalFilename)).title;

test('a step begins with the title of its image, but not with the name of a file', () => {
  expect(titleFor('La *Divina commedia', 'cod-0031r.tif')).toBe('La Divina commedia');
  expect(titleFor('cod-0031r', 'cod-0031r.tif')).toBe('');
  expect(titleFor('pages (2)', 'pages.pdf')).toBe('');
  expect(titleFor('Map (2)', 'pages.pdf')).toBe('Map (2)');
});

test('without an area a step shows all of its image', () => {
  expect(pickedStep(image('', 'a.tif')).region).toEqual({ x: 0, y: 0, width: 400, height: 300 });
});
