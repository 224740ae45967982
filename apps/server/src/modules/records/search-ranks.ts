import type { SearchGroup } from '@armarium/contract/search-grammar';
import { sortTitle } from './record-text.ts';
import { bareWord, quotedWord, titleWords } from './record-words.ts';
import { allOf, anyOf, readSearch, termCondition, type SearchScope } from './search-condition.ts';

/**
 * What decides the place of a record among those that a search finds (decisions §11), best first, for
 * `rank_expression` of the database. What can't be true of any record is absent.
 */
export interface SearchRanks {
  /** What the text asks of the pressmark as a whole pressmark without punctuation, as a `tsquery`. */
  readonly pressmark?: string;
  /** What the text asks of the title as a whole title, or as its beginning (`titleWords`). */
  readonly title?: string;
  /** The same in the form by which titles are sorted (`sortTitle`). */
  readonly sortTitle?: string;
  /** All terms in the title, as a `tsquery`. */
  readonly inTitle: string;
  /** Each term in the title or the author, as a `tsquery`. */
  readonly inTitleOrAuthor: string;
}

/**
 * @param text one that `searchConditions` takes
 * @returns undefined where the text asks for nothing that a record has: without a term, or with exclusions alone
 */
export function searchRanks(text: string, scope: SearchScope): SearchRanks | undefined {
  const groups = readSearch(text, scope);
  const sought = groups.filter((group) => group.some(({ isExcluded }) => !isExcluded));
  if (sought.length === 0) return undefined;
  const title = wordsAskedOf('sgtt', sought, scope);
  const pressmark = scope.hasPressmarks ? wordsAskedOf('pressmark', sought, scope).replaceAll(' ', '') : '';
  const within = (fields: SearchScope['only']) =>
    allOf(
      sought.map((group) =>
        anyOf(
          group.map((term) =>
            termCondition(term, { only: fields, hasPressmarks: false, fields: scope.fields ?? [] }),
          ),
        ),
      ),
    );
  return {
    ...(pressmark !== '' && { pressmark: quotedWord(bareWord(pressmark)) }),
    ...(title !== '' && { title: titleWords(title), sortTitle: sortTitle(title) }),
    inTitle: within(['sgtt']),
    inTitleOrAuthor: within(['sgtt', 'autn']),
  };
}

/**
 * The words and phrases that a search asks of a field, or of all fields, one behind the other; terms of other fields
 * are left out. Empty where one of several terms is enough.
 */
function wordsAskedOf(
  field: 'sgtt' | 'pressmark',
  groups: readonly SearchGroup[],
  { only }: SearchScope,
): string {
  const isAsked = (group: SearchGroup) =>
    group.some((term) => (term.field ?? (only === undefined || only.includes(field) ? field : '')) === field);
  const asking = groups.filter(isAsked);
  if (asking.some((group) => group.length > 1)) return '';
  return asking.flatMap(([{ words }]) => words.map(({ text }) => text)).join(' ');
}
