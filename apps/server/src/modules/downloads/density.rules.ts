import { PRINT_dpi } from '@armarium/contract/downloads';
import type { ImagePlan } from '../../iiif-image/plan.ts';
import { printFrames } from './archive.rules.ts';

/** What programs take a file to have that states nothing. The encoders can't leave it out. */
const UNKNOWN_dpi = 72;

/**
 * The pixels per inch that a downloaded file states, as a whole number. At the sizes for print it is that of the
 * print; at any other the picture keeps the size on paper that the original has, so that the scale of a scan is kept.
 * @param size as it was asked for, such as `!3508,2480`
 * @param original_dpi null where the original states none
 */
export function density_dpi(
  size: string,
  plan: Pick<ImagePlan, 'region' | 'size'>,
  original_dpi: number | null,
): number {
  if (printFrames.some((frame) => size === `!${frame}`)) return PRINT_dpi;
  if (original_dpi === null) return UNKNOWN_dpi;
  return Math.max(1, Math.round((original_dpi * plan.size.width_px) / plan.region.width_px));
}
