import type { Labels } from '@armarium/contract/labels';
import type { Behavior, ViewingDirection } from '@armarium/contract/item-presentation';
import type { Parent, Provider } from './collection-source.ts';
import type { RangeNode } from './structures.ts';

export interface Size {
  readonly width_px: number;
  readonly height_px: number;
}

/** One image of an item, as it is painted on a canvas of its own. */
export interface ManifestImage {
  readonly uuid: string;
  readonly label: string;
  readonly width_px: number;
  readonly height_px: number;
  /** What is given out of it, where that is less. */
  readonly delivered?: Size;
  readonly thumbnail: Size;
}

/** A caption file of a sound or video. */
interface ManifestCaptions {
  readonly uuid: string;
  /** As BCP 47 writes it. */
  readonly language: string;
  readonly label: string;
}

/** A sound or video of an item. */
export interface ManifestRecording {
  readonly kind: 'audio' | 'video';
  readonly uuid: string;
  readonly label: string;
  readonly duration_s: number;
  /** Of the copy that is played. */
  readonly mediaType: string;
  readonly hasPeaks: boolean;
  /** Of a video its own size, upright, that of the copy and those of its pictures; null of a sound. */
  readonly size: Size | null;
  readonly played: Size | null;
  readonly poster: Size | null;
  readonly thumbnail: Size | null;
  readonly captions: readonly ManifestCaptions[];
}

/** A 3D model of an item. */
export interface ManifestModel {
  readonly uuid: string;
  readonly label: string;
  readonly thumbnail: Size | null;
}

/** A PDF that images of the item were made of. */
export interface ManifestDocument {
  /** One of these images. */
  readonly image: string;
  readonly filename: string;
}

/** An item as its manifests tell it. Ids alone, never an origin (decisions §2): each answer puts its own before them. */
export interface ManifestSource {
  readonly uuid: string;
  readonly title: string;
  readonly description: string;
  /** Fields with their labels, in the organisation's order. */
  readonly metadata: readonly {
    readonly label: string;
    readonly labels: Labels;
    readonly values: readonly string[];
  }[];
  /** The licence or statement of rights that a field names by its address; null where none does. */
  readonly rights: string | null;
  readonly provider: Provider;
  /** The collection in which the catalogue shows it to the caller; undefined for those who have no session. */
  readonly shownIn: string | undefined;
  /** The day that its first date means, year × 10000 + month × 100 + day; null where none is understood. */
  readonly day: number | null;
  readonly viewingDirection: ViewingDirection | null;
  readonly behavior: Behavior | null;
  /** The table of contents; its items are indexes of `images`. */
  readonly structures: readonly RangeNode[];
  /** The collections that hold it, as far as the viewer may see them. */
  readonly parents: readonly Parent[];
  // Those that are ready, in their order; of images, recordings and models at least one.
  readonly images: readonly ManifestImage[];
  readonly recordings: readonly ManifestRecording[];
  readonly models: readonly ManifestModel[];
  /** Those that the caller may have. */
  readonly documents: readonly ManifestDocument[];
}

/**
 * The layout that viewers are told: of images alone, since the others have canvases without sides (3.0 §3.2, behavior).
 */
export function layoutOf({ behavior, images }: ManifestSource): Behavior | undefined {
  return behavior === null || images.length === 0 ? undefined : behavior;
}

/** The size of the image on its canvas, as both versions write it. */
export function bodySize({ delivered, width_px, height_px }: ManifestImage): {
  width: number;
  height: number;
} {
  return { width: delivered?.width_px ?? width_px, height: delivered?.height_px ?? height_px };
}
