import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '@armarium/contract/problem';
import type { WorkflowFile, WorkflowOutcome } from '@armarium/contract/workflow-file';
import { cleanText } from '../records/public.ts';

type FieldInFile = NonNullable<WorkflowFile['fields']>[number];
export type FieldType = FieldInFile['type'];
type StateInFile = NonNullable<WorkflowFile['states']>[number];
type TransitionInFile = NonNullable<WorkflowFile['transitions']>[number];
type Change = WorkflowOutcome['changes'][number];
type Entry = Pick<Change, 'what' | 'resourceType' | 'name' | 'itemFromState' | 'itemToState'>;

/** A step of a transition, in a file or as it is stored. */
export interface StoredTask {
  readonly templateName: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** What an organisation has, in the form of the file, with the uuids that it has there. */
export interface WorkflowNow {
  readonly fields: readonly (FieldInFile & { readonly uuid: string; readonly locked: boolean })[];
  readonly states: readonly (StateInFile & { readonly uuid: string })[];
  readonly transitions: readonly (TransitionInFile & { readonly uuid: string })[];
}

export const entryOf = {
  field: ({ resourceType, name }: Pick<FieldInFile, 'resourceType' | 'name'>): Entry => ({
    what: 'field',
    resourceType,
    name,
  }),
  state: ({ name }: Pick<StateInFile, 'name'>): Entry => ({ what: 'state', resourceType: null, name }),
  transition: ({
    resourceType,
    name,
    itemFromState,
    itemToState,
  }: Pick<TransitionInFile, 'resourceType' | 'name' | 'itemFromState' | 'itemToState'>): Entry => ({
    what: 'transition',
    resourceType,
    name,
    itemFromState,
    itemToState,
  }),
};

/**
 * By what an entry of a file is known: of a transition also its states, since several may have one event name. Names are
 * compared as they are stored.
 */
export const keyOf = ({ what, resourceType, name, itemFromState = '', itemToState = '' }: Entry): string =>
  JSON.stringify([what, resourceType, ...[name, itemFromState, itemToState].map(cleanText)]);

/** The index of the first element that has the same key, by the index of an element. */
function firstOf(keys: readonly string[]): number[] {
  const first = new Map<string, number>();
  return keys.map((key, index) => {
    const known = first.get(key) ?? index;
    first.set(key, known);
    return known;
  });
}

/** What stands in the file more than once: entries of the same name, and tasks that do the same for one transition. */
export function repeatedEntries(file: WorkflowFile): FieldProblem[] {
  const repeatedTasks = (file.transitions ?? []).flatMap(({ tasks = [] }, index) =>
    firstOf(tasks.map(taskKey)).flatMap((first, at) => {
      const name = `transitions[${index}].tasks[${at}]`;
      const message = `It does the same as tasks[${first}] of this transition.`;
      return first === at ? [] : [{ name, code: 'duplicate', message }];
    }),
  );
  const sections = [
    ['fields', (file.fields ?? []).map(entryOf.field)],
    ['states', (file.states ?? []).map(entryOf.state)],
    ['transitions', (file.transitions ?? []).map(entryOf.transition)],
  ] as const;
  const repeated = sections.flatMap(([section, entries]) => {
    return firstOf(entries.map(keyOf)).flatMap((first, index) => {
      const message = `It appears twice in the file, also as ${section}[${first}].`;
      return first === index ? [] : [{ name: `${section}[${index}]`, code: 'duplicate', message }];
    });
  });
  return [...repeated, ...repeatedTasks];
}

/**
 * The same text for tasks that do the same. Parameters are compared as they are stored: texts trimmed, lists without blanks
 * and duplicates, blank ones absent; their order says nothing.
 */
export function taskKey({ templateName, parameters = {} }: StoredTask): string {
  const clean = (value: unknown) => (typeof value === 'string' ? cleanText(value) : value);
  const isBlank = (value: unknown) => value === '' || value === false || value === null;
  const said = Object.entries(parameters).flatMap(([name, value]) => {
    const kept = Array.isArray(value)
      ? [...new Set(value.map(clean))].filter((one) => !isBlank(one))
      : clean(value);
    return isBlank(kept) || (Array.isArray(kept) && kept.length === 0) ? [] : [[name, kept] as const];
  });
  return JSON.stringify([templateName, said.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Whether everything that an entry of a file says is so already. */
export function saysNothingNew<Given extends object>(given: Given, known: Readonly<Given>): boolean {
  const names = Object.keys(given) as (keyof Given)[];
  return names.every((name) => given[name] === undefined || isDeepStrictEqual(given[name], known[name]));
}

/**
 * What is missing in a file and is not needed by what stays.
 * @param missing what the file lacks
 * @param kept what stays
 * @param isNeeded whether some of what stays needs one that is missing
 */
export function unneeded<One>(
  missing: readonly One[],
  kept: readonly One[],
  isNeeded: (stays: readonly One[], one: One) => boolean,
): One[] {
  const needed = missing.filter((one) => isNeeded(kept, one));
  if (needed.length === 0) return [...missing];
  // What is needed stays, and may need others.
  const others = missing.filter((one) => !needed.includes(one));
  return unneeded(others, needed, isNeeded);
}

/**
 * Finds the transition that each one of the file is: the one with the same event name between the same states, else the
 * only other one with that event name.
 * @returns by the index in the file; undefined where the organisation has none
 */
export function matchedTransitions<Known extends TransitionInFile>(
  known: readonly Known[],
  given: readonly TransitionInFile[],
): (Known | undefined)[] {
  const keyed = new Map(known.map((one) => [keyOf(entryOf.transition(one)), one]));
  const exact = given.map((one) => keyed.get(keyOf(entryOf.transition(one))));
  const taken = new Set(exact);
  const isNamesake = (one: TransitionInFile) => (other: TransitionInFile) =>
    other.resourceType === one.resourceType && cleanText(other.name) === cleanText(one.name);
  return given.map((one, index) => {
    if (exact[index]) return exact[index];
    const rivals = given.filter((other, at) => !exact[at] && isNamesake(one)(other));
    const left = known.filter((other) => !taken.has(other) && isNamesake(one)(other));
    return rivals.length === 1 && left.length === 1 ? left[0] : undefined;
  });
}

/** What differs between two moments of an organisation. */
export function workflowChanges(before: WorkflowNow, after: WorkflowNow): Change[] {
  const kinds = [...new Set([...before.fields, ...after.fields].map(({ resourceType }) => resourceType))];
  return [
    ...changesOf(before.fields, after.fields, entryOf.field),
    ...kinds.flatMap((resourceType) => {
      const orderAt = ({ fields }: WorkflowNow, other: WorkflowNow) =>
        fields
          .filter(
            (one) => one.resourceType === resourceType && other.fields.some(({ uuid }) => uuid === one.uuid),
          )
          .map(({ uuid }) => uuid);
      if (isDeepStrictEqual(orderAt(before, after), orderAt(after, before))) return [];
      return [{ what: 'order' as const, resourceType, name: '', change: 'change' as const, parts: [] }];
    }),
    ...changesOf(before.states, after.states, entryOf.state),
    ...changesOf(before.transitions, after.transitions, entryOf.transition),
  ];
}

function changesOf<Kept extends { readonly uuid: string }>(
  before: readonly Kept[],
  after: readonly Kept[],
  named: (one: Kept) => Entry,
): Change[] {
  const was = new Map(before.map((one) => [one.uuid, one]));
  const isNow = new Set(after.map(({ uuid }) => uuid));
  const changed = after.flatMap((one): Change[] => {
    const old = was.get(one.uuid);
    if (!old) return [{ ...named(one), change: 'add', parts: [] }];
    const names = Object.keys(one) as (keyof Kept & string)[];
    const parts = names.filter((name) => !isDeepStrictEqual(one[name], old[name]));
    return parts.length > 0 ? [{ ...named(one), change: 'change', parts }] : [];
  });
  const removed = before.filter(({ uuid }) => !isNow.has(uuid));
  return [...changed, ...removed.map((one): Change => ({ ...named(one), change: 'remove', parts: [] }))];
}

/**
 * An order in which some elements follow a wanted order, in the places that they have among all; the others keep theirs.
 */
export function withOrderOf<Element>(all: readonly Element[], wanted: readonly Element[]): Element[] {
  const inBoth = new Set(wanted.filter((one) => all.includes(one)));
  const next = inBoth.values();
  return all.map((one) => (inBoth.has(one) ? (next.next().value ?? one) : one));
}
