import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { reachOf, roles as allRoles, type Role } from '@armarium/contract/capability';
import type { Labels } from '@armarium/contract/labels';
import type { FieldProblem } from '@armarium/contract/problem';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { cleanLabels, cleanText, countingRoles, type TransitionRight } from '../records/public.ts';
import { shownParameters } from './task-parameters.ts';
import { lockWorkflow } from './workflow-lock.ts';
import { allTransitions, type KnownTransition } from './workflow.queries.ts';

/** The editable properties of a transition, as they are stored. */
type Fields = Pick<
  KnownTransition,
  'name' | 'label' | 'labels' | 'workflowName' | 'fromState' | 'toState' | 'roles'
>;

/** What a body says of a transition. A part that it lacks stays as it is. */
export interface TransitionGiven {
  readonly name?: string;
  readonly label?: string;
  readonly labels?: Labels;
  readonly itemFromState?: string;
  readonly itemToState?: string;
  readonly workflowName?: string;
  readonly roles?: readonly Role[];
}

function withChanges(before: Fields, changes: TransitionGiven): Fields {
  const clean = (text: string | undefined, otherwise: string) =>
    text === undefined ? otherwise : cleanText(text);
  const name = clean(changes.name, before.name);
  const label = clean(changes.label, before.label);
  return {
    name,
    // Where a transition has no label, the representation shows the name as its label. A client may send that
    // back.
    label: label === before.name || label === name ? '' : label,
    labels: changes.labels ? cleanLabels(changes.labels) : before.labels,
    workflowName: clean(changes.workflowName, before.workflowName) || 'default',
    fromState: clean(changes.itemFromState, before.fromState),
    toState: clean(changes.itemToState, before.toState),
    roles: changes.roles ? [...new Set(changes.roles)] : before.roles,
  };
}

/** The problem of a list of roles: a role that never performs transitions, or no role is left. */
export function rolesProblem(right: TransitionRight): FieldProblem | undefined {
  const strange = right.roles.filter((role) => reachOf('transition', [role as Role], 'all') === undefined);
  if (strange.length > 0) {
    const message = `${strange.join(', ')} can't perform transitions at all.`;
    return { name: 'roles', code: 'role-without-right', message };
  }
  if (countingRoles(allRoles, right).length > 0) return undefined;
  const message =
    'It changes who sees the record, which is for ROLE_PUBLISHER, ROLE_TENANT_ADMIN and ROLE_ADMIN: name one of them.';
  return { name: 'roles', code: 'nobody-left', message };
}

/** @throws ProblemError 422 with the invalid fields */
async function requireValid(tx: WriteTransaction, fields: Fields, changesVisibility: boolean): Promise<void> {
  const problems: FieldProblem[] = [];
  if (fields.name === '') problems.push({ name: 'name', code: 'required', message: 'It is required.' });
  const states = await tx.db.selectFrom('item_state').select('name').execute();
  for (const [name, state] of [
    ['itemFromState', fields.fromState],
    ['itemToState', fields.toState],
  ] as const) {
    if (!states.some((one) => one.name === state))
      problems.push({ name, code: 'unknown-state', message: `There is no state "${state}".` });
  }
  const problem = rolesProblem({ roles: fields.roles, changesVisibility });
  if (problem) problems.push(problem);
  if (problems.length > 0) throw invalid(problems);
}

/** The values of a transition for the history. */
const historyValues = ({ name, label, labels, fromState, toState, workflowName, roles }: Fields) => ({
  name,
  label,
  labels,
  itemFromState: fromState,
  itemToState: toState,
  workflowName,
  roles,
});

/** Locks a transition and reads it with its tasks. @throws ProblemError 404 */
export async function holdTransition(tx: WriteTransaction, uuid: string): Promise<KnownTransition> {
  await lockWorkflow(tx);
  const { rows } = await sql`
    select from transition_template where uuid = ${uuid}::uuid for update`.execute(tx.db);
  const transition = rows.length > 0 ? await transitionNamed(tx, uuid) : undefined;
  if (!transition) throw notFound('The transition');
  return transition;
}

export async function transitionNamed(
  { db }: Pick<WriteTransaction, 'db'>,
  uuid: string,
): Promise<KnownTransition | undefined> {
  const [transition] = await allTransitions(db, uuid);
  return transition;
}

