import {
  changeImageDelivery,
  getImageDelivery,
  previewWatermark,
  removeWatermark,
  setWatermark,
  type ImageDelivery,
} from '@armarium/contract/image-delivery';
import type { BodyOf } from '@armarium/contract/operation';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { callForFile } from '../../../lib/call-for-file.ts';
import type { Standing } from '../delivery-form.ts';

/** The settings as they were read, with the entity tag that a change sends back. */
export interface TaggedDelivery {
  readonly answer: ImageDelivery;
  readonly tag: string | undefined;
}

/** A picture that was chosen and not saved yet. Two choices of one file have different ids. */
export interface ChosenPicture {
  readonly file: File;
  readonly id: number;
}

export const deliveryQuery = queryOptions({
  queryKey: ['image-delivery', 'settings'],
  queryFn: ({ signal }): Promise<TaggedDelivery> => callTagged(getImageDelivery, { signal }),
  staleTime: 0,
  meta: { inPlace: true },
});

/**
 * An image of the organisation with a watermark that is not saved.
 * @param revision of the watermark that is set, which is used where no picture is chosen
 */
export function previewQuery(
  picture: ChosenPicture | undefined,
  revision: string | undefined,
  standing: Standing,
) {
  return queryOptions({
    queryKey: ['image-delivery', 'preview', picture?.id ?? revision, standing],
    queryFn: ({ signal }) => callForFile(previewWatermark, { file: picture?.file, query: standing, signal }),
    placeholderData: (previous) => previous,
    // A picture that was looked at is shown again without being drawn again, as long as the page is open.
    staleTime: Infinity,
    gcTime: 60_000,
    // Its failures stand in its place.
    meta: { quiet: true },
  });
}

const matching = (tag: string | undefined) => (tag === undefined ? {} : { ifMatch: tag });

/** @param tag the entity tag of the settings as they were read */
export const changeDelivery = (body: BodyOf<typeof changeImageDelivery>, tag: string | undefined) =>
  callTagged(changeImageDelivery, { body, ...matching(tag) });

export const sendWatermark = (file: File, standing: Standing, tag: string | undefined) =>
  callTagged(setWatermark, { file, query: standing, ...matching(tag) });

export const takeWatermarkAway = (tag: string | undefined) => call(removeWatermark, matching(tag));
