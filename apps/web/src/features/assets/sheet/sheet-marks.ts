import type { SheetImage } from '@armarium/contract/contact-sheet';
import { missingNumbers, stemOf, type Gap } from './missing-numbers.ts';

/** What is worth a look at one image. */
export interface Marks {
  /** 1-based places of the images with the same content. */
  readonly sameAs: readonly number[];
  /** It lies where its neighbours stand, or the other way round. */
  readonly isTurned: boolean;
  /** What is missing behind it, by labels and by names of files. */
  readonly missing: readonly Gap[];
}

type Sized = Pick<SheetImage, 'width_px' | 'height_px'>;
type Marked = Sized & Pick<SheetImage, 'sha256' | 'page' | 'sgtt' | 'originalFilename'>;

/** The marks of all images of a sheet, in their order. */
export function marksOf(images: readonly Marked[]): Marks[] {
  const places = new Map<string, number[]>();
  for (const [index, { sha256, page }] of images.entries()) {
    const key = `${sha256} ${page}`;
    places.set(key, [...(places.get(key) ?? []), index + 1]);
  }
  const turned = turnedPages(images);
  const labels = images.map(({ sgtt }) => sgtt);
  const files = images.map(({ originalFilename }) => stemOf(originalFilename));
  // Where titles are the names of files, both lead to the same gaps: each is shown once.
  const gaps = [
    ...missingNumbers(labels),
    ...(labels.every((label, index) => label === files[index]) ? [] : missingNumbers(files)),
  ];
  const missing = new Map<number, Gap[]>();
  for (const gap of gaps) {
    const known = missing.get(gap.after) ?? [];
    if (!known.some(({ first, last }) => first === gap.first && last === gap.last)) {
      missing.set(gap.after, [...known, gap]);
    }
  }
  return images.map(({ sha256, page }, index) => ({
    sameAs: (places.get(`${sha256} ${page}`) ?? []).filter((place) => place !== index + 1),
    isTurned: turned.has(index),
    missing: missing.get(index) ?? [],
  }));
}

/** Neighbours looked at on each side. */
const WINDOW = 3;
/** Sides that differ by less are a square's, which lies and stands alike. */
const SQUARE = 1.06;

/** The places of images whose orientation is that of at most one in four of their neighbours. */
function turnedPages(images: readonly Sized[]): Set<number> {
  const lying = images.map(({ width_px, height_px }) => {
    if (!width_px || !height_px) return undefined;
    const ratio = width_px / height_px;
    return ratio > SQUARE ? true : ratio < 1 / SQUARE ? false : undefined;
  });
  const turned = new Set<number>();
  for (const [index, way] of lying.entries()) {
    if (way === undefined) continue;
    const around = [
      ...lying.slice(Math.max(0, index - WINDOW), index),
      ...lying.slice(index + 1, index + 1 + WINDOW),
    ].filter((other) => other !== undefined);
    const alike = around.filter((other) => other === way).length;
    if (around.length >= 2 && alike * 4 <= around.length) turned.add(index);
  }
  return turned;
}
