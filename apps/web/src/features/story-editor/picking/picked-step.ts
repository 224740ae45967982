import type { ImageAsset } from '@armarium/contract/images';
import { displayTitle } from '../../../ui/display-title.ts';
import {
  boxAround,
  visibleRegion,
  wholeImage,
  type Extent,
  type Region,
} from '../../../viewers/area/region.ts';
import type { ZoomRegion } from '../../../viewers/zoom-stage.ts';

/** A step to be added: a region of an image. */
export interface PickedStep {
  readonly assetUuid: string;
  /** The title of the image; empty where it is only the name of its file, which tells a reader nothing. */
  readonly title: string;
  readonly region: Region;
}

/** Whether an image is ready, so that there is something to choose of it. */
export const isReady = (image: ImageAsset): boolean =>
  image.importState === 'DONE' && image.width_px !== null && image.height_px !== null;

export const extentOf = ({ width_px, height_px }: ImageAsset): Extent => ({
  width: width_px ?? 0,
  height: height_px ?? 0,
});

export const nameOf = ({ sgtt, originalFilename }: ImageAsset): string =>
  displayTitle(sgtt) || originalFilename;

/** The title that somebody gave an image: an upload gets the name of its file, without the extension. */
function givenTitle({ sgtt, originalFilename }: ImageAsset): string {
  const title = displayTitle(sgtt);
  const fileName = originalFilename.replace(/\.[^.]{1,5}$/, '');
  // The pages of one file are numbered.
  return title.replace(/ \(\d+\)$/, '') === fileName ? '' : title;
}

/** The uuid of the item that an image stands in. */
export const itemOf = ({ _links }: ImageAsset): string =>
  new URL(_links.culturalItem.href, window.location.href).pathname.split('/').at(-1) ?? '';

/** The step for a region of an image; without one, for all of it. */
export function pickedStep(asset: ImageAsset, region = wholeImage(extentOf(asset))): PickedStep {
  return { assetUuid: asset.uuid, title: givenTitle(asset), region };
}

/** The step for what is seen of an image. @param seen perhaps beyond the image, and turned around its middle */
export const stepOfView = (asset: ImageAsset, seen: ZoomRegion): PickedStep =>
  pickedStep(asset, visibleRegion(boxAround(seen, seen.rotation), extentOf(asset)));
