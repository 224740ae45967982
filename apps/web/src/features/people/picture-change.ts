/** The side of a person's picture (USER-32). */
const SIDE_px = 300;

/** A part of a picture, in its own pixels. */
export interface PicturePart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What becomes of a person's picture when the form around it is saved. */
export type PictureChange =
  | {
      readonly kind: 'set';
      /** The PNG of 300 × 300 pixels. */
      readonly file: File;
      /** The same picture as a `data:` address, to be shown. */
      readonly address: string;
    }
  | { readonly kind: 'remove' };

/** Draws a part of a picture as a PNG of 300 × 300 pixels. */
export function croppedPicture(picture: HTMLImageElement, part: PicturePart): PictureChange {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_px;
  canvas.height = SIDE_px;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing on a canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, SIDE_px, SIDE_px);
  return pictureAt(canvas.toDataURL('image/png'));
}

/** The change that sets the PNG of a `data:` address. */
function pictureAt(address: string): PictureChange {
  const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) =>
    letter.charCodeAt(0),
  );
  return { kind: 'set', file: new File([bytes], 'picture.png', { type: 'image/png' }), address };
}
