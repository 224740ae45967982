import type { DownloadFormat } from '@armarium/contract/downloads';
import type { ImageAsset } from '@armarium/contract/images';
import {
  fittedCrop,
  frameOf,
  largestCrop,
  middleCrop,
  readCrop,
  writtenCrop,
  type Crop,
  type CropSide,
  type CropText,
  type Extent,
  type SizeName,
} from './variant.ts';

/** What was chosen. The page that shows the form keeps it for the next download. */
export interface DownloadChoice {
  readonly isWhole: boolean;
  readonly size: SizeName;
  readonly format: DownloadFormat;
  readonly wantsCrop: boolean;
  readonly typed: { readonly imageUuid: string; readonly text: CropText } | undefined;
}

export const firstChoice: DownloadChoice = {
  isWhole: false,
  size: 'square',
  format: 'jpg',
  wantsCrop: false,
  typed: undefined,
};

/** The part of an image that is being chosen. */
export interface Cropping {
  readonly imageUuid: string;
  readonly image: Extent;
  readonly largest: Extent;
  readonly text: CropText;
  /** What the text means, or its first side that is wrong. */
  readonly read: Crop | { faulty: CropSide };
}

interface ChosenDownload {
  /** The image that can be downloaded; undefined where it isn't ready. */
  readonly single: ImageAsset | undefined;
  readonly isWhole: boolean;
  readonly mayCrop: boolean;
  /** Why no part can be taken, whatever the image. */
  readonly cropRefusal: 'cropOfOne' | 'cropOfSize' | undefined;
  readonly cropping: Cropping | undefined;
}

/** What a choice comes to for the image that is shown. */
export function chosenDownload(
  { isWhole: wantsWhole, size, wantsCrop, typed }: DownloadChoice,
  image: ImageAsset | undefined,
  singleOnly: boolean,
): ChosenDownload {
  const single = image?.importState === 'DONE' ? image : undefined;
  const isWhole = wantsWhole && !singleOnly;
  const frame = frameOf(size);
  const extent =
    single?.width_px && single.height_px ? { width: single.width_px, height: single.height_px } : undefined;
  const mayCrop = !isWhole && frame !== undefined && extent !== undefined;
  return {
    single,
    isWhole,
    mayCrop,
    cropRefusal: isWhole ? 'cropOfOne' : frame === undefined ? 'cropOfSize' : undefined,
    cropping: wantsCrop && mayCrop && single ? croppingOf(single.uuid, extent, frame, typed) : undefined,
  };
}

function croppingOf(
  imageUuid: string,
  image: Extent,
  frame: Extent,
  typed: DownloadChoice['typed'],
): Cropping {
  const largest = largestCrop(frame, image);
  const text =
    typed?.imageUuid === imageUuid
      ? fittedCrop(typed.text, largest)
      : writtenCrop(middleCrop(largest, image));
  return { imageUuid, image, largest, text, read: readCrop(text, largest, image) };
}
