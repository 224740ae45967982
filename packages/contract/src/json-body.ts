/** The largest JSON body that a call takes: the list of some thousand images of an item, or a story of 500 steps. */
export const JSON_BODY_MAX_BYTES = 8 * 1024 * 1024;
