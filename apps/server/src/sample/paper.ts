import sharp from 'sharp';
import { disc, faint, filled } from './ink.ts';
import { grounds, type PageSpec, type Sheet } from './page-spec.ts';
import { seededRandom, valueNoise, type Random } from './seeded-random.ts';

const TILE_PX = 512;
/** Ageing is blurred, so it is drawn smaller than the page by this factor and enlarged. */
const AGE_SHRINK = 14;

async function dataAddress(pixels: Buffer, width: number, height: number): Promise<string> {
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/**
 * A tile of transparent pixels that darken and lighten the layers below, like fibres and pores. It has no
 * seam, because each octave's period divides it.
 */
async function grainTile(): Promise<string> {
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
  return dataAddress(pixels, TILE_PX, TILE_PX);
}

let grain: Promise<string> | undefined;

/** The ageing of the sheet: mottling, water stains with their rims, dark edges, the shadow of the fold. */
function ageLayer(page: PageSpec, sheet: Sheet, random: Random): Promise<string> {
  const width = Math.ceil(sheet.width / AGE_SHRINK);
  const height = Math.ceil(sheet.height / AGE_SHRINK);
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
      if (page.fold) {
        const depth = (page.fold === 'left' ? x : width - x) / short;
        dark += 0.45 * Math.exp(-depth * 45) + 0.16 * Math.exp(-depth * 11);
      }
      const alpha = Math.max(0, Math.min(0.85, dark));
      pixels.set([84, 48, 14, alpha * 255], (y * width + x) * 4);
    }
  }
  return dataAddress(pixels, width, height);
}

function foxing({ random, width, height, unit }: Sheet): string {
  const size = () => random.between(0.3, 1.5) * unit;
  let spots = '';
  for (let i = 0; i < 70; i++) spots += disc(random.next() * width, random.next() * height, size());
  return filled(spots, faint('#7a5426', 0.3));
}

/** The complete SVG document of a page: its ground, the drawing, and over both the grain and the ageing. */
export async function pageDocument(page: PageSpec, sheet: Sheet, drawing: string): Promise<string> {
  grain ??= grainTile();
  const { width, height } = sheet;
  const whole = `width="${width}" height="${height}"`;
  const age = await ageLayer(page, sheet, seededRandom(`${page.seed} age`));
  return `<svg xmlns="http://www.w3.org/2000/svg" ${whole} viewBox="0 0 ${width} ${height}">
<defs><pattern id="grain" width="${TILE_PX}" height="${TILE_PX}" patternUnits="userSpaceOnUse">
<image href="${await grain}" width="${TILE_PX}" height="${TILE_PX}"/></pattern></defs>
<rect ${whole} fill="${grounds[page.ground]}"/>${foxing(sheet)}${drawing}
<rect ${whole} fill="url(#grain)"/><image href="${age}" ${whole} preserveAspectRatio="none"/></svg>`;
}
