/**
 * The only ways a number may be written in an image request (Image API 3.0 §4.7, 2.1.1 §4): decimal digits,
 * with one point where fractions are allowed. No sign, no exponent, no bare trailing point. A missing
 * leading zero (`.5`) is discouraged there, not forbidden, and is read.
 */
export const INTEGER = String.raw`(\d+)`;
export const DECIMAL = String.raw`(\d+(?:\.\d+)?|\.\d+)`;

/**
 * Writes a number as the canonical form wants it: an integer if possible, else digits and a point with a
 * leading zero and no trailing ones; at most 10 decimals, never an exponent.
 */
export function writeDecimal(value: number): string {
  return value.toFixed(10).replace(/\.?0+$/, '');
}
