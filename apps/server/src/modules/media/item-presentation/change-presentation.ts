import type { changeItemPresentation } from '@armarium/contract/item-presentation';
import { sql } from 'kysely';
import { jsonb, type TenantQueries } from '../../../db/database.ts';
import { recordHistory } from '../../../db/history.ts';
import { requireMatch } from '../../../http/entity-tag.ts';
import type { Call } from '../../../http/operation-route.ts';
import { invalid } from '../../../problem-error.ts';
import { itemToArrange } from '../asset-operations.ts';
import { lockMedia } from '../asset-places.ts';
import { changedEntries, contentsProblems, isSameContents, storedEntries } from './contents.rules.ts';
import { storedPresentation, type StoredPresentation } from './presentation.queries.ts';

/**
 * How many entries of one change the history keeps on each side: one that changes more is the work of a program, or
 * removes a whole table of contents, and every reading of the history would carry it.
 */
const ENTRIES_KEPT = 200;

/**
 * Changes how the images of an item are presented. The history keeps the settings and the entries that became others.
 * @throws ProblemError 404, 403 where the actor may not arrange files of the item, 412 where it has changed since, 422
 * naming entries that are wrong
 */
export async function changePresentation({
  data,
  params,
  body,
  actor,
  request,
}: Pick<
  Call<typeof changeItemPresentation>,
  'data' | 'params' | 'body' | 'actor' | 'request'
>): Promise<void> {
  await data.write('change-presentation', async (tx) => {
    const item = itemToArrange(await lockMedia(tx.db, [params.uuid], 'image'), params.uuid, actor);
    requireMatch(request, item.version);
    const before = await storedPresentation(tx.db, item.uuid);
    const { viewingDirection = before.viewingDirection, behavior = before.behavior } = body;
    const contents = body.contents ? storedEntries(body.contents) : before.contents;
    if (body.contents) {
      const problems = contentsProblems(contents, before.contents, await imagesEverOf(tx.db, item.uuid));
      if (problems.length > 0) throw invalid(problems);
    }
    const changes = changesOf(before, { viewingDirection, behavior, contents });
    if (!changes) return;
    const row = { viewing_direction: viewingDirection, behavior, contents: jsonb(contents) };
    await tx.db
      .insertInto('item_presentation')
      .values({ tenant_id: tx.tenantId, item_uuid: item.uuid, ...row })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'item_uuid']).doUpdateSet(row))
      .execute();
    // Of two callers who saw the same version of the item the second one gets an error.
    await tx.db
      .updateTable('item')
      .set((column) => ({ version: column('version', '+', 1), modified_at: sql<Date>`now()` }))
      .where('uuid', '=', item.uuid)
      .execute();
    await recordHistory(tx, [{ record: item.uuid, resourceType: 'ITEM', action: 'update', ...changes }]);
  });
}

/** The images of an item, those in the trash too: they may come back, and an entry that names one as well. */
async function imagesEverOf(db: TenantQueries, itemUuid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('asset')
    .select('uuid')
    .where('item_uuid', '=', itemUuid)
    .where('kind', '=', 'image')
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** What became another, before and after; undefined where nothing did. */
function changesOf(before: StoredPresentation, after: StoredPresentation) {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const name of ['viewingDirection', 'behavior'] as const) {
    if (before[name] === after[name]) continue;
    was[name] = before[name];
    is[name] = after[name];
  }
  if (!isSameContents(before.contents, after.contents)) {
    const [gone, come] = [
      changedEntries(before.contents, after.contents),
      changedEntries(after.contents, before.contents),
    ];
    if (gone.length + come.length === 0) {
      was['contentsOrder'] = before.contents.map(({ uuid }) => uuid);
      is['contentsOrder'] = after.contents.map(({ uuid }) => uuid);
    } else {
      was['contents'] = gone.slice(0, ENTRIES_KEPT);
      is['contents'] = come.slice(0, ENTRIES_KEPT);
    }
  }
  return Object.keys(is).length > 0 ? { before: was, after: is } : undefined;
}
