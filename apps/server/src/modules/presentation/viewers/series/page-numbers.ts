/** The most stories of a series on one page. */
export const STORIES_PER_PAGE = 100;

/** How many pages a series has. Without stories it is one, which says so. */
export function pagesOf(stories: number): number {
  return Math.max(1, Math.ceil(stories / STORIES_PER_PAGE));
}

/** The page, counted from 1, of the story that has so many before it. */
export function pageOfStory(storiesBefore: number): number {
  return Math.floor(storiesBefore / STORIES_PER_PAGE) + 1;
}

/**
 * The page that an address asks for: the first where it says nothing of use, the last where there are no more. A series
 * gets shorter, and the addresses of its pages go on leading somewhere.
 */
export function pageAsked(text: string, pages: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.min(pages, Math.max(1, number));
}
