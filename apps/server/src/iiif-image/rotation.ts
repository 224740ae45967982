import { DECIMAL, writeDecimal } from './number-grammar.ts';
import { ImageRequestError } from './request-error.ts';

/** Mirrored at the vertical axis first, then turned clockwise by 0 ≤ `degrees` < 360. */
export interface Rotation {
  mirror: boolean;
  degrees: number;
}

const ROTATION = new RegExp(`^(!?)${DECIMAL}$`);

/**
 * Reads a rotation, decoded: `n` or `!n`, n from 0 to 360, of which ten decimals are kept (§4.3 of both
 * versions). 360 is the same picture as 0 and becomes it.
 *
 * @throws ImageRequestError 400 for any other form or a number above 360.
 */
export function parseRotation(text: string): Rotation {
  const match = ROTATION.exec(text);
  if (match === null || Number(match[2]) > 360) {
    throw new ImageRequestError(
      'rotation',
      `“${text}” is not a number from 0 to 360, with or without a ! before it`,
    );
  }
  return { mirror: match[1] === '!', degrees: Number(writeDecimal(Number(match[2]))) % 360 };
}

/** The canonical form of a rotation (3.0 §4.8, 2.1.1 §4.7). */
export function canonicalRotation(rotation: Rotation): string {
  return `${rotation.mirror ? '!' : ''}${writeDecimal(rotation.degrees)}`;
}
