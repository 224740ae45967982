import type { Parent } from './collection-source.ts';

/** One image of an item, as it is painted on a canvas of its own. */
export interface ManifestImage {
  readonly uuid: string;
  readonly label: string;
  readonly width_px: number;
  readonly height_px: number;
  /** What is given out of it, where that is less. */
  readonly delivered?: { readonly width_px: number; readonly height_px: number };
  readonly thumbnail: { readonly width_px: number; readonly height_px: number };
}

/** An item as its manifests tell it. Ids alone, never an origin (decisions §2): each answer puts its own before them. */
export interface ManifestSource {
  readonly uuid: string;
  readonly title: string;
  readonly description: string;
  /** Fields by their labels, in the organisation's order. */
  readonly metadata: readonly { readonly label: string; readonly values: readonly string[] }[];
  /** The licence or statement of rights that a field names by its address; null where none does. */
  readonly rights: string | null;
  /** The organisation that shows it. */
  readonly provider: string;
  /** The collections that it stands in, those that may be told. */
  readonly parents: readonly Parent[];
  /** Those that are ready, in their order; at least one. */
  readonly images: readonly [ManifestImage, ...ManifestImage[]];
}

/** The size of the image on its canvas, as both versions write it. */
export function bodySize({ delivered, width_px, height_px }: ManifestImage): {
  width: number;
  height: number;
} {
  return { width: delivered?.width_px ?? width_px, height: delivered?.height_px ?? height_px };
}
