import { sql, type RawBuilder } from 'kysely';
import {
  fileNumbers,
  fileValues,
  isFileNumber,
  isFileValue,
  lackableFileValues,
} from '@armarium/contract/file-facts';
import { FIELD_NAME_MAX, type ItemQuery } from '@armarium/contract/item-query';
import { FIELD_COLUMN } from '@armarium/contract/item-table';
import type { SearchedField } from '@armarium/contract/search-fields';
import type { TenantQueries } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import {
  askedDays,
  filterConditions,
  namedFields,
  normalisePressmark,
  numberRange,
  searchConditions,
  searchRanks,
  soughtBeginnings,
  wordsInPlaceOf,
  type Completions,
  type FieldFilters,
  type SearchScope,
  type WholeRange,
} from '../records/public.ts';

/** The standard fields that a search can be limited to. */
const limitingFields: readonly string[] = ['sgtt', 'autn', 'pressmark', 'sgti'];

/**
 * What a search looks through by its `findBy`: a standard field, or `field:` and the name of a searchable one; all of a
 * record where it names none.
 * @param fields as `namedFields` gives them
 */
export function limitedTo(findBy: string | undefined, fields: readonly SearchedField[]): SearchScope['only'] {
  if (findBy === undefined) return undefined;
  const isField = fields.some(({ name, isSearchable }) => isSearchable && findBy === FIELD_COLUMN + name);
  return isField || limitingFields.includes(findBy) ? [findBy] : undefined;
}

/** What the database knows about the text of a query. */
export interface QueryContext {
  /** The fields of templates that the query may name. */
  readonly fields: readonly SearchedField[];
  /** Of words in the text; absent where beginnings themselves are looked up. */
  readonly completions?: Completions;
}

/** The context with which a query finds exactly what stands when it is performed. */
export async function exactContext(db: TenantQueries, query: ItemQuery): Promise<QueryContext> {
  return { fields: await namedFields(db, query, ['ITEM']) };
}

/**
 * The context with which frequent words are found faster. A word that another transaction commits after this call may be
 * missed, so it is for lists and numbers, which are read again, and not for what changes items.
 */
export async function fastContext(db: TenantQueries, query: ItemQuery): Promise<QueryContext> {
  const exact = await exactContext(db, query);
  const beginnings = soughtBeginnings(query.text ?? '', scopeOf(query, exact));
  return { ...exact, completions: await wordsInPlaceOf(db, beginnings) };
}

/**
 * A query as JSON for `item_query_condition` of the database: its text as conditions on words, the values of each field
 * grouped. Equivalent filters give the same JSON, whatever their order.
 * @throws ProblemError 400 where a value of a field is not `name=value`; 422 `search-too-long`
 */
export function encodeQuery(query: ItemQuery, context: QueryContext): string {
  const { text = '', collectionUuid, belowUuid, state, media, changedBy } = query;
  const scope = scopeOf(query, context);
  const looksAtPressmarks = scope.only === undefined || scope.only.includes('pressmark');
  const asked = searchConditions(text, scope);
  const words = [...asked, ...filterConditions(fieldFilters(query))];
  const encoded = {
    ...(words.length > 0 && { words }),
    ...(asked.length > 0 && looksAtPressmarks && { pressmark: normalisePressmark(text) }),
    collection: collectionUuid?.toLowerCase(),
    below: belowUuid?.toLowerCase(),
    state: sorted(state),
    fields: query.field && valuesByField(query.field),
    media: sorted(media),
    file: query.file && encodeFiles(query.file),
    changedBy: sorted(changedBy?.map((uuid) => uuid.toLowerCase())),
    createdFrom: instant('createdFrom', query.createdFrom),
    createdTo: instant('createdTo', query.createdTo),
    modifiedFrom: instant('modifiedFrom', query.modifiedFrom),
    modifiedTo: instant('modifiedTo', query.modifiedTo),
  };
  return JSON.stringify(encoded);
}

/**
 * What decides the places of the items that a query finds by its text, as JSON for `item_query_page` of the database.
 * @returns undefined where the text gives items no places
 */
export function encodeRanks(query: ItemQuery, context: QueryContext): string | undefined {
  const ranks = searchRanks(query.text ?? '', scopeOf(query, context));
  return ranks && JSON.stringify(ranks);
}

/** What the text of a query looks through. */
export function scopeOf({ findBy }: ItemQuery, { fields, completions }: QueryContext): SearchScope {
  return { only: limitedTo(findBy, fields), hasPressmarks: true, fields, completions };
}

function sorted(values: readonly string[] | undefined): string[] | undefined {
  return values && [...new Set(values)].sort();
}

