import { sql } from 'kysely';
import { deleteItem } from '@armarium/contract/deletions';
import { deleteSeries, deleteStory } from '@armarium/contract/story-calls';
import { reaches } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { implement, type Call } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { followingColumns, kindOf, lockGraph, type RecordKind } from '../records/public.ts';
import { moveToTrash } from './trash.writes.ts';

interface DeletedRow {
  readonly uuid: string;
  readonly sgtt: string;
  readonly pressmark: string | null;
  readonly version: string;
  readonly created_by: string | null;
}

type DeleteCall = Pick<Call<typeof deleteItem>, 'data' | 'params' | 'query' | 'actor' | 'request'>;

/**
 * Moves one record to the trash (decisions §4). It answers 404 from then on, and its pressmark is free.
 * Honours `If-Match`.
 * @throws ProblemError 404, 403 where it is another's and the actor may delete own records only, 412
 */
export async function deleteRecord(
  kind: RecordKind,
  { data, params, query, actor, request }: DeleteCall,
): Promise<undefined> {
  const { resourceType, table } = kind;
  await data.write(`delete-${table}`, async (tx) => {
    await lockGraph(tx);
    const pressmark = followingColumns(kind).includes('pressmark') ? sql`pressmark` : sql`null`;
    const { rows } = await sql<DeletedRow>`
      select uuid, sgtt, ${pressmark} as pressmark, version, created_by from ${sql.table(table)}
      where uuid = ${params.uuid}::uuid and trashed_at is null for update`.execute(tx.db);
    const [row] = rows;
    if (!row) throw notFound(kind.named);
    if (!reaches(actor, kind.rights.trash, row.created_by)) {
      throw new ProblemError('forbidden', 'You may delete the records that you made yourself.');
    }
    requireMatch(request, row.version);
    await moveToTrash(tx, [
      {
        resourceType,
        record: row.uuid,
        title: row.sgtt,
        pressmark: row.pressmark,
        reason: query.reason ?? '',
        records: [{ uuid: row.uuid, resourceType }],
      },
    ]);
  });
}

/** Moves an item to the trash; its files answer 404 with it. */
export const deleteItemOperation = implement(deleteItem, (call) => deleteRecord(kindOf('ITEM'), call));

/** Moves a story to the trash; it keeps its places in series, and comes back to them. */
export const deleteStoryOperation = implement(deleteStory, (call) => deleteRecord(kindOf('STORY'), call));

/** Moves a series to the trash; its stories stay in the lab. */
export const deleteSeriesOperation = implement(deleteSeries, (call) => deleteRecord(kindOf('SERIES'), call));
