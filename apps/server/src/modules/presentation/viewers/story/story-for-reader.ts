import { confinedSize } from '../../../../iiif-image/confined-source.ts';
import { type Caller, isHiddenFrom } from '../../../admission/public.ts';
import { type Region, type Size, scaledRegion, type StoredStep } from '../../../story/public.ts';
import { rightsValues } from '../../manifest/manifest-rights.ts';
import type { StoryImage, StoryRecord } from './shown-story.queries.ts';

/** An image as this reader gets it: a visitor's may be smaller than the original. */
export interface ReaderImage extends Size {
  readonly uuid: string;
  readonly label: string;
  readonly itemTitle: string;
  readonly pressmark: string;
  /** What the record says about rights, as texts or addresses. */
  readonly rights: readonly string[];
  /** The uuid of the item, where the reader may open its manifest. */
  readonly itemWithManifest: string | undefined;
}

/** A step as this reader sees it. */
export interface ReaderStep extends Pick<StoredStep, 'uuid' | 'title' | 'alt' | 'commentary' | 'transition'> {
  /** Undefined where the image is gone, is not ready, or is closed to the reader. */
  readonly image: ReaderImage | undefined;
  /** In pixels of the image as the reader gets it. */
  readonly region: Region;
}

/**
 * The steps of a story as this caller sees them. Visitors, with a token too, see the images that the story opens, at the
 * public size. Members see these too where the story is public, and all others but those of restricted items that are hidden
 * from them (decisions §4). Pure.
 */
export function stepsForReader(story: StoryRecord, { actor }: Caller): ReaderStep[] {
  const longest_px = actor ? null : story.publicMax_px;
  const readerImages = new Map(
    [...story.images.values()]
      .filter(({ isOpen, item }) =>
        actor ? !isHiddenFrom(actor, item) || (isOpen && story.visibility === 'public') : isOpen,
      )
      .map((image) => [image.uuid, readerImage(image, longest_px, !isHiddenFrom(actor, image.item))]),
  );
  return story.steps.map(({ asset, region, drawnOn, ...step }) => {
    const image = readerImages.get(asset);
    return { ...step, image, region: image ? scaledRegion(region, drawnOn, image) : region };
  });
}

function readerImage(
  { uuid, label, width, height, item }: StoryImage,
  longest_px: number | null,
  seesItem: boolean,
): ReaderImage {
  const { width_px, height_px } =
    longest_px === null
      ? { width_px: width, height_px: height }
      : confinedSize({ width_px: width, height_px: height }, longest_px);
  return {
    uuid,
    label,
    width: width_px,
    height: height_px,
    itemTitle: item.title,
    pressmark: item.pressmark,
    rights: rightsValues(item.metadata),
    itemWithManifest: seesItem ? item.uuid : undefined,
  };
}
