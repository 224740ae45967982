/** Longer words are compared as far as this. */
const WORD_MAX_CHARACTERS = 200;

/** The scripts that are written without spaces between words (decisions §11). */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}]';
const words = new RegExp(
  `(?<unspaced>(?:(?=[\\p{L}\\p{N}])${unspaced})+)|(?:(?!${unspaced})[\\p{L}\\p{N}])+`,
  'gu',
);
const ascii = /^[\n -~]*$/;

/** A word of a text. `isUnspaced`: a run of a script without spaces, of which each part may be a word. */
export interface SearchWord {
  readonly text: string;
  readonly isUnspaced: boolean;
}

/** The words of a folded text (decisions §11), which is split at everything that is no letter or digit. */
export function wordsOf(folded: string): SearchWord[] {
  // Nearly all texts are plain, and need no look at scripts.
  if (ascii.test(folded)) {
    return (folded.match(/[a-z0-9]+/g) ?? []).map((text) => ({ text: compared(text), isUnspaced: false }));
  }
  return [...folded.matchAll(words)].map(({ 0: text, groups }) => {
    const isUnspaced = groups?.['unspaced'] !== undefined;
    return { text: isUnspaced ? text : compared(text), isUnspaced };
  });
}

function compared(word: string): string {
  return word.length <= WORD_MAX_CHARACTERS ? word : [...word].slice(0, WORD_MAX_CHARACTERS).join('');
}

/** The runs of characters of a folded text that are neither letters, digits, white space nor control characters. */
export function signsOf(folded: string): string[] {
  return folded.match(/[^\p{L}\p{N}\s\p{Cc}\p{Cs}]+/gu) ?? [];
}

/**
 * The words that the index has of a folded text, in their order. A run of a script without spaces is in it as
 * `pairsOf` gives it.
 */
export function indexedWords(folded: string): string[] {
  return wordsOf(folded).flatMap(({ text, isUnspaced }) => (isUnspaced ? pairsOf(text) : [text]));
}

/** The pairs of neighbours in a run of characters, and its last character alone: each part of it is a phrase of pairs. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/**
 * Whether a folded text has words that begin with all of some others; of a run without spaces any part will do. Where
 * what is asked for has neither letters nor digits, it is looked for as it stands.
 */
export function hasWords(folded: string, asked: string): boolean {
  const sought = wordsOf(asked);
  if (sought.length === 0) return folded.includes(asked);
  const there = wordsOf(folded);
  return sought.every(({ text, isUnspaced }) =>
    there.some((word) => (isUnspaced ? word.text.includes(text) : word.text.startsWith(text))),
  );
}
