let eventId: string | undefined;

/** Up to which event, by its id, this page knows what changed; undefined before it asked for anything. */
export const knownUntil = (): string | undefined => eventId;

/** The page has been told of this event, or asks for all that it shows after it. */
export function knowUntil(id: string): void {
  eventId = id;
}
