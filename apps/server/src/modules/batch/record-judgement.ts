import type { BatchAction } from '@armarium/contract/batches';
import type { FieldChange } from '@armarium/contract/field-changes';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { reaches, type Actor } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { type ItemRow } from '../catalogue/public.ts';
import { decideEdit, kindOf, type Edit, type FieldTemplate } from '../records/public.ts';
import { changedMetadata } from './field-change.rules.ts';

/** The decision about one record of a batch: a change, nothing, or a refusal in the words of the API. */
export type Judgement = EditJudgement | { readonly result: 'changed'; readonly toTrash: true };
type EditJudgement =
  | { readonly result: 'changed'; readonly edit: Edit }
  | { readonly result: 'unchanged' }
  | { readonly result: 'failed'; readonly code: string; readonly detail: string };

/** The data beside the record that judging an edit needs. */
export interface JudgingContext {
  readonly actor: Actor;
  /** The templates of items in force. */
  readonly templates: readonly FieldTemplate[];
}

/** The collections of an item after an action, in order; unchanged where the action has no effect. */
export function parentsAfter(
  parents: readonly string[],
  action: Extract<BatchAction, { kind: 'move' | 'link' | 'unlink' }>,
): readonly string[] {
  const to = 'to' in action ? action.to.toLowerCase() : undefined;
  const from = 'from' in action ? action.from.toLowerCase() : undefined;
  if (from !== undefined && !parents.includes(from)) return parents;
  const kept = parents.filter((uuid) => uuid !== from);
  return to === undefined || kept.includes(to) ? kept : [...kept, to];
}

/** Judges a record by the rules of a PATCH. */
export function judgeEdit(
  { actor, templates }: JudgingContext,
  row: ItemRow,
  wanted: { readonly list?: readonly MetadataEntry[]; readonly parents?: readonly string[] },
): EditJudgement {
  const record = {
    createdBy: row.created_by,
    metadata: row.metadata as unknown as MetadataEntry[],
    parents: row.parents,
  };
  try {
    const { list, parents } = wanted;
    const edit = decideEdit(actor, record, { list, mirrors: {}, parents }, templates, kindOf('ITEM').rights);
    return edit.metadata || edit.parents ? { result: 'changed', edit } : { result: 'unchanged' };
  } catch (error) {
    return refusal(error, wanted.list);
  }
}

/** Judges a record after changes of its fields. */
export function judgeFieldChanges(
  context: JudgingContext,
  row: ItemRow,
  changes: readonly FieldChange[],
): EditJudgement {
  const byName = new Map(context.templates.map((template) => [template.name, template]));
  try {
    const list = changedMetadata(row.metadata as unknown as MetadataEntry[], changes, byName);
    return judgeEdit(context, row, { list });
  } catch (error) {
    return refusal(error);
  }
}

/** Judges whether a record may be deleted. */
export function judgeDeletion({ actor }: Pick<JudgingContext, 'actor'>, row: ItemRow): Judgement {
  if (reaches(actor, 'trash', row.created_by)) return { result: 'changed', toTrash: true };
  return refusal(new ProblemError('forbidden', 'You may delete the records that you made yourself.'));
}

/** @throws any error that is no ProblemError */
export function refusal(
  error: unknown,
  list: readonly MetadataEntry[] = [],
): Extract<Judgement, { result: 'failed' }> {
  if (!(error instanceof ProblemError)) throw error;
  const named = error.fields.map(({ name, message }) => {
    // The index in the list means nothing to people who did not send the list.
    const index = /^customMetadataList\[(\d+)\]/.exec(name)?.[1];
    return `${(index !== undefined && list[Number(index)]?.name) || name}: ${message}`;
  });
  const detail = named.length > 0 ? [...new Set(named)].join(' ') : error.message;
  return { result: 'failed', code: error.code, detail };
}
