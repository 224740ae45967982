import type { SheetImage } from '@armarium/contract/contact-sheet';
import { romanNumeral } from './roman-numeral.ts';

export type Numerals = 'arabic' | 'roman' | 'ROMAN';
export type LeafSide = 'r' | 'v';

/** How a run of images is called. Prefixes and fixed words are taken as they are, spaces included. */
export type Foliation =
  | {
      /** Leaves with two sides: 1r, 1v, 2r. Flyleaves and inserts are such with a prefix and other numerals. */
      readonly kind: 'leaves';
      readonly prefix: string;
      readonly numerals: Numerals;
      readonly first: number;
      readonly side: LeafSide;
    }
  | {
      /** Pages: 1, 2, 3. */
      readonly kind: 'pages';
      readonly prefix: string;
      readonly numerals: Numerals;
      readonly first: number;
    }
  | {
      /** Leaves that repeat a number: 12bis r, 12bis v, 12ter r. */
      readonly kind: 'repeated';
      readonly prefix: string;
      readonly numerals: Numerals;
      readonly first: number;
      readonly side: LeafSide;
    }
  /** The same words in turn: the outside and the inside of a cover, or one word for all that bear no number. */
  | { readonly kind: 'words'; readonly words: readonly string[] };

const repetitions = ['bis', 'ter', 'quater', 'quinquies', 'sexies', 'septies', 'octies', 'novies', 'decies'];

/** The labels of so many images, in order. */
export function labelsOf(foliation: Foliation, count: number): string[] {
  return Array.from({ length: count }, (_, index) => labelAt(foliation, index));
}

function labelAt(foliation: Foliation, index: number): string {
  if (foliation.kind === 'words') return foliation.words[index % foliation.words.length] ?? '';
  const { prefix, numerals, first } = foliation;
  if (foliation.kind === 'pages') return prefix + numbered(first + index, numerals);
  const sides = index + (foliation.side === 'v' ? 1 : 0);
  const side = sides % 2 === 0 ? 'r' : 'v';
  const leaf = Math.floor(sides / 2);
  if (foliation.kind === 'repeated') {
    const times = repetitions[leaf] ?? `(${leaf + 2})`;
    return `${prefix}${numbered(first, numerals)}${times} ${side}`;
  }
  // In small letters a side would be read as a numeral: iv is the fourth, i v the first leaf's back.
  const space = numerals === 'roman' ? ' ' : '';
  return `${prefix}${numbered(first + leaf, numerals)}${space}${side}`;
}

function numbered(number: number, numerals: Numerals): string {
  if (numerals === 'arabic') return String(number);
  const numeral = romanNumeral(number);
  return numerals === 'roman' ? numeral.toLowerCase() : numeral;
}

/** Where the count goes on behind a label: 12r is followed by 12v, and 12v by 13r; undefined behind one that isn't counted. */
export function continued(label: string): { first: number; side: LeafSide } | undefined {
  const [, number, side] = /(\d{1,6})\s?([rv])?$/.exec(label) ?? [];
  if (number === undefined) return undefined;
  return side === 'r' ? { first: Number(number), side: 'v' } : { first: Number(number) + 1, side: 'r' };
}

/** The same behind an image, whose title is no label where it is its file's name that ends in some number. */
export function continuedBehind(image: Pick<SheetImage, 'sgtt' | 'originalFilename'> | undefined) {
  if (!image) return undefined;
  const { sgtt, originalFilename } = image;
  const isFileName = sgtt === originalFilename.replace(/\.[^.]*$/, '');
  return isFileName && !/\d\s?[rv]$/.test(sgtt) ? undefined : continued(sgtt);
}
