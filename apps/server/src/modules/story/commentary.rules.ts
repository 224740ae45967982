import sanitizeHtml from 'sanitize-html';
import { readLength } from '@armarium/contract/read-length';
import { COMMENTARY_MAX_CHARACTERS, COMMENTARY_MAX_MARKUP } from '@armarium/contract/story-steps';

/** Blocks of other programs; the text of each stands for itself. */
const blocks = ['div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'section', 'article', 'pre', 'tr'];

const cleaning: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li'],
  allowedAttributes: { a: ['href'] },
  transformTags: {
    // The old names of the same things, as other programs write them.
    b: 'strong',
    i: 'em',
    ...Object.fromEntries(blocks.map((block) => [block, 'p'])),
    a: (tagName, { href = '' }) => {
      const attribs: sanitizeHtml.Attributes = leadsSomewhere(href) ? { href } : {};
      return { tagName, attribs };
    },
  },
  // What Word brings along is no text.
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'head', 'xml'],
  disallowedTagsMode: 'discard',
  // More than lists within lists need; deeper elements are left out with their text.
  nestingLimit: 16,
};

/** Whether an address is whole: a relative one would lead somewhere else wherever the text is shown. */
function leadsSomewhere(href: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(href.trim()) && URL.canParse(href);
}

/** A commentary as it is stored and shown: with the tags of wire.md alone. */
export function cleanCommentary(html: string): string {
  // Cells of a table stand beside each other.
  const parted = html.replace(/<\/t[dh]>/gi, ' ');
  const cleaned = sanitizeHtml(parted, cleaning).normalize('NFC').trim();
  return textOf(cleaned) === '' ? '' : cleaned;
}

/** What is read of a commentary, without its markup: its characters are counted. */
export function textOf(html: string): string {
  // The end of a block parts words.
  const parted = html.replace(/<(?:\/p|\/li|br\s*\/?)>/gi, ' ');
  const text = sanitizeHtml(parted, { allowedTags: [], allowedAttributes: {} });
  return decoded(text).replace(/\s+/g, ' ').trim();
}

/** The characters that the cleaning writes as entities. */
const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** More code units than 800 characters have in any language; a letter can carry any number of accents. */
const CODE_UNITS_MAX = 10 * COMMENTARY_MAX_CHARACTERS;

const TOO_MUCH = 'the commentary has too many accents or too much markup. Paste it as plain text.';

/** What is wrong with a commentary that is cleaned; undefined where it fits. */
export function commentaryProblem(cleaned: string): string | undefined {
  // Before the markup is read, which takes long for much of it.
  if (cleaned.length > COMMENTARY_MAX_MARKUP) return TOO_MUCH;
  const text = textOf(cleaned);
  const length = readLength(text);
  if (length > COMMENTARY_MAX_CHARACTERS)
    return `the commentary has ${length} characters, and ${COMMENTARY_MAX_CHARACTERS} fit.`;
  return text.length > CODE_UNITS_MAX ? TOO_MUCH : undefined;
}
