import type { ImageAsset } from '@armarium/contract/images';
import { displayTitle } from '../../ui/display-title.ts';

/** What an image is called; one without a title by the name of its file. Pure. */
export const imageTitle = ({
  sgtt,
  originalFilename,
}: Pick<ImageAsset, 'sgtt' | 'originalFilename'>): string => displayTitle(sgtt) || originalFilename;
