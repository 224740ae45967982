import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawnImage } from './drawn-image.ts';

test.each(['jpeg', 'png', 'tiff', 'gif'] as const)('draws a %s of the size asked for', async (format) => {
  const image = await drawnImage(format, 300, 200, 3);
  expect(await sharp(image).metadata()).toMatchObject({ format, width: 300, height: 200 });
  expect(image.equals(await drawnImage(format, 300, 200, 3))).toBe(true);
  expect(image.equals(await drawnImage(format, 300, 200, 4))).toBe(false);
});
