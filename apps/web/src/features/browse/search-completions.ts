import { fold } from '@armarium/contract/folded-text';
import { searchFieldName } from '@armarium/contract/search-grammar';

/** A field that a search can name, for completions. */
export interface NamedField {
  /** As it is typed before the colon. */
  readonly name: string;
  readonly label: string;
  /** The values to choose from; empty where any can be typed. */
  readonly values: readonly string[];
}

export interface Completion {
  /** What the user chooses: `author:` or a value. */
  readonly text: string;
  /** Of a name, the label of its field. */
  readonly label?: string;
  /** The whole text of the search with it, and where the caret is then. */
  readonly search: string;
  readonly caret: number;
}

const COMPLETIONS_MAX = 8;
/** Of a shorter beginning of a name nothing is offered, since most words are no names. */
const NAME_MIN = 2;

/** The term that ends at the caret: its sign, a name, and the beginning of a value with or without a quote. */
const termAtCaret = /(?:^|\s)(?<sign>-?)(?<name>[^\s":]+)(?::(?<value>"[^"]*|[^\s"]*))?$/u;

/**
 * What the term at the caret may become: the name of a field, or a value of the field that it names.
 * @param caret in UTF-16 units
 */
export function completionsAt(text: string, caret: number, fields: readonly NamedField[]): Completion[] {
  const before = text.slice(0, caret);
  const groups = termAtCaret.exec(before)?.groups;
  if (!groups) return [];
  const { sign = '', name = '', value } = groups;
  const isQuoted = value?.startsWith('"') ?? false;
  const start = caret - (value === undefined ? 0 : value.length + 1) - name.length - sign.length;
  // Within a phrase there are no names.
  if ((text.slice(0, start).match(/"/g)?.length ?? 0) % 2 === 1) return [];
  const ending = value === undefined ? /^[^\s":]*:?/ : isQuoted ? /^[^"]*"?/ : /^[^\s"]*/;
  const rest = text.slice(caret).replace(ending, '');
  const completed = (written: string, further: Pick<Completion, 'text' | 'label'>): Completion => {
    const search = text.slice(0, start) + sign + written;
    return { ...further, search: search + rest, caret: search.length };
  };
  const typed = searchFieldName(name);
  if (value === undefined) {
    if (name.length < NAME_MIN) return [];
    return fields
      .filter((field) => field.name.startsWith(typed) || searchFieldName(field.label).startsWith(typed))
      .slice(0, COMPLETIONS_MAX)
      .map((field) => completed(`${field.name}:`, { text: `${field.name}:`, label: field.label }));
  }
  const field = fields.find((one) => one.name === typed || searchFieldName(one.label) === typed);
  const begun = fold(value.replace(/^"/, ''));
  return (field?.values ?? [])
    .filter((one) => ` ${fold(one)}`.includes(` ${begun}`) && fold(one) !== begun)
    .slice(0, COMPLETIONS_MAX)
    .map((one) => {
      const written = /[\s":]/.test(one) ? `"${one.replaceAll('"', ' ')}"` : one;
      return completed(`${name}:${written} `, { text: one });
    });
}

/** The text with another word in place of the one at its end. */
export function completedWord(text: string, word: string): string {
  return text.replace(/[\p{L}\p{N}\p{M}\p{Cf}]+$/u, word);
}
