import type { FieldChange } from '@armarium/contract/field-changes';
import type { ItemSelection } from '@armarium/contract/item-query';
import type { Template } from '@armarium/contract/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import type { ProblemText } from '../../../lib/problem/problem-text.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { inOrder } from '../../../records/metadata-view.ts';
import { isNarrowed } from '../../../records/selection/selection.ts';
import { useRefusals } from '../../record-entry/components/use-refusals.ts';
import { previewEdit, selectionValuesQuery, type Preview, type SelectionValues } from '../api/batches.ts';
import { changesOf, isChanged, unfinished, type BulkDraft, type FieldDraft } from '../bulk-changes.ts';
import { useStart } from './use-batch-start.ts';
import type { SelectionDialogProps } from './selection-dialog.ts';

/** A bulk edit: what was typed for each field, then what that would do, then the batch that does it. */
export interface BulkEditState {
  readonly fields: readonly Template[];
  /** Undefined until everything that the form shows is there. */
  readonly values: SelectionValues | undefined;
  readonly loadError: Error | null;
  reload(): void;
  readonly draft: BulkDraft;
  /** Whether the form begins with what was typed earlier. */
  readonly isRestored: boolean;
  change(name: string, next: FieldDraft): void;
  dropDraft(): void;
  /** Whether there is something to preview. */
  readonly isComplete: boolean;
  /** Undefined in the first step. */
  readonly preview: Preview | undefined;
  /** Takes the next step: the preview, then the batch. */
  proceed(): void;
  goBack(): void;
  readonly working: boolean;
  readonly failure: ProblemText | undefined;
  /** By the names of the fields, why they were refused. */
  readonly refused: Readonly<Record<string, string>>;
}

export function useBulkEdit(props: SelectionDialogProps): BulkEditState {
  const { picking } = props;
  const { items, start, describe, onFailure } = useStart(props, isNarrowed(picking.query));
  const templates = useQuery(itemTemplatesQuery);
  const values = useQuery(selectionValuesQuery(items));
  const fields = inOrder(templates.data ?? []).filter(({ name }) => name !== 'pressmark');
  const { draft, isRestored, keep, drop } = useBulkDraft(`bulk-edit.${JSON.stringify(picking.query)}`);
  const [step, setStep] = useState<{ items: ItemSelection; changes: FieldChange[]; preview: Preview }>();
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const refusals = useRefusals();
  const changes = changesOf(draft, fields);
  const isComplete = picking.count > 0 && changes.length > 0 && unfinished(draft, fields).length === 0;
  const work = async (task: () => Promise<void>) => {
    if (working) return;
    setWorking(true);
    setFailure(undefined);
    try {
      await task();
    } catch (problem) {
      setFailure(problem);
      onFailure(problem);
      setRefused(refusedFields(problem, changes, refusals(problem, [])));
      setStep(undefined);
    }
    setWorking(false);
  };
  return {
    fields,
    values: templates.data && values.data,
    loadError: templates.error ?? values.error,
    reload: () => void (templates.error ? templates : values).refetch(),
    draft,
    isRestored,
    change: (name, next) => {
      setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => field !== name)));
      keep({ ...draft, [name]: next });
    },
    dropDraft: drop,
    isComplete,
    preview: step?.preview,
    proceed: () => {
      if (step === undefined) {
        if (isComplete)
          void work(async () => setStep({ items, changes, preview: await previewEdit(items, changes) }));
      } else if (step.preview.changed > 0) {
        void work(async () => {
          await start({ kind: 'edit', changes: step.changes }, step.items);
          drop();
        });
      }
    },
    goBack: () => setStep(undefined),
    working,
    failure: failure === undefined ? undefined : describe(failure),
    refused,
  };
}

/** What was typed, which outlives the dialog. */
function useBulkDraft(name: string) {
  const [kept] = useState(() => recallDraft<BulkDraft>(name));
  const [draft, setDraft] = useState<BulkDraft>(kept ?? {});
  return {
    draft,
    isRestored: Boolean(kept),
    keep: (next: BulkDraft) => {
      setDraft(next);
      keepDraft(name, Object.values(next).some(isChanged) ? next : undefined);
    },
    drop: () => keepDraft(name, undefined),
  };
}

/**
 * The fields of the form that an answer refuses, found by the place of their change in what was sent.
 * @param words why, by the names in the answer
 */
function refusedFields(
  problem: unknown,
  changes: readonly FieldChange[],
  words: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    (problem instanceof ApiProblem ? problem.problem.fields : []).flatMap(({ name }) => {
      const index = /changes\[(\d+)\]/.exec(name)?.[1];
      const field = index === undefined ? undefined : changes[Number(index)]?.name;
      const word = words[name];
      return field === undefined || word === undefined ? [] : [[field, word]];
    }),
  );
}
