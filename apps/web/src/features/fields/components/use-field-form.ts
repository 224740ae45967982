import type { Template } from '@armarium/contract/templates';
import { withAdded } from '@armarium/contract/template-order';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { mergedDraft, type TheirPart } from '../../../lib/merged-draft.ts';
import { useWork } from '../../../ui/use-work.ts';
import { archiveField, changeField, createField, fieldQuery, idQuery, usageQuery } from '../api/fields.ts';
import {
  bodyOf,
  changedParts,
  changesOf,
  draftOf,
  faultsFrom,
  faultsOf,
  type Changeable,
  type FieldDraft,
  type Faults,
} from '../field-form.ts';

const CHECK_AFTER_ms = 350;
/** The draft of a new field. */
const NEW = 'new-field';

/** What is typed of a field, and what is wrong with it. What is changed is no longer marked. */
function useFaults() {
  const [faults, setFaults] = useState<Faults>({});
  return {
    faults,
    setFaults,
    /** @returns whether there is none */
    judge: (found: Faults): boolean => {
      setFaults(found);
      return Object.keys(found).length === 0;
    },
    forget: (before: FieldDraft, after: FieldDraft) => {
      const isChanged = (part: keyof FieldDraft) => before[part] !== after[part];
      setFaults((found) =>
        Object.fromEntries(
          Object.entries(found).filter(
            // Among other records the same ID may be free.
            ([part]) =>
              !isChanged(part as keyof FieldDraft) && !(part === 'name' && isChanged('resourceType')),
          ),
        ),
      );
    },
  };
}

/** Whether an ID is taken, asked after a pause in typing. */
function useIdCheck({ name, resourceType }: FieldDraft) {
  const typed = name.trim();
  const [settled] = useDebouncedValue(typed, CHECK_AFTER_ms);
  const { data: isTaken = false, isError } = useQuery(idQuery(settled, resourceType));
  return { isTaken: isTaken && settled === typed, hasFailed: isError && settled === typed };
}

/**
 * A new field. What is typed outlives a failed save, the end of the session and a reload.
 * @param begin what it begins with: blank, or a copy of another field
 */
export function useNewField(begin: FieldDraft, isCopy: boolean) {
  // A copy begins from what was asked for, not from what was typed another time.
  const [typedBefore] = useState(() => recallDraft<FieldDraft>(NEW));
  const kept = isCopy ? undefined : typedBefore;
  // What was typed of another new field is worth more than a copy.
  const isKept = !isCopy || typedBefore === undefined;
  const [draft, setDraft] = useState(kept ?? begin);
  const { faults, setFaults, judge, forget } = useFaults();
  const { isWorking, failure, work, forgetFailure } = useWork();
  const check = useIdCheck(draft);
  const hasChanges =
    isCopy ||
    JSON.stringify({ ...draft, resourceType: '' }) !== JSON.stringify({ ...begin, resourceType: '' });
  useEffect(() => {
    if (isKept) keepDraft(NEW, hasChanges ? draft : undefined);
  }, [draft, hasChanges, isKept]);

  /** @returns the field; undefined where it was not made */
  const create = async (): Promise<Template | undefined> => {
    if (!judge(faultsOf(draft, check.isTaken))) return undefined;
    let made: Template | undefined;
    await work(async () => {
      try {
        made = await createField(bodyOf(draft), (fields, field) =>
          withAdded(fields, field).map((one, order) => ({ ...one, order })),
        );
      } catch (error) {
        // The field says it.
        if (isProblem(error, 'duplicate')) return setFaults({ name: 'taken' });
        if (isProblem(error, 'invalid')) setFaults(faultsFrom(error.problem.fields, draft.type));
        throw error;
      }
    });
    if (made && isKept) keepDraft(NEW, undefined);
    return made;
  };
  return {
    draft,
    isRestored: kept !== undefined,
    hasChanges,
    faults: { ...faults, ...(check.isTaken && { name: 'taken' as const }) },
    hasCheckFailed: check.hasFailed,
    failure,
    isWorking,
    create,
    discard: () => {
      if (isKept) keepDraft(NEW, undefined);
    },
    change: (after: FieldDraft) => {
      forget(draft, after);
      forgetFailure();
      setDraft(after);
    },
  };
}

interface EditedField {
  readonly base: FieldDraft;
  readonly draft: FieldDraft;
  readonly tag: string | undefined;
}

/** What somebody else changed of a field while it was edited. */
export interface TheirChange extends TheirPart<Changeable> {
  readonly theirs: FieldDraft;
}

/** The edit mode of a field. What is typed outlives a failed save, a change by others, the end of the session and a reload. */
export function useFieldEdit(template: Template, tagRead: string | undefined) {
  const queries = useQueryClient();
  const { uuid } = template;
  const key = `field-${uuid}`;
  const [kept] = useState(() => recallDraft<EditedField>(key));
  const [edited, setEdited] = useState<EditedField>(
    () => kept ?? { base: draftOf(template), draft: draftOf(template), tag: tagRead },
  );
  const [theirs, setTheirs] = useState<readonly TheirChange[]>([]);
  const { faults, setFaults, judge, forget } = useFaults();
  const { isWorking, failure, work, forgetFailure } = useWork();
  const { base, draft, tag } = edited;
  const changes = changedParts(base, draft).length;
  useEffect(() => {
    keepDraft(key, changes > 0 ? edited : undefined);
  }, [key, changes, edited]);

  /** What others changed meanwhile, below what was typed. */
  const takeOver = async () => {
    const fresh = await queries.fetchQuery(fieldQuery(uuid));
    const now = draftOf(fresh.answer);
    const { merged, changed } = mergedDraft(base, draft, now, changedParts);
    setTheirs(changed.map((one) => ({ ...one, theirs: now })));
    setEdited({ base: now, draft: { ...merged, newOption: draft.newOption }, tag: fresh.tag });
    void queries.invalidateQueries({ queryKey: usageQuery(uuid).queryKey });
    return { changed, tag: fresh.tag };
  };
  const attempt = (change: (tagNow: string | undefined) => Promise<unknown>) =>
    work(async () => {
      try {
        try {
          await change(tag);
        } catch (error) {
          if (!isProblem(error, 'stale')) throw error;
          const fresh = await takeOver();
          // Nothing but its place has changed: somebody moved a field.
          if (fresh.changed.length > 0) throw error;
          await change(fresh.tag);
        }
      } catch (error) {
        if (isProblem(error, 'invalid')) setFaults(faultsFrom(error.problem.fields, draft.type));
        throw error;
      }
    });
  return {
    draft,
    /** The options that the field has at the server, as far as that is known. */
    stored: base.options,
    changes,
    faults,
    theirs,
    failure,
    isWorking,
    isRestored: kept !== undefined,
    /** @returns whether it was saved */
    save: async (): Promise<boolean> => {
      if (!judge(faultsOf(draft))) return false;
      const isSaved = await attempt((now) => changeField(uuid, changesOf(base, draft), now));
      if (isSaved) keepDraft(key, undefined);
      return isSaved;
    },
    /** @returns whether it was archived */
    archive: async (): Promise<boolean> => {
      const isDone = await attempt((now) => archiveField(template, now));
      if (isDone) keepDraft(key, undefined);
      return isDone;
    },
    discard: () => keepDraft(key, undefined),
    change: (after: FieldDraft) => {
      forget(draft, after);
      forgetFailure();
      setEdited((before) => ({ ...before, draft: after }));
    },
  };
}
