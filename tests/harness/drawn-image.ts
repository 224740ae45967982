import sharp from 'sharp';

export type DrawnFormat = 'jpeg' | 'png' | 'tiff' | 'gif';

/**
 * A picture with a texture and a grid of lines, the same for the same seed: something that takes the server
 * as long as a photograph of this size, and that a person can tell from another in a screenshot.
 */
export async function drawnImage(
  format: DrawnFormat,
  width_px: number,
  height_px: number,
  seed = 1,
): Promise<Buffer> {
  const hue = (seed * 67) % 360;
  const lines = `
    <svg xmlns="http://www.w3.org/2000/svg" width="${width_px}" height="${height_px}">
      <defs><pattern id="grid" width="200" height="200" patternUnits="userSpaceOnUse">
        <path d="M200 0H0V200" fill="none" stroke="hsl(${hue},60%,25%)" stroke-width="6"/>
        <circle cx="100" cy="100" r="60" fill="hsl(${(hue + 120) % 360},55%,60%)" fill-opacity="0.6"/>
      </pattern></defs>
      <rect width="100%" height="100%" fill="url(#grid)"/>
    </svg>`;
  const paper = sharp(grain(seed), { raw: { width: 256, height: 256, channels: 3 } })
    .resize(width_px, height_px, { fit: 'fill' })
    .composite([{ input: Buffer.from(lines) }]);
  switch (format) {
    case 'jpeg':
      return paper.jpeg({ quality: 85 }).toBuffer();
    case 'png':
      return paper.png({ compressionLevel: 1 }).toBuffer();
    case 'tiff':
      return paper.tiff({ compression: 'lzw' }).toBuffer();
    case 'gif':
      return paper.gif({ effort: 1 }).toBuffer();
  }
}

/** 256 × 256 pixels of noise around a light tone. */
function grain(seed: number): Buffer {
  const pixels = Buffer.alloc(256 * 256 * 3);
  let state = seed * 2_654_435_761;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = 190 + (state >>> 26);
  }
  return pixels;
}
