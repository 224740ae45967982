import { changedFields, type RecordDraft, sameTexts } from './record-form.ts';

/** The draft of several records at once: a field in which they differ is blank, and named. */
export function draftOfSeveral(drafts: readonly RecordDraft[]): {
  readonly draft: RecordDraft;
  readonly differing: ReadonlySet<string>;
} {
  const [first = {}, ...others] = drafts;
  const differing = new Set(others.flatMap((other) => changedFields(first, other)));
  const names = [...new Set(drafts.flatMap((one) => Object.keys(one)))];
  const draft = Object.fromEntries(
    names.map((name) => [name, differing.has(name) ? [''] : (first[name] ?? [''])]),
  );
  return { draft, differing };
}

/** A field that two people changed at once: what each wants there. */
export interface FieldConflict {
  readonly name: string;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * What both sides made of a record since the draft began (API-020). Where only one changed a field, its value is kept;
 * where both did, and differently, somebody has to choose.
 */
export function mergeDrafts(
  began: RecordDraft,
  mine: RecordDraft,
  theirs: RecordDraft,
): { draft: RecordDraft; conflicts: FieldConflict[] } {
  const myChanges = new Set(changedFields(began, mine));
  const conflicts = changedFields(mine, theirs)
    .filter((name) => myChanges.has(name) && !sameTexts(began[name] ?? [''], theirs[name] ?? ['']))
    .map((name) => ({ name, mine: mine[name] ?? [''], theirs: theirs[name] ?? [''] }));
  const draft = Object.fromEntries(
    Object.keys({ ...mine, ...theirs }).map((name) => [
      name,
      (myChanges.has(name) ? mine[name] : theirs[name]) ?? [''],
    ]),
  );
  return { draft, conflicts };
}
