import type { TemplateResourceType } from '@armarium/contract/record-types';
import {
  listTransitionLogs,
  performTransition,
  type TransitionLog,
} from '@armarium/contract/transition-logs';
import {
  findTransitionsByResourceType,
  findTransitionsFromState,
  getTransitionTemplate,
  listTransitionTemplates,
} from '@armarium/contract/transitions';
import { sql } from 'kysely';
import { reach, reaches, type Actor, type TenantQueries } from '../../db/database.ts';
import { setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation, type PageCall } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, type PageWanted } from '../../http/pages.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { effectsOfLogs } from './effects/effect.queries.ts';
import { performTransitions, type TransitionResult } from './perform-transitions.ts';
import { standingRecord } from '../records/public.ts';
import { allTransitions, type KnownTransition } from './workflow.queries.ts';
import { transitionView } from './workflow-views.ts';

const DEFAULT_SIZE = 50;
const DEFAULT_LOGS = 20;

/** All are read, then paged: a tenant has a few dozen. */
async function transitionsPage(
  { data, query, actor, origin, url }: PageCall,
  isMeant: (transition: KnownTransition) => boolean,
) {
  const page = wantedPage(query, DEFAULT_SIZE);
  const rows = (await data.read(allTransitions)).filter(isMeant);
  const shown = pageOfRows(rows, page).map((row) => transitionView(row, actor, origin));
  return pageAnswer('transitionTemplates', shown, page, rows.length, origin, url);
}

/** @returns the entries of a record, or only the requested entry, with the number of all of them */
async function logEntries(
  db: TenantQueries,
  wanted: { record: string; page: PageWanted } | { entry: string },
  actor: Actor,
  origin: string,
): Promise<TransitionLog[]> {
  let query = db
    .selectFrom('transition_log as log')
    .innerJoin('change_set', 'change_set.uuid', 'log.change_set')
    .select(['log.uuid', 'record_uuid', 'resource_type', 'transition_uuid', 'transition_name', 'from_state'])
    .select(['to_state', 'comment', 'log.made_at', 'caused_by', 'log.change_set', 'change_set.account_name'])
    .select('change_set.token_name');
  if ('entry' in wanted) query = query.where('log.uuid', '=', wanted.entry);
  else {
    const { number, size } = wanted.page;
    query = query
      .where('record_uuid', '=', wanted.record)
      .orderBy('log.uuid', 'desc')
      .limit(size)
      .offset(number * size);
  }
  const rows = await query.execute();
  const logs = rows.map(({ uuid }) => uuid);
  const effects = await effectsOfLogs(db, logs, reach(actor, 'manage') !== undefined, origin);
  return rows.map((row) => ({
    uuid: row.uuid,
    assetUuid: row.record_uuid,
    resourceType: row.resource_type as TemplateResourceType,
    transitionUuid: row.transition_uuid,
    name: row.transition_name,
    itemFromState: row.from_state,
    itemToState: row.to_state,
    comment: row.comment,
    date: row.made_at.toISOString(),
    user: row.account_name,
    token: row.token_name,
    causedBy: row.caused_by,
    changeSet: row.change_set,
    effects: effects.get(row.uuid) ?? [],
  }));
}

/**
 * The operations that read transitions, perform them, and read their log (catalogue §4 and §7, decisions §8).
 */
export const transitionOperations: Implementation[] = [
  implement(listTransitionTemplates, (call) => transitionsPage(call, () => true)),
  implement(findTransitionsByResourceType, (call) =>
    transitionsPage(call, ({ resourceType }) => resourceType === call.query.resourceType),
  ),
  implement(findTransitionsFromState, (call) =>
    transitionsPage(
      call,
      ({ resourceType, fromState }) =>
        resourceType === call.query.resourceType && fromState === call.query.itemFromState,
    ),
  ),
  implement(getTransitionTemplate, async ({ data, params, actor, origin, reply }) => {
    const row = (await data.read(allTransitions)).find(({ uuid }) => uuid === params.uuid.toLowerCase());
    if (!row) throw notFound('The transition');
    setEntityTag(reply, row.version);
    return transitionView(row, actor, origin);
  }),
  implement(performTransition, ({ data, body, actor, origin, reply }) => {
    const { assetUuid, assetUuids } = body;
    if ((assetUuid === undefined) === (assetUuids === undefined)) {
      const message = 'Give either assetUuid, or assetUuids with a list.';
      throw invalid([{ name: 'assetUuid', code: 'required', message }]);
    }
    return data.write('transition', async (tx) => {
      const results = await performTransitions(tx, {
        resourceType: body.resourceType,
        transition: body.transitionUuid,
        uuids: assetUuids ?? [assetUuid ?? ''],
        comment: body.comment ?? '',
        confirmedImages: body.confirmedImages,
        collectedBy: body.changeSet,
      });
      if (assetUuids) {
        reply.code(200);
        return { results: results.map(resultView) };
      }
      const [result] = results;
      if (result?.outcome !== 'done') throw asBodyProblem(result?.problem);
      const [entry] = await logEntries(tx.db, { entry: result.log }, actor, origin);
      if (!entry) throw new Error('A transition was performed and left no entry in the log.');
      reply.code(201);
      return entry;
    });
  }),
  implement(listTransitionLogs, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_LOGS);
    const { entries, total } = await data.read(async (db) => {
      const made = await standingRecord(db, query.assetUuid);
      if (!made) throw notFound('The record');
      if (!reaches(actor, 'readHistory', made.createdBy)) {
        throw new ProblemError(
          'forbidden',
          'You may read the history of the records that you made yourself.',
        );
      }
      const counted = await db
        .selectFrom('transition_log')
        .select(sql<number>`count(*)`.as('total'))
        .where('record_uuid', '=', query.assetUuid)
        .executeTakeFirstOrThrow();
      return {
        entries: await logEntries(db, { record: query.assetUuid, page }, actor, origin),
        total: Number(counted.total),
      };
    });
    return pageAnswer('transitionLogs', entries, page, total, origin, url);
  }),
];

/** What became of one record of several. */
const resultView = (result: TransitionResult) => ({
  assetUuid: result.uuid,
  outcome: result.outcome,
  log: result.outcome === 'done' ? result.log : null,
  problem: result.outcome === 'done' ? null : { code: result.problem.code, detail: result.problem.message },
});

/** A wrong reference in the body becomes 422 with its field; any other problem stays as it is. */
function asBodyProblem(problem: ProblemError | undefined): ProblemError {
  if (problem && problem.code !== 'not-found') return problem;
  return invalid([
    {
      name: 'assetUuid',
      code: 'unknown-record',
      message: 'There is no such record of this kind (any more).',
    },
  ]);
}
