import { confinedSize } from '../../../iiif-image/confined-source.ts';
import { type Caller, isHiddenFrom } from '../../admission/public.ts';
import { type Original, type Region, type Size, scaledRegion, type StepRow } from '../../story/public.ts';
import { rightsOf, rightsValues } from '../manifest/manifest-rights.ts';
import type { StoryRecord } from './story-record.queries.ts';

/** An image as this reader gets it: a visitor's may be smaller than the original. */
export interface ReaderImage extends Size {
  readonly uuid: string;
  readonly label: string;
  readonly itemTitle: string;
  readonly pressmark: string;
  /** What the record says about rights, as texts or addresses. */
  readonly rights: readonly string[];
  /** The licence or statement of rights that viewers know by its address; null where the record names none. */
  readonly licence: string | null;
  /** The file that it was made from, where the reader may see the item. */
  readonly original: Original | undefined;
  /** The size of the whole image. */
  readonly whole: Size;
  /** The uuid of the item, where the reader may open its manifest. */
  readonly itemWithManifest: string | undefined;
}

/** A step as this reader sees it. */
export interface ReaderStep extends Pick<StepRow, 'uuid' | 'title' | 'alt' | 'commentary' | 'transition'> {
  /** Undefined where the image is gone, is not ready, or is closed to the reader. */
  readonly image: ReaderImage | undefined;
  /** In pixels of the image as the reader gets it. */
  readonly region: Region;
  /** In pixels of the whole image. */
  readonly wholeRegion: Region;
}

/**
 * The steps of a story as this caller sees them. Visitors, with a token too, see the images that the story opens, at the
 * public size. Members see these too where the story is public, and all others but those of restricted items that are hidden
 * from them (decisions §4). Pure.
 */
export function stepsForReader(story: StoryRecord, caller: Caller): ReaderStep[] {
  const images = new Map<string, ReaderImage | undefined>();
  for (const step of story.steps)
    if (!images.has(step.asset)) images.set(step.asset, readerImage(step, story, caller));
  return story.steps.map(({ uuid, title, alt, commentary, transition, asset, region, drawnOn }) => {
    const image = images.get(asset);
    return {
      ...{ uuid, title, alt, commentary, transition, image },
      region: image ? scaledRegion(region, drawnOn, image) : region,
      wholeRegion: image ? scaledRegion(region, drawnOn, image.whole) : region,
    };
  });
}

function readerImage(
  { asset, image }: StepRow,
  { images, items, visibility, publicMax_px }: StoryRecord,
  { actor }: Caller,
): ReaderImage | undefined {
  const shown = images.get(asset);
  const item = items.get(image?.itemUuid ?? '');
  if (!shown || !item || !image?.size) return undefined;
  const seesItem = !isHiddenFrom(actor, item);
  const isShown = actor ? seesItem || (image.isOpen && visibility === 'public') : image.isOpen;
  if (!isShown) return undefined;
  return {
    uuid: asset,
    label: shown.label,
    original: actor && seesItem ? shown.original : undefined,
    ...sizeForReader(image.size, actor, publicMax_px),
    itemTitle: item.title,
    pressmark: item.pressmark,
    rights: rightsValues(item.metadata),
    licence: rightsOf(item.metadata),
    whole: image.size,
    itemWithManifest: seesItem ? item.uuid : undefined,
  };
}

/** The size of an image as this reader gets it. @param publicMax_px the longest side of what visitors get; null for all */
export function sizeForReader(size: Size, actor: Caller['actor'], publicMax_px: number | null): Size {
  if (actor || publicMax_px === null) return size;
  const { width_px, height_px } = confinedSize(
    { width_px: size.width, height_px: size.height },
    publicMax_px,
  );
  return { width: width_px, height: height_px };
}
