import type { ItemQuery } from '@armarium/contract/item-query';

/** The standard fields that a search can be narrowed to (A-03). */
export const searchFields = ['sgtt', 'autn', 'pressmark', 'sgti'] as const;
/** One of them, or a field of a template by its name. */
export type SearchField = (typeof searchFields)[number] | `field:${string}`;

/** The field of a query string; undefined, for all of a record, where it names none. */
export function fieldFrom(text: string | null): SearchField | undefined {
  return text !== null && /^field:./.test(text)
    ? (text as SearchField)
    : searchFields.find((field) => field === text);
}

/** The page of results, everywhere or in a collection and below it. */
export const resultsPath = (belowUuid: string | undefined): string =>
  `/catalog/results${belowUuid === undefined ? '' : `/${belowUuid}`}`;

/**
 * The address of the results of a search (catalogue §2); without a field it looks through all, without a collection
 * everywhere.
 */
export function resultsAddress(
  searchTerm: string,
  findBy: SearchField | undefined,
  belowUuid?: string,
): string {
  const query = new URLSearchParams({ searchTerm, ...(findBy && { findBy }) });
  return `${resultsPath(belowUuid)}?${query}`;
}

/** What narrows a list of items beside its text and its place. */
export type ItemFilters = Omit<ItemQuery, 'text' | 'findBy' | 'collectionUuid' | 'belowUuid'>;

const kindsOfMedia = ['image', 'audio', 'video', '3d', 'none'] as const;
const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Which items a page shows: those in a collection, or what a search finds, everywhere or below a collection (A-04). */
export type ItemsPlace =
  | { readonly collectionUuid: string }
  | { readonly belowUuid?: string | undefined; readonly collectionUuid?: undefined };

/**
 * All items that the address of a page stands for, over all of its pages: what is sent where all of them are chosen.
 * What the query string names wrongly is left out, as if it weren't there.
 */
export function itemQueryOf(search: URLSearchParams, place: ItemsPlace): ItemQuery {
  if (place.collectionUuid !== undefined)
    return { collectionUuid: place.collectionUuid, ...filtersFrom(search) };
  const findBy = fieldFrom(search.get('findBy'));
  return {
    text: search.get('searchTerm') ?? '',
    ...(findBy && { findBy }),
    ...(place.belowUuid !== undefined && { belowUuid: place.belowUuid }),
    ...filtersFrom(search),
  };
}

/**
 * The filters that a query string holds, under the names that the calls have; days, both inclusive, where the calls
 * have moments.
 */
export function filtersFrom(search: URLSearchParams): ItemFilters {
  const list = (name: string, isValid: (value: string) => boolean = (value) => value !== '') => {
    const values = [...new Set(search.getAll(name))].filter(isValid).slice(0, 100);
    return values.length > 0 ? values : undefined;
  };
  const day = (name: string, after = 0) => {
    const text = search.get(name) ?? '';
    const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
    if (!moment || Number.isNaN(moment.getTime())) return undefined;
    moment.setUTCDate(moment.getUTCDate() + after);
    return moment.toISOString();
  };
  const filters = {
    state: list('state'),
    field: list('field', (value) => value.indexOf('=') > 0),
    date: list('date', (value) => value.indexOf('=') > 0),
    number: list('number', (value) => value.indexOf('=') > 0),
    filled: list('filled'),
    empty: list('empty'),
    file: list('file', (value) => value.indexOf('=') > 0),
    media: list('media', (value) => kindsOfMedia.some((kind) => kind === value)),
    changedBy: list('changedBy', (value) => uuidForm.test(value)),
    createdFrom: day('createdFrom'),
    createdTo: day('createdTo', 1),
    modifiedFrom: day('modifiedFrom'),
    modifiedTo: day('modifiedTo', 1),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
