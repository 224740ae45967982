import { cleanText } from '../../modules/records/public.ts';
import { RefusedRow } from './refused-row.ts';

const NAME_MAX_CHARACTERS = 255;

/**
 * The name of a field from a key or a column's heading: cleaned, white space reduced to one blank.
 * @throws RefusedRow where it is not allowed as a name
 */
export function fieldName(text: string): string {
  const name = cleanText(text).replace(/\s+/gu, ' ');
  if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    throw new RefusedRow(
      `The name of a field ("${name.replace(/[\p{Cc}\p{Cs}]/gu, '?')}") holds a character that is none.`,
      'Give the field another name.',
    );
  }
  if ([...name].length > NAME_MAX_CHARACTERS) {
    throw new RefusedRow(
      `The name of a field ("${name.slice(0, 40)}…") has more than ${NAME_MAX_CHARACTERS} characters.`,
      'Give the field a shorter name.',
    );
  }
  return name;
}

/** A readable label: `date.notBefore` → `Date: not before`; a name with blanks is its own label. */
export function labelOf(name: string): string {
  const words = name.includes(' ')
    ? name
    : name
        .split('.')
        .map((part) =>
          part
            .replace(/[_-]+/g, ' ')
            .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
            .replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
            .trim(),
        )
        .join(': ');
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
