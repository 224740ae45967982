import { isDeepStrictEqual } from 'node:util';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_STATE } from '@armarium/contract/item-states';
import type { Labels } from '@armarium/contract/labels';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { cleanLabels, cleanText, lockGraph, recordKinds } from '../records/public.ts';
import { lockWorkflow } from './workflow-lock.ts';

/** The most transitions that the message about a state in use names. */
const NAMED_MAX = 10;

function nameOf(text: string): string {
  const name = cleanText(text);
  if (name === '') throw invalid([{ name: 'name', code: 'required', message: 'It is required.' }]);
  return name;
}

/** The values of a state for the history. */
const valuesOf = ({ name, color, labels }: Selectable<DB['item_state']>) => ({
  name,
  color,
  labels: labels as Labels,
});

async function holdState({ db }: WriteTransaction, uuid: string) {
  const row = await db
    .selectFrom('item_state')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('The state');
  return row;
}

/** Renames the state in its records, those in the trash too, each with an entry in its history. */
async function renameInRecords(tx: WriteTransaction, before: string, after: string): Promise<void> {
  // A state may have hundreds of thousands of records. A second attempt would take as long, so there is no
  // time limit.
  await sql`set local statement_timeout = 0`.execute(tx.db);
  for (const { table, resourceType } of recordKinds()) {
    await sql`
      with renamed as (
        update ${sql.table(table)} set state = ${after}, version = version + 1 where state = ${before} returning uuid
      )
      insert into history (tenant_id, change_set, record_uuid, resource_type, action, before, after)
      select ${tx.tenantId}, ${tx.changeSet}::uuid, uuid, ${resourceType}, 'update',
        jsonb_build_object('state', ${before}::text), jsonb_build_object('state', ${after}::text)
      from renamed`.execute(tx.db);
  }
}

/** @throws ProblemError 409 naming the transitions that use a state, or how many records are in it */
async function requireUnused({ db }: WriteTransaction, state: string): Promise<void> {
  const users = await db
    .selectFrom('transition_template')
    .select(['name', 'resource_type', 'from_state', 'to_state'])
    .where((where) => where.or([where('from_state', '=', state), where('to_state', '=', state)]))
    .orderBy('resource_type')
    .orderBy('sort_order')
    .execute();
  if (users.length > 0) {
    const named = users
      .slice(0, NAMED_MAX)
      .map((one) => `${one.name} (${one.resource_type}: ${one.from_state} > ${one.to_state})`);
    const more = users.length > NAMED_MAX ? ` and ${users.length - NAMED_MAX} more` : '';
    throw new ProblemError(
      'state-in-use',
      `Transitions use it: ${named.join(', ')}${more}. Change or delete them first.`,
    );
  }
  const counts = recordKinds().map(
    ({ table }) => sql`(select count(*) from ${sql.table(table)} where state = ${state})`,
  );
  const { rows } = await sql<{ records: number }>`select ${sql.join(counts, sql` + `)} as records`.execute(
    db,
  );
  const records = Number(rows[0]?.records ?? 0);
  if (records === 0) return;
  throw new ProblemError(
    'state-in-use',
    `${records} records are in it, those in the trash included. Move them to another state first, or rename this one.`,
  );
}

/** What a body says of a state. A part that it lacks stays as it is. */
export interface StateGiven {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly labels?: Labels | undefined;
}

/** Refuses a change to a state of this version, where the caller has seen another one. */
type Check = (version: number) => void;

/** Makes a state. @throws ProblemError 409 where the name is taken */
export async function addState(tx: WriteTransaction, given: StateGiven & { name: string; color: string }) {
  await lockWorkflow(tx);
  const uuid = uuidv7();
  const values = {
    name: nameOf(given.name),
    color: given.color.toLowerCase(),
    labels: cleanLabels(given.labels ?? {}),
  };
  await sql`
    insert into item_state (tenant_id, uuid, name, color, labels, sort_order)
    select ${tx.tenantId}, ${uuid}::uuid, ${values.name}, ${values.color}, ${jsonb(values.labels)}, coalesce(max(sort_order) + 1, 0)
    from item_state`.execute(tx.db);
  await recordHistory(tx, [{ record: uuid, resourceType: 'ITEM_STATE', action: 'create', after: values }]);
  return holdState(tx, uuid);
}

/** Changes a state; a new name goes to its records and transitions. @throws ProblemError 404, 409 */
export async function changeState(tx: WriteTransaction, uuid: string, given: StateGiven, check: Check) {
  await lockWorkflow(tx);
  // In the same order as a transition: the graph, then the state.
  await lockGraph(tx);
  const before = await holdState(tx, uuid);
  check(before.version);
  const name = given.name === undefined ? before.name : nameOf(given.name);
  const was = valuesOf(before);
  const values = {
    name,
    color: given.color?.toLowerCase() ?? before.color,
    labels: given.labels ? cleanLabels(given.labels) : was.labels,
  };
  if (isDeepStrictEqual(values, was)) return before;
  if (name !== before.name && before.name === DEFAULT_STATE) {
    throw new ProblemError('state-fixed', 'Records without a state are in Default: it keeps its name.');
  }
  await tx.db
    .updateTable('item_state')
    .set((column) => ({ ...values, labels: jsonb(values.labels), version: column('version', '+', 1) }))
    .where('uuid', '=', before.uuid)
    .execute();
  if (name !== before.name) await renameInRecords(tx, before.name, name);
  await recordHistory(tx, [
    { record: before.uuid, resourceType: 'ITEM_STATE', action: 'update', before: was, after: values },
  ]);
  return holdState(tx, before.uuid);
}

/** Deletes a state that nothing uses. @throws ProblemError 404, 409 */
export async function removeState(tx: WriteTransaction, uuid: string, check: Check): Promise<void> {
  await lockWorkflow(tx);
  await lockGraph(tx);
  const before = await holdState(tx, uuid);
  check(before.version);
  if (before.name === DEFAULT_STATE) {
    throw new ProblemError('state-fixed', 'Records without a state are in Default: it stays.');
  }
  await requireUnused(tx, before.name);
  await tx.db.deleteFrom('item_state').where('uuid', '=', before.uuid).execute();
  await recordHistory(tx, [
    { record: before.uuid, resourceType: 'ITEM_STATE', action: 'delete', before: valuesOf(before) },
  ]);
}
