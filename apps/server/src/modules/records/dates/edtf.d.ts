/**
 * Extended Date/Time Format, EDTF (ISO 8601-2), level 2. Declares only the part of the library that is used.
 */
declare module 'edtf' {
  /**
   * The first and the last moment, milliseconds since 1970, both inclusive. Infinite where a bound is open,
   * null where it is unknown, NaN for years outside the range of Date.
   * @throws for a text that is no EDTF
   */
  export default function edtf(text: string): { readonly min: number | null; readonly max: number | null };
}
