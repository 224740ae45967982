import sharp, { type Sharp } from 'sharp';

const SEED_px = 1536;

/**
 * A picture like a scan of a leaf: paper with soft shades, dark strokes, and noise in every pixel, which is
 * what makes tiles as large, and their coding as slow, as those of real scans. The same at every call.
 *
 * A seed is drawn and repeated, so that a hundred megapixels need no memory.
 *
 * @returns a pipeline that still lacks its output
 */
export function noisyImage(width_px: number, height_px: number, seed = 1): Sharp {
  const next = generator(seed);
  const side_px = Math.min(SEED_px, width_px, height_px);
  const pixels = Buffer.alloc(side_px * side_px * 3);
  const turn = (2 * Math.PI) / side_px;
  for (let y = 0, at = 0; y < side_px; y += 1) {
    for (let x = 0; x < side_px; x += 1, at += 3) {
      const shade = 18 * Math.sin(x * turn) * Math.cos(2 * y * turn);
      const isStroke = (y >> 4) % 3 === 0 && ((x * 7 + (y >> 4) * 13) >> 3) % 5 < 3;
      const light = (isStroke ? 80 : 205) + shade;
      // Noise of a sensor is mostly in the light, a little in the colours.
      const grain = (next() & 31) - 16;
      const colour = next();
      pixels[at] = light + grain + (colour & 7);
      pixels[at + 1] = light - 14 + grain + ((colour >> 3) & 7);
      pixels[at + 2] = light - 40 + grain + ((colour >> 6) & 7);
    }
  }
  return sharp(pixels, {
    raw: { width: side_px, height: side_px, channels: 3 },
    limitInputPixels: false,
  }).extend({ right: width_px - side_px, bottom: height_px - side_px, extendWith: 'repeat' });
}

/** Whole numbers of 32 bits, the same for the same seed (xorshift32). */
export function generator(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
