import type { MetadataEntry } from '@armarium/contract/metadata';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { RowResult } from '@armarium/contract/spreadsheets';
import { reach } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { pathKey, type ItemRow, type TitlePath } from '../catalogue/public.ts';
import {
  cleanText,
  decideEdit,
  kindOf,
  newMetadata,
  normalisePressmark,
  type Edit,
  type FieldTemplate,
} from '../records/public.ts';
import { withoutZeros, type CellForm } from './cell-value.rules.ts';
import { changedNames, isSameValues, valuesOf, withValues } from './field-values.ts';
import type { JudgingContext } from './record-judgement.ts';
import { fieldTarget, problem, rowProblems } from './row-problem.rules.ts';
import { firstText, valuesAfter, type SheetWanted, type Value } from './sheet-values.rules.ts';

/** A change of a field, with the values as text. */
export interface RowChange {
  readonly name: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The decision about a row. */
export interface RowJudgement {
  readonly result: RowResult;
  readonly problems: readonly RowProblem[];
  readonly changes: readonly RowChange[];
  readonly edit?: Edit;
  readonly make?: { readonly metadata: readonly MetadataEntry[]; readonly parents: readonly string[] };
}

/** The data beside the records that judging rows needs. */
export interface RowContext extends JudgingContext {
  readonly form: CellForm;
  /** The collections at paths from the root, by `pathKey`. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  readonly root: string;
}

export const refused = (problems: readonly RowProblem[]): RowJudgement => ({
  result: 'refused',
  problems,
  changes: [],
});

/** A refusal in the words of rows. @throws any error that is no ProblemError */
function rowRefusal(
  error: unknown,
  list: readonly MetadataEntry[],
  templates: readonly FieldTemplate[],
): RowJudgement {
  if (!(error instanceof ProblemError)) throw error;
  if (error.fields.length > 0) return refused(rowProblems(error.fields, list, templates));
  return refused([problem(error.code, { params: { message: error.message } })]);
}

/**
 * The collections of a row, without duplicates. Of several with the same path it takes the one that the
 * record is in.
 */
function parentsOf(
  paths: readonly TitlePath[],
  current: readonly string[],
  { places }: RowContext,
  problems: RowProblem[],
): string[] {
  const parents = paths.flatMap((path, place): string[] => {
    const found = places.get(pathKey(path)) ?? [];
    const held = found.filter((uuid) => current.includes(uuid));
    const [first] = held.length > 0 ? held : found;
    const named = { target: 'paths', place, value: path.join(' / ') };
    if (first === undefined) problems.push(problem('unknown-collection', named));
    else if (held.length === 0 && found.length > 1) problems.push(problem('ambiguous-collection', named));
    else return held.length > 0 ? held : [first];
    return [];
  });
  return [...new Set(parents)];
}

/** Judges a row that makes a record, by the rules of any new record. */
export function judgeNewRow(context: RowContext, wanted: SheetWanted): RowJudgement {
  const { actor, templates, root } = context;
  if (reach(actor, 'create') === undefined) return refused([problem('forbidden')]);
  const problems = [...(wanted.problems ?? [])];
  const list = wanted.fields.flatMap(([name, cells]) =>
    valuesAfter(name, cells, [], context, problems).map((value) => ({ name, value })),
  );
  const judged = newMetadata(list, {}, templates);
  const wrong = new Set(problems.map(({ target }) => target));
  problems.push(
    ...rowProblems(judged.problems, list, templates).filter(
      ({ code, target }) => !(code === 'required' && wrong.has(target)),
    ),
  );
  const paths = wanted.paths ?? [];
  const parents = paths.length === 0 ? [root] : parentsOf(paths, [], context, problems);
  if (problems.length > 0) return refused(problems);
  return { result: 'created', problems: [], changes: [], make: { metadata: judged.metadata, parents } };
}

/** Judges a row about an existing record, by the rules of a PATCH. */
export function judgeKnownRow(context: RowContext, row: ItemRow, wanted: SheetWanted): RowJudgement {
  const problems = [...(wanted.problems ?? [])];
  const notes: RowProblem[] = [];
  const before = row.metadata as unknown as MetadataEntry[];
  let list = before;
  for (const [name, cells] of wanted.fields) {
    if (name === 'pressmark') continue;
    const old = valuesOf(before, name);
    const values = valuesAfter(name, cells, old, context, problems);
    if (!isSameValues(values, old)) list = withValues(list, name, values);
  }
  judgePressmark(row, wanted, problems, notes);
  const parents =
    wanted.paths && wanted.paths.length > 0
      ? parentsOf(wanted.paths, row.parents, context, problems)
      : undefined;
  if (problems.length > 0) return refused([...problems, ...notes]);
  try {
    const record = { createdBy: row.created_by, metadata: before, parents: row.parents };
    const isMoved =
      parents &&
      (parents.length !== row.parents.length || parents.some((uuid) => !row.parents.includes(uuid)));
    const edit = decideEdit(
      context.actor,
      record,
      { list, mirrors: {}, parents: isMoved ? parents : undefined },
      context.templates,
      kindOf('ITEM').rights,
    );
    if (!edit.metadata && !edit.parents) return { result: 'unchanged', problems: notes, changes: [] };
    const changes = changesOf(row, before, edit);
    const isStale = wanted.version !== undefined && wanted.version !== row.version;
    return {
      result: isStale ? 'conflict' : 'changed',
      problems: isStale ? [problem('edited-since'), ...notes] : notes,
      changes,
      edit,
    };
  } catch (error) {
    return rowRefusal(error, list, context.templates);
  }
}

/** A spreadsheet never changes a pressmark; a changed one is reported. */
function judgePressmark(
  row: ItemRow,
  wanted: SheetWanted,
  problems: RowProblem[],
  notes: RowProblem[],
): void {
  const cells = wanted.fields.find(([name]) => name === 'pressmark')?.[1];
  const [cell = null] = cells ?? [];
  if (cell === null) return;
  const about = { target: fieldTarget('pressmark'), value: firstText(cell), params: { now: row.pressmark } };
  const now = normalisePressmark(row.pressmark);
  const readings = (typeof cell === 'string' ? [cell] : cell).map((text) =>
    normalisePressmark(cleanText(text)),
  );
  if (readings.includes(now)) return;
  if (readings.some((text) => /^\d+$/.test(text) && withoutZeros(text) === withoutZeros(now))) {
    notes.push(problem('zeros-kept', about));
  } else problems.push(problem(readings[0] === '' ? 'required' : 'pressmark-changed', about));
}

/** The changes for the preview, with collections by uuid. */
function changesOf(row: ItemRow, before: readonly MetadataEntry[], { metadata, parents }: Edit): RowChange[] {
  const texts = (values: readonly Value[]) => values.map(String);
  const fields = (metadata ? changedNames(before, metadata) : []).map((name) => ({
    name,
    before: texts(valuesOf(before, name)),
    after: texts(valuesOf(metadata ?? [], name)),
  }));
  return parents ? [...fields, { name: 'paths', before: row.parents, after: [...parents.all] }] : fields;
}
