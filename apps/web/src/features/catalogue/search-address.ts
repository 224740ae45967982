/** The fields that a search can be narrowed to. */
export const searchFields = ['sgtt', 'autn', 'pressmark'] as const;
export type SearchField = (typeof searchFields)[number];

/** The field of a query string; undefined, for all three, where it names none. */
export function fieldFrom(text: string | null): SearchField | undefined {
  return searchFields.find((field) => field === text);
}

/** The address of the results of a search (catalogue §2); without a field it looks through all. */
export function resultsAddress(searchTerm: string, findBy: SearchField | undefined): string {
  const query = new URLSearchParams({ searchTerm, ...(findBy && { findBy }) });
  return `/catalog/results?${query}`;
}