function valuesByField(pairs: readonly string[], example = 'language=lat'): Record<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const pair of sorted(pairs) ?? []) {
    const end = pair.indexOf('=');
    if (end < 1) {
      throw new ProblemError(
        'malformed',
        `"${pair}" names no value of a field; write it as name=value, such as ${example}.`,
      );
    }
    const name = pair.slice(0, end);
    if (name.length > FIELD_NAME_MAX) {
      throw new ProblemError('malformed', `The name of a field has at most ${FIELD_NAME_MAX} characters.`);
    }
    byName.set(name, [...(byName.get(name) ?? []), pair.slice(end + 1)]);
  }
  return Object.fromEntries(byName);
}

function fieldFilters({ date = [], number = [], filled = [], empty = [] }: ItemQuery): FieldFilters {
  return {
    dates: rangesByField(
      date,
      askedDays,
      (text) => `"${text}" is not understood as a date; write it as 1480, 1450/1499, ../1480 or sec. XV.`,
    ),
    numbers: rangesByField(
      number,
      numberRange,
      (text) => `"${text}" is not understood as a number; write it as 12, 12.5, 12..20, 12.. or ..20.`,
    ),
    filled: sorted(filled) ?? [],
    empty: sorted(empty) ?? [],
  };
}

function rangesByField(
  pairs: readonly string[],
  read: (text: string) => WholeRange | undefined,
  refusal: (text: string) => string,
): Map<string, WholeRange[]> {
  const ranges = (texts: readonly string[]) =>
    texts.map((text) => {
      const range = read(text);
      if (range) return range;
      throw new ProblemError('malformed', refusal(text));
    });
  return new Map(
    Object.entries(valuesByField(pairs, 'date=1450/1499')).map(([name, texts]) => [name, ranges(texts)]),
  );
}

/**
 * What is asked of files, as `file_condition` of the database takes it.
 * @param pairs as `file` of a query
 * @throws ProblemError 400 where one is not understood
 */
export function encodeFiles(pairs: readonly string[]) {
  const values: Record<string, string[]> = {};
  const numbers: Record<string, FromTo[]> = {};
  for (const [name, given] of Object.entries(valuesByField(pairs, 'format=tiff'))) {
    if (isFileValue(name)) {
      if (!lackableFileValues.includes(name) && given.some((value) => value.trim() === ''))
        throw new ProblemError('malformed', `"${name}=" has no value; write it as ${name}=value.`);
      values[name] = given;
    } else if (isFileNumber(name)) numbers[name] = given.map((text) => fromTo(name, text));
    else {
      const known = [...fileValues, ...fileNumbers].join(', ');
      throw new ProblemError('malformed', `"${name}" is no property of files. These are: ${known}.`);
    }
  }
  return { values, numbers };
}

/** Both ends inclusive; null where it is open. */
type FromTo = readonly [from: number | null, to: number | null];

const number = '[-+]?\\d{1,15}(?:[.,]\\d{1,10})?';
const fromToForm = new RegExp(`^(${number})?(?:(\\.\\.)(${number})?)?$`);

function fromTo(name: string, text: string): FromTo {
  const [, from = '', range, to = ''] = fromToForm.exec(text) ?? [];
  if (from === '' && to === '') {
    throw new ProblemError(
      'malformed',
      `${name}: "${text}" is not understood as a number; write it as 12, 12.5, 12..20, 12.. or ..20.`,
    );
  }
  const end = (digits: string) => (digits === '' ? null : Number(digits.replace(',', '.')));
  const [first, last] = [end(from), end(range === undefined ? from : to)];
  return first !== null && last !== null && first > last ? [last, first] : [first, last];
}

/** A moment as PostgreSQL reads it, in one form for all ways to write it. `2026-02-30` is refused. */
function instant(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) {
    throw new ProblemError(
      'malformed',
      `${name}: "${text}" is no date and time, such as 2026-11-21T09:00:00Z.`,
    );
  }
  // PostgreSQL has no year 0, and reads no ISO dates with years of five digits. No item was catalogued
  // outside this range.
  if (moment.getUTCFullYear() > 9999) return 'infinity';
  return moment.getUTCFullYear() < 1 ? '-infinity' : moment.toISOString();
}

/**
 * All items of the tenant of the transaction that a query finds, as `matching (uuid)` for a FROM clause:
 * `insert into … select matching.uuid from ${await itemQueryUuids(db, query)}`. Without items in the trash or of other
 * tenants; a missing collection holds no items.
 * @throws ProblemError as `encodeQuery` does
 */
export async function itemQueryUuids(
  db: TenantQueries,
  query: ItemQuery,
): Promise<RawBuilder<{ uuid: string }>> {
  const encoded = encodeQuery(query, await exactContext(db, query));
  return sql<{ uuid: string }>`item_query_uuids(${encoded}::jsonb) as matching (uuid)`;
}
