import { listTrashedRecords } from '@armarium/contract/trash-records';
import { restoreTrashEntry } from '@armarium/contract/trash';
import { implement } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { hrefOf, kindOf } from '../records/public.ts';
import { trashEntry } from './trash.queries.ts';
import { trashedRecordsPage } from './trashed-record.queries.ts';
import { mayRestore } from './trash.rules.ts';

const DEFAULT_SIZE = 20;

/**
 * The records that a deletion took along, without the record of the entry itself, for actors who may restore
 * it.
 */
export const listTrashedRecordsOperation = implement(
  listTrashedRecords,
  async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { rows, total } = await data.read(async (db) => {
      const entry = await trashEntry(db, params.uuid);
      if (!entry) throw notFound('The entry of the trash');
      if (!mayRestore(actor, kindOf(entry.resource_type), entry.created_by)) {
        throw new ProblemError('forbidden', 'You may see the records in the trash that you made yourself.');
      }
      return trashedRecordsPage(db, entry, query.pressmarks === 'taken', page);
    });
    const shown = rows.map((row) => ({
      uuid: row.uuid,
      resourceType: row.resource_type,
      title: row.title,
      pressmark: row.pressmark,
      formerParents: [...row.parents],
      pressmarkHolder: row.holder,
      _links: { restore: hrefOf(origin, restoreTrashEntry, params.uuid) },
    }));
    return pageAnswer('trashedRecords', shown, page, total, origin, url);
  },
);
