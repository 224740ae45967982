/** A part of something that somebody else changed while it was edited here. */
export interface TheirPart<Part> {
  readonly part: Part;
  /** Whether it was changed here too, to something else. */
  readonly isConflict: boolean;
}

/**
 * A draft over what somebody else changed meanwhile: what was typed stays, all else is theirs.
 * @param base what the draft began from
 * @param changedParts in what two drafts differ
 * @returns what they changed as well: taken over, or in conflict with what was typed
 */
export function mergedDraft<Draft extends object, Part extends keyof Draft>(
  base: Draft,
  draft: Draft,
  theirs: Draft,
  changedParts: (one: Draft, other: Draft) => readonly Part[],
): { merged: Draft; changed: TheirPart<Part>[] } {
  const mine = changedParts(base, draft);
  const differing = changedParts(draft, theirs);
  return {
    merged: { ...theirs, ...Object.fromEntries(mine.map((part) => [part, draft[part]])) },
    changed: changedParts(base, theirs).map((part) => ({
      part,
      isConflict: mine.includes(part) && differing.includes(part),
    })),
  };
}
