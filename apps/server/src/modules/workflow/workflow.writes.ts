import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { linkRecords } from '../catalogue/public.ts';
import { foundFields, keepDates, recordKinds, writeMetadata, type RecordKind } from '../records/public.ts';
import { collectEffects, type Collecting } from './effects/collect-effects.ts';
import { type Plan, type PlannedStep } from './transition-plan.rules.ts';
import type { HeldRecord, RecordDraft } from './transition.ts';

interface Change {
  readonly record: HeldRecord;
  readonly draft: RecordDraft;
}

/**
 * Writes a plan: the records, their links, the history, the log and the effects, in a fixed number of statements for
 * each kind.
 * @param links existing `collection record` pairs
 * @returns the uuid of the log entry for each record that no cascade reached
 */
export async function writePlan(
  tx: WriteTransaction,
  plan: Plan,
  { links, ...collecting }: Collecting & { links: ReadonlySet<string> },
): Promise<Map<string, string>> {
  const { steps, drafts } = plan;
  if (steps.length === 0) return new Map();
  const { comment } = collecting;
  const changed = new Map<string, Change>();
  for (const { record } of steps) {
    const draft = drafts.get(record.uuid);
    if (draft) changed.set(record.uuid, { record, draft });
  }
  for (const kind of recordKinds()) {
    const changes = [...changed.values()].filter(({ record }) => record.resourceType === kind.resourceType);
    const isEdited = ({ record, draft }: Change) => draft.metadata !== record.metadata;
    await writeStates(tx, kind, changes);
    await writeEdited(tx, kind, changes.filter(isEdited));
    await writeLinks(tx, kind, changes);
  }
  await recordHistory(tx, [...steps.map((step) => historyOf(step, comment)), ...linkHistory(changed, links)]);
  const logs = await writeLog(tx, steps, comment);
  await collectEffects(tx, plan, logs, collecting);
  return new Map(
    steps.filter(({ causedBy }) => !causedBy).map((step) => [step.record.uuid, logs.get(step) ?? '']),
  );
}

async function writeStates(
  tx: WriteTransaction,
  kind: RecordKind,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ record: { uuid }, draft: { state, visibility } }) => ({
    uuid,
    state,
    visibility,
  }));
  const visibility = kind.owner
    ? sql``
    : sql`, visibility = made.visibility, ever_public = ever_public or made.visibility = 'public'`;
  await sql`
    update ${sql.table(kind.table)} as record
    set state = made.state, version = version + 1, modified_at = now() ${visibility}
    from jsonb_to_recordset(${jsonb(rows)}) as made (uuid uuid, state text, visibility text)
    where record.uuid = made.uuid`.execute(tx.db);
}

async function writeEdited(
  tx: WriteTransaction,
  kind: RecordKind,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const { searched, dates } = await foundFields(tx.db, kind);
  const edited = changes.map(({ record: { uuid, sortTitle }, draft: { metadata } }) => ({
    ...{ uuid, metadata, sortTitle },
    columns: kind.columns(metadata),
  }));
  await writeMetadata(tx, kind, edited, { isNewVersion: false, searched });
  if (kind.keepsDates) await keepDates(tx, edited, dates);
}

async function writeLinks(tx: WriteTransaction, kind: RecordKind, changes: readonly Change[]): Promise<void> {
  const placements = changes
    .filter(({ draft }) => draft.links.size > 0)
    .map(({ record, draft }) => ({
      uuid: record.uuid,
      sortTitle: kind.columns(draft.metadata)['sort_title'] ?? record.sortTitle,
      parents: [...draft.links],
    }));
  await linkRecords(tx, kind, placements);
}

/** The changed parts of the representation, before and after a step. */
function changeOf({ before, after }: PlannedStep) {
  const [was, is]: Record<string, unknown>[] = [{ state: before.state }, { state: after.state }];
  if (after.visibility !== before.visibility) {
    Object.assign(was ?? {}, { visibility: before.visibility });
    Object.assign(is ?? {}, { visibility: after.visibility });
  }
  if (after.metadata !== before.metadata) {
    Object.assign(was ?? {}, { customMetadataList: before.metadata });
    Object.assign(is ?? {}, { customMetadataList: after.metadata });
  }
  return { was, is };
}

function historyOf(step: PlannedStep, comment: string): HistoryEntry {
  const { was, is } = changeOf(step);
  const { uuid: record, resourceType } = step.record;
  const note = { transition: step.transition.name, ...(comment !== '' && { comment }) };
  return { record, resourceType, action: 'transition', before: was, after: { ...is, ...note } };
}

function linkHistory(changed: ReadonlyMap<string, Change>, links: ReadonlySet<string>): HistoryEntry[] {
  return [...changed.values()].flatMap(({ record, draft }): HistoryEntry[] => {
    const joined = [...draft.links].filter((collection) => !links.has(`${collection} ${record.uuid}`));
    if (joined.length === 0) return [];
    const { uuid, resourceType } = record;
    return [{ record: uuid, resourceType, action: 'link', after: { parentCollectionsUuids: joined } }];
  });
}

async function writeLog(
  tx: WriteTransaction,
  steps: readonly PlannedStep[],
  comment: string,
): Promise<Map<PlannedStep, string>> {
  const entries = new Map(steps.map((step) => [step, uuidv7()]));
  const rows = steps.map((step) => ({
    uuid: entries.get(step),
    record_uuid: step.record.uuid,
    resource_type: step.record.resourceType,
    transition_uuid: step.transition.uuid,
    transition_name: step.transition.name,
    from_state: step.transition.fromState,
    to_state: step.transition.toState,
    before: changeOf(step).was,
    caused_by: step.causedBy && entries.get(step.causedBy),
  }));
  await sql`
    insert into transition_log (tenant_id, change_set, comment, uuid, record_uuid, resource_type, transition_uuid,
      transition_name, from_state, to_state, before, caused_by)
    select ${tx.tenantId}, ${tx.changeSet}::uuid, ${comment}, made.*
    from jsonb_to_recordset(${jsonb(rows)}) as made (uuid uuid, record_uuid uuid, resource_type text,
      transition_uuid uuid, transition_name text, from_state text, to_state text, before jsonb, caused_by uuid)`.execute(
    tx.db,
  );
  return entries;
}
