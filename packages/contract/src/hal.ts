import type { Static, TObject, TOptional, TProperties, TSchema, TUnknown } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Count } from './scalar.ts';

/** A HAL link; `href` is absolute, with the origin of the request (decisions §2). */
export const Link = Type.Object({ href: Type.String() });
export type Link = Static<typeof Link>;

/** The page block of a list: `number` counts from 0, `size` is the effective size (decisions §5). */
export const PageInfo = Type.Object({
  number: Count,
  size: Type.Integer({ minimum: 1 }),
  totalElements: Count,
  totalPages: Count,
});
export type PageInfo = Static<typeof PageInfo>;

/** The greatest page size of ordinary lists; a larger `size` is capped, and `page.size` says so. */
export const PAGE_SIZE_CAP = 1000;

export const sortable = {
  /** `sort=field` or `sort=field,desc`, repeatable. */
  sort: Type.Optional(Type.Array(Type.String())),
};

/** The greatest page number: times the cap it is an offset that the database can still count. */
const PAGE_MAX = 2_000_000;

/** The query of a paged list, with further parameters beside `page` and `size`. */
export function pageQuery<P extends TProperties>(further: P) {
  return Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_MAX })),
    size: Type.Optional(Type.Integer({ minimum: 1 })),
    ...further,
  });
}

export const PageLinks = Type.Object({
  self: Link,
  first: Link,
  last: Link,
  next: Type.Optional(Link),
  prev: Type.Optional(Link),
});

/** A page of records in the form of Spring Data REST: `_embedded.{name}` is always an array. */
export function pageOf<N extends string, S extends TSchema>(name: N, element: S) {
  return Type.Object({
    _embedded: Type.Object({ [name]: Type.Array(element) } as Record<N, ReturnType<typeof Type.Array<S>>>),
    page: PageInfo,
    _links: PageLinks,
  });
}

/** `_links` of one record: each named link is present only where it works (wire.md). */
export function links<const R extends readonly string[], const O extends readonly string[]>(
  required: R,
  optional: O,
) {
  const properties = {
    ...Object.fromEntries(required.map((name) => [name, Link])),
    ...Object.fromEntries(optional.map((name) => [name, Type.Optional(Link)])),
  };
  return Type.Unsafe<{ [K in R[number]]: Link } & { [K in O[number]]?: Link }>(Type.Object(properties));
}

/**
 * Read-only properties of the representation: accepted and ignored (wire.md), also those that are added
 * later.
 */
export function readOnly(record: TObject, changeable: readonly string[]) {
  const names = [...Object.keys(record.properties), '_embedded'].filter((name) => !changeable.includes(name));
  const properties = Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown())]));
  return properties as Record<never, TOptional<TUnknown>>;
}
