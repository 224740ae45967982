import sharp, { type Sharp } from 'sharp';

/** Pixels of three channels for comparisons in tests. */
export interface Pixels {
  data: Buffer;
  width_px: number;
  height_px: number;
}

/** Decodes to 8-bit RGB, stretched to the given size, default the image's own. */
export async function pixels(image: Sharp, width_px?: number, height_px?: number): Promise<Pixels> {
  const sized = width_px ? image.resize(width_px, height_px, { fit: 'fill' }) : image;
  const { data, info } = await sized
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels`);
  return { data, width_px: info.width, height_px: info.height };
}

/** The mean difference per channel, 0 to 255; NaN for different sizes. */
export function meanDifference(a: Pixels, b: Pixels): number {
  if (a.width_px !== b.width_px || a.height_px !== b.height_px) return NaN;
  let sum = 0;
  a.data.forEach((value, index) => {
    sum += Math.abs(value - (b.data[index] ?? NaN));
  });
  return sum / a.data.length;
}

/** The colour at a position, as three levels. */
export function colourAt({ data, width_px }: Pixels, x_px: number, y_px: number): number[] {
  const at = (y_px * width_px + x_px) * 3;
  return [...data.subarray(at, at + 3)];
}

/** The colours of the four corners, clockwise from the top left, each by its strongest channel. */
export function corners(image: Pixels): string {
  const { width_px, height_px } = image;
  const [left, right] = [Math.floor(width_px / 8), Math.ceil((width_px * 7) / 8)];
  const [top, bottom] = [Math.floor(height_px / 8), Math.ceil((height_px * 7) / 8)];
  return [
    colourAt(image, left, top),
    colourAt(image, right, top),
    colourAt(image, right, bottom),
    colourAt(image, left, bottom),
  ]
    .map(([red = 0, green = 0, blue = 0]) => {
      if (Math.min(red, green, blue) > 200) return 'W';
      return red > green && red > blue ? 'R' : green > blue ? 'G' : 'B';
    })
    .join('');
}

/** Four quarters: red, green / white, blue (clockwise from the top left: RGBW), landscape format. */
export function quarters(width_px = 640, height_px = 400): Sharp {
  const data = Buffer.alloc(width_px * height_px * 3);
  for (let y = 0; y < height_px; y++)
    for (let x = 0; x < width_px; x++) {
      const left = x < width_px / 2;
      const colour =
        y < height_px / 2 ? (left ? [220, 20, 20] : [20, 200, 20]) : left ? [255, 255, 255] : [20, 20, 220];
      data.set(colour, (y * width_px + x) * 3);
    }
  return sharp(data, { raw: { width: width_px, height: height_px, channels: 3 } });
}
