import sharp, { type OverlayOptions } from 'sharp';
import { seededRandom, valueNoise } from './seeded-random.ts';

const TILE_PX = 512;
/** Ageing is blurred, so it is computed smaller than the page by this factor and enlarged. */
const AGE_SHRINK = 14;

/**
 * A tile of transparent pixels that darken and lighten the layers below, like fibres and pores. It has no
 * seam, because each octave's period divides it.
 */
export function grain(): OverlayOptions {
  const random = seededRandom('grain');
  const octaves = [32, 64, 128, 256].map((period) => ({ period, noise: valueNoise(random, period) }));
  const pixels = Buffer.alloc(TILE_PX * TILE_PX * 4);
  for (let y = 0; y < TILE_PX; y++) {
    for (let x = 0; x < TILE_PX; x++) {
      let value = random.between(-0.3, 0.3);
      for (const { period, noise } of octaves) {
        value += 0.32 * noise((x * period) / TILE_PX, (y * period) / TILE_PX);
      }
      const [r, g, b, strength] = value < 0 ? [70, 42, 14, 38] : [255, 250, 236, 44];
      pixels.set([r, g, b, Math.abs(value) * strength], (y * TILE_PX + x) * 4);
    }
  }
  return { input: pixels, raw: { width: TILE_PX, height: TILE_PX, channels: 4 }, tile: true };
}

/**
 * The ageing of a sheet: mottling, water stains with their rims, dark edges, the shadow of the fold.
 * @param size_px the page's width and height
 * @param seed decides where the stains are
 */
export async function ageing(
  size_px: { width: number; height: number },
  seed: string,
  fold: 'left' | 'right' | undefined,
): Promise<OverlayOptions> {
  const random = seededRandom(seed);
  const width = Math.ceil(size_px.width / AGE_SHRINK);
  const height = Math.ceil(size_px.height / AGE_SHRINK);
  const short = Math.min(width, height);
  const noise = valueNoise(random, 64);
  const stains = Array.from({ length: 4 }, () => ({
    x: random.pick([-0.06, 1.06, random.next()]) * width,
    y: random.pick([-0.04, 1.04]) * height,
    r: random.between(0.12, 0.42) * short,
    depth: random.between(0.02, 0.1),
  }));
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x / short) * 9, (y / short) * 9];
      const cloud = noise(u, v) * 0.5 + noise(u * 2.3, v * 2.3) * 0.3 + noise(u * 6, v * 6) * 0.25;
      let dark = 0.05 + cloud * 0.055;
      for (const { x: sx, y: sy, r, depth } of stains) {
        const inside = 1 - Math.hypot(x - sx, y - sy) / r + cloud * 0.16;
        if (inside > 0) dark += depth * Math.min(1, inside * 9) + depth * Math.exp(-inside * 26);
      }
      const edge = Math.min(x, y, width - x, height - y) / short + cloud * 0.02;
      dark += 0.09 * Math.exp(-edge * 12) + 0.14 * Math.exp(-edge * 110);
      const corner = Math.hypot(x / width - 0.5, y / height - 0.5);
      dark += Math.max(0, corner - 0.42) * 0.35;
      if (fold) {
        const depth = (fold === 'left' ? x : width - x) / short;
        dark += 0.45 * Math.exp(-depth * 45) + 0.16 * Math.exp(-depth * 11);
      }
      const alpha = Math.max(0, Math.min(0.85, dark));
      pixels.set([84, 48, 14, alpha * 255], (y * width + x) * 4);
    }
  }
  const small = sharp(pixels, { raw: { width, height, channels: 4 } });
  const input = await small
    .resize({ ...size_px, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return { input, raw: { ...size_px, channels: 4 } };
}
