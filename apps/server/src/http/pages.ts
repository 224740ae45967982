import { PAGE_SIZE_CAP, type PageInfo } from '@armarium/contract/hal';
import { ProblemError } from '../problem-error.ts';

/** Which part of a list is wanted. */
export interface PageWanted {
  readonly number: number;
  readonly size: number;
}

/** The page asked for; a size over the cap is capped (decisions §5). */
export function wantedPage(query: { page?: number; size?: number }, defaultSize: number): PageWanted {
  return { number: query.page ?? 0, size: Math.min(query.size ?? defaultSize, PAGE_SIZE_CAP) };
}

/** The rows of a page, of a list short enough to be read whole. */
export function pageOfRows<Row>(rows: readonly Row[], page: PageWanted): Row[] {
  return rows.slice(page.number * page.size, (page.number + 1) * page.size);
}

export interface SortWanted<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/**
 * Reads `sort=field,desc`, repeatable.
 * @throws ProblemError 400 naming the field or direction that is unknown
 */
export function wantedSort<Field extends string>(
  sort: readonly string[] | undefined,
  fields: readonly Field[],
): SortWanted<Field>[] {
  return (sort ?? []).map((entry) => {
    const [field = '', direction = 'asc', ...rest] = entry.split(',');
    const known = fields.find((name) => name === field);
    if (!known || rest.length > 0) {
      throw new ProblemError(
        'malformed',
        `The list cannot be sorted by "${entry}"; it can by ${fields.join(', ')}.`,
      );
    }
    if (direction !== 'asc' && direction !== 'desc') {
      throw new ProblemError('malformed', `The direction "${direction}" is neither asc nor desc.`);
    }
    return { field: known, direction };
  });
}

/**
 * A page of a list in HAL: absolute links, `next` and `prev` only where they exist.
 * @param url path and query as asked for; the links keep its other parameters
 */
export function pageAnswer<N extends string, T>(
  name: N,
  elements: readonly T[],
  wanted: PageWanted,
  totalElements: number,
  origin: string,
  url: string,
) {
  const totalPages = Math.ceil(totalElements / wanted.size);
  const last = Math.max(0, totalPages - 1);
  const page: PageInfo = { number: wanted.number, size: wanted.size, totalElements, totalPages };
  // A request line may name a host of its own; what we lead to is where the request came to.
  const asked = new URL(url, origin);
  const self = `${origin}${asked.pathname}${asked.search}`;
  const link = (number: number) => {
    const target = new URL(self);
    target.searchParams.set('page', String(number));
    target.searchParams.set('size', String(wanted.size));
    return { href: target.href };
  };
  return {
    _embedded: { [name]: elements } as Record<N, T[]>,
    page,
    _links: {
      self: { href: self },
      first: link(0),
      last: link(last),
      ...(wanted.number < last && { next: link(wanted.number + 1) }),
      ...(wanted.number > 0 && { prev: link(Math.min(wanted.number - 1, last)) }),
    },
  };
}
