/** Extended Date/Time Format, EDTF (ISO 8601-2), level 2: as much of the library as is used. */
declare module 'edtf' {
  /**
   * The first and the last moment, milliseconds since 1970, both inclusive; infinite where a bound is open, null where it is
   * unknown, NaN for years beyond the reach of Date.
   * @throws for what is no EDTF
   */
  export default function edtf(text: string): { readonly min: number | null; readonly max: number | null };
}
