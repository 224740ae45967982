import type { Random } from './seeded-random.ts';

export const grounds = {
  vellum: '#efe2c4',
  cream: '#f4ead3',
  rag: '#f1ebdd',
  straw: '#e8d8b0',
  tan: '#dcc59a',
  rose: '#ecd9c6',
  grey: '#dcdcd2',
  blue: '#c9d3d3',
  indigo: '#16233f',
  night: '#121a26',
  moss: '#3d4a34',
  morocco: '#6d1f1c',
  calf: '#6b4426',
  navy: '#1f2f4a',
} as const;

export type Script = 'latin' | 'greek' | 'hebrew' | 'brush';

/** The content of the page. Its words are invented, and drawn without a font. */
export type Drawing =
  | { kind: 'leaf'; script: Script; columns: 1 | 2; initial?: string; border?: boolean; heading?: string }
  | { kind: 'atlas'; title: string; subtitle: string }
  | { kind: 'portolan'; title: string }
  | { kind: 'sky'; title: string; names: readonly string[] }
  | { kind: 'cosmos'; title: string; rings: readonly string[] }
  | { kind: 'plant'; habit: 'fern' | 'flower' | 'tree' | 'umbel'; name: string; bloom: string }
  | { kind: 'building'; part: 'elevation' | 'plan'; title: string; storeys: number }
  | { kind: 'music'; notation: 'chant' | 'score'; words: string }
  | { kind: 'tiles'; sides: 6 | 8 | 12; palette: 'iznik' | 'fez' | 'samarkand' }
  | { kind: 'landscape'; manner: 'woodcut' | 'nishiki' }
  | { kind: 'binding'; ornament: 'lozenge' | 'fan' | 'panel' }
  | { kind: 'title'; lines: readonly string[]; imprint: readonly string[] }
  | { kind: 'marbled'; palette: 'warm' | 'cool' };

export type PageSpec = Drawing & {
  /** The seed of all random choices. */
  seed: string;
  width_px: number;
  height_px: number;
  format: 'jpeg' | 'png' | 'tiff';
  ground: keyof typeof grounds;
  /** The side of the page that was in the fold of its book. */
  fold?: 'left' | 'right';
};

export type PageOf<K extends Drawing['kind']> = Extract<PageSpec, { kind: K }>;

/** The surface of a drawing. Its unit of length is `unit`, a thousandth of the shorter side, in pixels. */
export interface Sheet {
  width: number;
  height: number;
  unit: number;
  random: Random;
}
