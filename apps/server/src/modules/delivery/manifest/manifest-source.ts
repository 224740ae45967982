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
  /** The organisation that shows it. */
  readonly provider: string;
  /** Those that are ready, in their order; at least one. */
  readonly images: readonly [ManifestImage, ...ManifestImage[]];
}

/** The address of a thumbnail at exactly its stored size: a file that the image engine hands through. */
export function thumbnailId(service: string, { thumbnail }: ManifestImage): string {
  return `${service}/full/${thumbnail.width_px},${thumbnail.height_px}/0/default.jpg`;
}

/** The size of the image on its canvas, as both versions write it. */
export function bodySize({ delivered, width_px, height_px }: ManifestImage): {
  width: number;
  height: number;
} {
  return { width: delivered?.width_px ?? width_px, height: delivered?.height_px ?? height_px };
}
