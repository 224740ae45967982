/** What a page of ours may load, and who may frame it, by the directives of a content security policy. */
const directives = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // The interface's kit sets sizes and positions as style attributes.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Directive = keyof typeof directives;

/** The directives with what a page needs besides, as the framework's plugin takes them. */
export function contentDirectives(
  changes: Readonly<Partial<Record<Directive, readonly string[]>>> = {},
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries({ ...directives, ...changes }).map(([name, sources]) => [name, [...sources]]),
  );
}

/** The same as the header's value. */
export function contentPolicy(changes: Parameters<typeof contentDirectives>[0]): string {
  return Object.entries(contentDirectives(changes))
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}