/** Renames a transition also in the cascades that perform it, where no other transition has the old name. */
async function renameInCascades(tx: WriteTransaction, before: KnownTransition, name: string): Promise<void> {
  if (name === before.name) return;
  const transitions = await allTransitions(tx.db);
  const isLeft = transitions.some(
    (one) => one.uuid !== before.uuid && one.resourceType === before.resourceType && one.name === before.name,
  );
  const to = { ITEM: 'items', MEDIA: 'media' }[String(before.resourceType)];
  if (isLeft || to === undefined) return;
  await sql`
    update transition_task set parameters = parameters || jsonb_build_object('transition', ${name}::text),
      version = version + 1
    where template_name = 'CASCADE' and parameters ->> 'to' = ${to} and parameters ->> 'transition' = ${before.name}`.execute(
    tx.db,
  );
}

const blank: Fields = {
  name: '',
  label: '',
  labels: {},
  workflowName: '',
  fromState: '',
  toState: '',
  roles: [],
};

/** Makes a transition after the others of its kind of records. @throws ProblemError 409 `duplicate`, 422 */
export async function addTransition(
  tx: WriteTransaction,
  resourceType: TemplateResourceType,
  given: TransitionGiven,
): Promise<KnownTransition> {
  await lockWorkflow(tx);
  const fields = withChanges(blank, given);
  await requireValid(tx, fields, false);
  const uuid = uuidv7();
  await sql`
    insert into transition_template (tenant_id, uuid, name, label, labels, workflow_name, resource_type, from_state,
      to_state, roles, sort_order)
    select ${tx.tenantId}, ${uuid}::uuid, ${fields.name}, ${fields.label}, ${jsonb(fields.labels)},
      ${fields.workflowName}, ${resourceType}, ${fields.fromState}, ${fields.toState}, ${fields.roles}::text[],
      coalesce(max(sort_order) + 1, 0)
    from transition_template where resource_type = ${resourceType}`.execute(tx.db);
  const after = { ...historyValues(fields), resourceType };
  await recordHistory(tx, [{ record: uuid, resourceType: 'TRANSITION', action: 'create', after }]);
  return holdTransition(tx, uuid);
}

/**
 * Changes a transition.
 * @param givenOf what is given, for the transition as it is: it may refuse the change
 * @throws ProblemError 404, 409 `duplicate`, 422
 */
export async function changeTransition(
  tx: WriteTransaction,
  uuid: string,
  givenOf: (before: KnownTransition) => TransitionGiven,
): Promise<KnownTransition> {
  const before = await holdTransition(tx, uuid);
  const fields = withChanges(before, givenOf(before));
  if (JSON.stringify(historyValues(fields)) === JSON.stringify(historyValues(before))) return before;
  await requireValid(tx, fields, before.changesVisibility);
  await renameInCascades(tx, before, fields.name);
  await sql`
    update transition_template set name = ${fields.name}, label = ${fields.label},
      labels = ${jsonb(fields.labels)}, workflow_name = ${fields.workflowName}, from_state = ${fields.fromState}, to_state = ${fields.toState},
      roles = ${fields.roles}::text[], version = version + 1
    where uuid = ${before.uuid}::uuid`.execute(tx.db);
  await recordHistory(tx, [
    {
      record: before.uuid,
      resourceType: 'TRANSITION',
      action: 'update',
      before: historyValues(before),
      after: historyValues(fields),
    },
  ]);
  return holdTransition(tx, before.uuid);
}

/** Deletes a transition with its tasks. @param check refuses it for the transition as it is. @throws ProblemError 404 */
export async function removeTransition(
  tx: WriteTransaction,
  uuid: string,
  check: (before: KnownTransition) => void,
): Promise<void> {
  const before = await holdTransition(tx, uuid);
  check(before);
  await tx.db.deleteFrom('transition_template').where('uuid', '=', before.uuid).execute();
  const was = {
    ...historyValues(before),
    resourceType: before.resourceType,
    actions: before.tasks.map((task) => ({ ...task, parameters: shownParameters(task, true) })),
  };
  await recordHistory(tx, [
    { record: before.uuid, resourceType: 'TRANSITION', action: 'delete', before: was },
  ]);
}
