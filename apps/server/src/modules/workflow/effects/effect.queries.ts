import { sql, type Selectable } from 'kysely';
import type { DeliveryState } from '@armarium/contract/deliveries';
import { getEffect, retryEffect, type Effect, type LoggedEffect } from '@armarium/contract/effects';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TenantQueries } from '../../../db/database.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { notFound } from '../../../problem-error.ts';
import type { PageWanted } from '../../../http/pages.ts';
import { progressOf } from '../../deliveries/public.ts';
import { hrefOf } from '../../records/public.ts';

const linksOf = ({ uuid, state }: { uuid: string; state: string }, origin: string) => ({
  self: hrefOf(origin, getEffect, uuid),
  ...(state !== 'DONE' && { retry: hrefOf(origin, retryEffect, uuid) }),
});

/**
 * The effects of entries of the log, by entry.
 * @param mayManage whether addresses may be shown: what another server said may name some
 */
export async function effectsOfLogs(
  db: TenantQueries,
  logs: readonly string[],
  mayManage: boolean,
  origin: string,
): Promise<ReadonlyMap<string, LoggedEffect[]>> {
  const { rows } = await sql<Selectable<DB['effect']> & { log_uuid: string }>`
    select effect.*, log_uuid from effect_record join effect on effect.uuid = effect_uuid
    where log_uuid = any(${logs}::uuid[]) order by effect.uuid`.execute(db);
  const byLog = new Map<string, LoggedEffect[]>();
  for (const row of rows) {
    const { result, ...progress } = progressOf(row);
    const effect: LoggedEffect = {
      uuid: row.uuid,
      taskUuid: row.task_uuid,
      templateName: row.template_name,
      ...progress,
      result: result && { ...result, detail: mayManage ? result.detail : '' },
      _links: mayManage ? linksOf(row, origin) : {},
    };
    byLog.set(row.log_uuid, [...(byLog.get(row.log_uuid) ?? []), effect]);
  }
  return byLog;
}

/** A page of effects, the newest first, in three statements. */
export async function effectsPage(
  db: TenantQueries,
  state: DeliveryState | undefined,
  page: PageWanted,
  origin: string,
): Promise<{ effects: Effect[]; total: number }> {
  const isMeant = state === undefined ? sql`true` : sql`state = ${state}`;
  const { rows } = await sql<Selectable<DB['effect']>>`
    select * from effect where ${isMeant}
    order by uuid desc limit ${page.size} offset ${page.number * page.size}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from effect where ${isMeant}`.execute(db);
  return { effects: await viewsOf(db, rows, origin), total: counted[0]?.total ?? 0 };
}

/** @throws ProblemError 404 */
export async function effectNamed(db: TenantQueries, uuid: string, origin: string): Promise<Effect> {
  const rows = await db.selectFrom('effect').selectAll().where('uuid', '=', uuid).execute();
  const [view] = await viewsOf(db, rows, origin);
  if (!view) throw notFound('The effect');
  return view;
}

async function viewsOf(
  db: TenantQueries,
  rows: readonly Selectable<DB['effect']>[],
  origin: string,
): Promise<Effect[]> {
  const uuids = rows.map(({ uuid }) => uuid);
  const { rows: firsts } = await sql<{
    effect_uuid: string;
    record_uuid: string;
    title: string;
    pressmark: string | null;
  }>`
    select effect_uuid, first.* from unnest(${uuids}::uuid[]) as wanted (effect_uuid), lateral (
      select record_uuid, title, pressmark from effect_record
      where effect_record.effect_uuid = wanted.effect_uuid order by log_uuid limit 1) first`.execute(db);
  const { rows: deliveries } = await sql<Selectable<DB['delivery']>>`
    select * from delivery where effect_uuid = any(${uuids}::uuid[]) order by recipient`.execute(db);
  return rows.map((row) => {
    const first = firsts.find(({ effect_uuid }) => effect_uuid === row.uuid);
    return {
      uuid: row.uuid,
      taskUuid: row.task_uuid,
      templateName: row.template_name,
      ...progressOf(row),
      date: row.made_at.toISOString(),
      resourceType: row.resource_type as TemplateResourceType,
      transition: {
        uuid: row.transition_uuid,
        name: row.transition_name,
        itemFromState: row.from_state,
        itemToState: row.to_state,
      },
      user: row.account_name,
      comment: row.comment,
      recordsCount: row.records,
      record: first ? { uuid: first.record_uuid, sgtt: first.title, pressmark: first.pressmark } : null,
      deliveries: deliveries
        .filter(({ effect_uuid }) => effect_uuid === row.uuid)
        .map((delivery) => ({ uuid: delivery.uuid, recipient: delivery.recipient, ...progressOf(delivery) })),
      _links: linksOf(row, origin),
    };
  });
}
