import sharp from 'sharp';
import { drawAtlas } from './drawings/atlas.ts';
import { drawBinding } from './drawings/binding.ts';
import { drawBuilding } from './drawings/building.ts';
import { drawCosmos } from './drawings/cosmos.ts';
import { drawLandscape } from './drawings/landscape.ts';
import { drawLeaf } from './drawings/leaf.ts';
import { drawMarbled } from './drawings/marbled.ts';
import { drawMusic } from './drawings/music.ts';
import { drawPlant } from './drawings/plant.ts';
import { drawPortolan } from './drawings/portolan.ts';
import { drawSky } from './drawings/sky.ts';
import { drawTiles } from './drawings/tiles.ts';
import { drawTitlePage } from './drawings/title-page.ts';
import type { PageSpec, Sheet } from './page-spec.ts';
import { pageDocument } from './paper.ts';
import { seededRandom } from './seeded-random.ts';

function draw(page: PageSpec, sheet: Sheet): string {
  switch (page.kind) {
    case 'atlas':
      return drawAtlas(page, sheet);
    case 'binding':
      return drawBinding(page, sheet);
    case 'building':
      return drawBuilding(page, sheet);
    case 'cosmos':
      return drawCosmos(page, sheet);
    case 'landscape':
      return drawLandscape(page, sheet);
    case 'leaf':
      return drawLeaf(page, sheet);
    case 'marbled':
      return drawMarbled(page, sheet);
    case 'music':
      return drawMusic(page, sheet);
    case 'plant':
      return drawPlant(page, sheet);
    case 'portolan':
      return drawPortolan(page, sheet);
    case 'sky':
      return drawSky(page, sheet);
    case 'tiles':
      return drawTiles(page, sheet);
    case 'title':
      return drawTitlePage(page, sheet);
  }
}

/** The page as an SVG document, in pixels; the same text for the same spec. */
export async function pageAsSvg(page: PageSpec): Promise<string> {
  const { width_px: width, height_px: height } = page;
  const sheet = { width, height, unit: Math.min(width, height) / 1000, random: seededRandom(page.seed) };
  return pageDocument(page, sheet, draw(page, sheet));
}

/**
 * Draws the page of a spec into `file`, in sRGB without alpha, at 300 pixels an inch, in the spec's format.
 * The pixels depend on the spec alone. Rejects when the file can't be written.
 */
export async function drawPage(page: PageSpec, file: string): Promise<void> {
  const svg = Buffer.from(await pageAsSvg(page));
  const image = sharp(svg, { unlimited: true, density: 72 }).removeAlpha().withMetadata({ density: 300 });
  const encoded = {
    jpeg: () => image.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }),
    png: () => image.png({ compressionLevel: 3 }),
    tiff: () => image.tiff({ compression: 'lzw', predictor: 'horizontal', xres: 11.811, yres: 11.811 }),
  }[page.format]();
  await encoded.toFile(file);
}
