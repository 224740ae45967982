import { readLength } from '@armarium/contract/read-length';
import { COMMENTARY_MAX_CHARACTERS } from '@armarium/contract/story-steps';

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  amp: '&',
};

/** What is read of a commentary, without its markup, as the server counts it. @param html as the editor writes it */
export function commentaryText(html: string): string {
  return html
    .replace(/<(?:\/p|\/li|br\s*\/?)>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|nbsp|amp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

/** The number of characters that are read of a commentary: a letter with its accents is one. */
export const commentaryLength = (html: string): number => readLength(commentaryText(html));

export const isCommentaryTooLong = (html: string): boolean =>
  // A text is never longer than its markup, so most texts need not be counted.
  html.length > COMMENTARY_MAX_CHARACTERS && commentaryLength(html) > COMMENTARY_MAX_CHARACTERS;
