/** The address of a story: its editor (STORY-12). */
export const storyAddress = (uuid: string): string => `/story/editor/${uuid}`;

/** The state of the place that a story is opened in. @param list the address of the list that it is opened from */
export const openedFrom = (list: string) => ({ list });

/** @param state of a place in the history, which may be anything. @returns the address of the list, else that of the lab */
export const listThatLedHere = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string'
    ? state.list
    : '/story';
