let eventId: string | undefined;

/** The id of the last event whose changes this page knows; undefined before its first request. */
export const knownUntil = (): string | undefined => eventId;

/** This page got the event, or fetches all that it shows after it. */
export function knowUntil(id: string): void {
  eventId = id;
}
