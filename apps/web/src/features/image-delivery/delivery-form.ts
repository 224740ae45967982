import {
  PUBLIC_MIN_PX,
  standardWatermark,
  type ImageDelivery,
  type WatermarkPlace,
} from '@armarium/contract/image-delivery';

/** How a watermark stands in an image. */
export interface Standing {
  readonly place: WatermarkPlace;
  /** Percent. */
  readonly opacity: number;
  /** Percent of the width of an image. */
  readonly width: number;
}

/** What is chosen and typed. A number that is not whole yet is the text of its field. */
export interface DeliveryDraft {
  readonly isFull: boolean;
  readonly public_px: number | string;
  readonly place: WatermarkPlace;
  readonly opacity: number | string;
  readonly width: number | string;
}

export type Fault = 'public_px' | 'opacity' | 'width';

/** The sides that a field takes; those of the contract. */
export const limits = {
  public_px: { min: PUBLIC_MIN_PX, max: 1_000_000 },
  opacity: { min: 5, max: 100 },
  width: { min: 5, max: 100 },
} as const;

/** Wide enough for a screen, and too small for a print. */
const usual_px = 2048;

export function draftOf({ publicMaxPx, watermark }: Pick<ImageDelivery, 'publicMaxPx' | 'watermark'>) {
  const { place, opacity, width } = watermark ?? standardWatermark;
  const draft: DeliveryDraft = {
    isFull: publicMaxPx === null,
    public_px: publicMaxPx ?? usual_px,
    place,
    opacity,
    width,
  };
  return draft;
}

function isWithin(value: number | string, { min, max }: { min: number; max: number }): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

/** The longest side for visitors, null for full size; undefined as long as it can't be sent. */
export function publicSizeOf({ isFull, public_px }: DeliveryDraft): number | null | undefined {
  if (isFull) return null;
  return isWithin(public_px, limits.public_px) ? public_px : undefined;
}

/** How the watermark would stand; undefined as long as it can't be sent. */
export function standingOf({ place, opacity, width }: DeliveryDraft): Standing | undefined {
  if (!isWithin(opacity, limits.opacity) || !isWithin(width, limits.width)) return undefined;
  return { place, opacity, width };
}

/** The fields that can't be sent. @param hasWatermark whether there is a watermark, or a picture for one */
export function faultsOf(draft: DeliveryDraft, hasWatermark: boolean): Fault[] {
  return [
    ...(publicSizeOf(draft) === undefined ? (['public_px'] as const) : []),
    ...(hasWatermark
      ? (['opacity', 'width'] as const).filter((field) => !isWithin(draft[field], limits[field]))
      : []),
  ];
}

/** Whether the public size differs. */
export const changesSize = (base: DeliveryDraft, draft: DeliveryDraft) =>
  base.isFull !== draft.isFull || (!draft.isFull && base.public_px !== draft.public_px);

/** The parts of a watermark that differ. */
export const changedStanding = (base: DeliveryDraft, draft: DeliveryDraft) =>
  (['place', 'opacity', 'width'] as const).filter((part) => base[part] !== draft[part]);

/** A draft over settings that others changed meanwhile: what was chosen stays, all else is theirs. */
export function mergedDraft(base: DeliveryDraft, draft: DeliveryDraft, theirs: DeliveryDraft): DeliveryDraft {
  const { isFull, public_px } = changesSize(base, draft) ? draft : theirs;
  const chosen = Object.fromEntries(changedStanding(base, draft).map((part) => [part, draft[part]]));
  return { ...theirs, isFull, public_px, ...chosen };
}

/** In pixels. */
interface Size {
  readonly width_px: number;
  readonly height_px: number;
}

/**
 * The size at which visitors get an image: its longer side is at most so long. The server's rule is `confinedSize`.
 * @param longest_px null for full size
 */
export function visitorsSize({ width_px, height_px }: Size, longest_px: number | null): Size {
  const longer_px = Math.max(width_px, height_px);
  if (longest_px === null || longer_px <= longest_px) return { width_px, height_px };
  const shortened = (side_px: number) => Math.max(1, Math.round((side_px * longest_px) / longer_px));
  return { width_px: shortened(width_px), height_px: shortened(height_px) };
}
