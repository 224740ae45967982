import type { Drawing, PageSpec } from './page-spec.ts';

export interface MetadataValue {
  name: string;
  value: string;
}

export interface SampleCollection {
  key: string;
  parents: string[];
  /** sgtt and sgti. */
  metadata: MetadataValue[];
}

export interface SampleItem {
  key: string;
  parents: string[];
  /** sgtt, autn, sgti and pressmark. */
  metadata: MetadataValue[];
  pages: PageSpec[];
}

/** The metadata of a record, in the order of the given fields. */
export const metadata = (fields: Record<string, string>): MetadataValue[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

/** Width and height in pixels. */
const sizes = {
  octavo: [2250, 3200],
  quarto: [2400, 3200],
  folio: [2800, 3700],
  oblong: [3600, 2600],
  square: [3000, 3000],
  sheet: [4000, 3000],
  chart: [4400, 3100],
} as const;

type Format = PageSpec['format'];

export interface Leaf {
  drawing: Drawing;
  size: keyof typeof sizes;
  ground: PageSpec['ground'];
  format: Format;
  fold?: 'left' | 'right';
}

/** A page outside a book. */
export const sheet = (
  size: keyof typeof sizes,
  ground: PageSpec['ground'],
  drawing: Drawing,
  format: Format = 'jpeg',
): Leaf => ({
  drawing,
  size,
  ground,
  format,
});

/** A page with its fold at the left, as a right-hand page has it. */
export const recto = (...args: Parameters<typeof sheet>): Leaf => ({ ...sheet(...args), fold: 'left' });

/** A page with its fold at the right. */
export const verso = (...args: Parameters<typeof sheet>): Leaf => ({ ...sheet(...args), fold: 'right' });

/** An item whose pages have seeds of its key and their number, so that no two look the same. */
export function item(
  key: string,
  parents: string[],
  fields: Record<'sgtt' | 'autn' | 'pressmark' | 'sgti', string>,
  leaves: Leaf[],
): SampleItem {
  return {
    key,
    parents,
    metadata: metadata(fields),
    pages: leaves.map(({ drawing, size, ground, format, fold }, i) => {
      const [width_px, height_px] = sizes[size];
      return {
        ...drawing,
        seed: `${key}/${i + 1}`,
        width_px,
        height_px,
        format,
        ground,
        ...(fold ? { fold } : {}),
      };
    }),
  };
}
