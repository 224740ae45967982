import { sql } from 'kysely';
import { importSpreadsheet } from '@armarium/contract/spreadsheets';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { batchAnswer, beginBatch, isWritten } from '../batch/public.ts';
import { requireRecordsQuota } from '../tenancy/public.ts';
import { cellForm, heldSpreadsheet } from './spreadsheet.queries.ts';

/**
 * Starts the batch of a spreadsheet. Its job writes the rows that the dry run found valid, and lists the
 * others. Conflicts count as valid where the user accepts them.
 */
export const spreadsheetImport: Implementation = implement(
  importSpreadsheet,
  ({ data, params, body, actor, origin }) =>
    data.write('start-batch', async (tx) => {
      const { db } = tx;
      const row = await heldSpreadsheet(db, params.uuid);
      if (row.state !== 'CHECKED') {
        throw new ProblemError(
          'state-changed',
          row.state === 'IMPORTED'
            ? 'It was imported already. Bring the file again to import it once more.'
            : 'The dry run comes first, to its end.',
        );
      }
      const accepted = isWritten(body.accept);
      const counted = await sql<{ created: number; changed: number; left: number }>`
        select count(*) filter (where ${accepted} and record_uuid is null)::integer as created,
          count(*) filter (where ${accepted} and record_uuid is not null)::integer as changed,
          count(*) filter (where result in ('conflict', 'refused') and not ${accepted})::integer as left
        from spreadsheet_row where spreadsheet_uuid = ${row.uuid}::uuid`.execute(db);
      const { created, changed, left } = counted.rows[0] ?? { created: 0, changed: 0, left: 0 };
      if (left > 0 && !body.leaveOut) {
        const message = `${left} rows can't be written. Say that they are to be left out, or correct them first.`;
        throw invalid([{ name: 'leaveOut', code: 'rows-refused', message }]);
      }
      if (created + changed === 0) {
        const message = 'There is nothing to write: no row changes anything or makes a record.';
        throw invalid([{ name: 'spreadsheet', code: 'nothing-to-write', message }]);
      }
      await requireRecordsQuota(db, created);
      const { dayFirst, decimalComma } = cellForm(row);
      const { uuid: batch } = await beginBatch(
        tx,
        {
          kind: 'spreadsheet',
          spreadsheet: row.uuid,
          filename: row.filename,
          created,
          changed,
          accept: body.accept,
          dayFirst,
          decimalComma,
        },
        undefined,
        // A row that is left out is a batch record of its own, even if it names a record.
        sql`(
          select case when ${accepted} or result = 'unchanged' then coalesce(record_uuid, uuid) else uuid end as uuid
          from spreadsheet_row where spreadsheet_uuid = ${row.uuid}::uuid) as rows`,
      );
      await sql`
        update batch_record done set result = 'unchanged' from spreadsheet_row judged
        where done.batch_uuid = ${batch}::uuid and judged.spreadsheet_uuid = ${row.uuid}::uuid
          and judged.result = 'unchanged' and done.record_uuid = judged.record_uuid`.execute(db);
      await sql`
        update batch set unchanged = ${row.unchanged} where uuid = ${batch}::uuid`.execute(db);
      await db
        .updateTable('spreadsheet')
        .set({ state: 'IMPORTED', batch_uuid: batch })
        .where('uuid', '=', row.uuid)
        .execute();
      return batchAnswer(db, batch, actor, origin);
    }),
);
