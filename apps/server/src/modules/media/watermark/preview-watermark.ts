import { configureSharp } from '../image/configure-sharp.ts';
import { watermarkPreview, type WatermarkPicture } from '../image/watermark-image.ts';
import { drawWatermark } from './draw-watermark.ts';

export interface PreviewTask {
  /** The path of a clean pyramid of ours; null for a plain picture. */
  readonly pyramid: string | null;
  readonly mark: WatermarkPicture;
  /** Whether the picture of the mark is a file as it was sent, from which it would still have to be drawn. */
  readonly isSent: boolean;
}

/**
 * Draws the watermark into a small copy of an image; nothing is kept.
 * @returns a JPEG in base64, in which form another process can hand it over
 * @throws MediaRefused where a sent file is not an accepted image
 */
export async function previewWatermark({ pyramid, mark, isSent }: PreviewTask): Promise<string> {
  configureSharp();
  const picture = isSent ? await drawWatermark(mark.path) : mark.path;
  return (await watermarkPreview(pyramid, picture, mark)).toString('base64');
}
