import { countDuePurge } from '@armarium/contract/organisation';
import { getTrashEntry, listTrash, restoreTrashEntry, type TrashEntry } from '@armarium/contract/trash';
import { reach, type Actor } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { historyLink, hrefOf, kindOf, namedFields, recordKinds, searchCondition } from '../records/public.ts';
import type { MediaParts } from '../media/public.ts';
import { countDue, timeInTrash, trashEntry, trashPage, type TrashRow } from './trash.queries.ts';
import { DAY_MS, mayRestore, purgeDate } from './trash.rules.ts';

const DEFAULT_SIZE = 20;

function trashEntryView(row: TrashRow, actor: Actor, origin: string, kept_ms: number): TrashEntry {
  const kind = kindOf(row.resource_type);
  const isRestorable = mayRestore(actor, kind, row.created_by);
  return {
    uuid: row.uuid,
    resourceType: row.resource_type,
    recordUuid: row.record_uuid,
    title: row.title,
    pressmark: row.pressmark,
    trashedBy: row.account_name,
    trashedDate: row.trashed_at.toISOString(),
    reason: row.reason,
    collectionsCount: row.collections,
    culturalItemsCount: row.items,
    formerParents: [...row.parents],
    culturalItem: row.owner,
    purgeDate: purgeDate(row.trashed_at, row.kept_for, kept_ms)?.toISOString() ?? null,
    keptFor: [...row.kept_for],
    shownIn: row.shown_in,
    allowedActions: [
      ...(isRestorable ? (['restore'] as const) : []),
      ...(reach(actor, 'deleteCollections') === undefined ? [] : (['purge'] as const)),
    ],
    _links: {
      self: hrefOf(origin, getTrashEntry, row.uuid),
      ...(isRestorable && { restore: hrefOf(origin, restoreTrashEntry, row.uuid) }),
      ...historyLink(actor, row.created_by, origin, kind.calls.history, row.record_uuid),
    },
  };
}

/** The operations that read the trash (decisions §5), and the dry run for another time that it keeps things. */
export function trashReads({ limits }: Pick<MediaParts, 'limits'>): Implementation[] {
  return [
    implement(listTrash, async ({ data, query, actor, origin, url }) => {
      const page = wantedPage(query, DEFAULT_SIZE);
      const { rows, total, kept_ms } = await data.read(async (db) => {
        const kinds = recordKinds().filter(({ search }) => search !== undefined);
        const fields = await namedFields(
          db,
          { text: query.text },
          kinds.map(({ resourceType }) => resourceType),
        );
        const words = searchCondition(query.text ?? '', { hasPressmarks: true, fields });
        const kept_ms = await timeInTrash(db, limits.trash_ms);
        return { ...(await trashPage(db, actor, words, page)), kept_ms };
      });
      const shown = rows.map((row) => trashEntryView(row, actor, origin, kept_ms));
      return pageAnswer('trash', shown, page, total, origin, url);
    }),
    implement(getTrashEntry, async ({ data, params, actor, origin }) => {
      const [row, kept_ms] = await data.read(
        async (db) => [await trashEntry(db, params.uuid), await timeInTrash(db, limits.trash_ms)] as const,
      );
      if (!row) throw notFound('The entry of the trash');
      if (!mayRestore(actor, kindOf(row.resource_type), row.created_by)) {
        throw new ProblemError('forbidden', 'You may see the records in the trash that you made yourself.');
      }
      return trashEntryView(row, actor, origin, kept_ms);
    }),
    implement(countDuePurge, ({ data, query }) => data.read((db) => countDue(db, query.trashDays * DAY_MS))),
  ];
}
