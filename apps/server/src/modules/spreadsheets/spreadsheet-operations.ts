import { sql } from 'kysely';
import {
  checkSpreadsheet,
  deleteSpreadsheet,
  getSpreadsheet,
  listSpreadsheetRows,
  listSpreadsheets,
  rowResults,
  updateSpreadsheet,
} from '@armarium/contract/spreadsheets';
import { jsonb, type TenantQueries } from '../../db/database.ts';
import { mayRemoveFiles } from '../../db/kept-files.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { fieldTemplates } from '../records/public.ts';
import type { MediaParts } from '../media/public.ts';
import { enqueueCheck } from './check.writes.ts';
import { mappingProblems } from './mapping.rules.ts';
import {
  heldSpreadsheet,
  judgedRows,
  spreadsheetOf,
  spreadsheetPage,
  type SpreadsheetRecord,
} from './spreadsheet.queries.ts';
import { rowView, spreadsheetView } from './spreadsheet-views.ts';
import { refused, understood } from './understood-spreadsheet.ts';
import { uploadSpreadsheetOperation } from './upload-spreadsheet.ts';

const DEFAULT_SIZE = 20;
/** Deletes the outcome of a dry run that is no longer valid. */
async function forgetCheck(db: TenantQueries, uuid: string, state: 'UPLOADED' | 'CHECKING'): Promise<void> {
  await sql`delete from spreadsheet_row where spreadsheet_uuid = ${uuid}::uuid`.execute(db);
  await sql`
    update spreadsheet set state = ${state}, run = run + 1, cause = null, rows_read = 0, is_read = false, created = 0,
      changed = 0, unchanged = 0, conflicts = 0, refused = 0, samples = '[]'
    where uuid = ${uuid}::uuid`.execute(db);
}

function requireOpen({ state }: SpreadsheetRecord): void {
  if (state !== 'IMPORTED') return;
  throw new ProblemError(
    'state-changed',
    'It was imported already. Bring the file again to import it once more.',
  );
}

export function spreadsheetOperations(parts: MediaParts): Implementation[] {
  return [
    uploadSpreadsheetOperation(parts),
    implement(listSpreadsheets, async ({ data, query, origin, url }) => {
      const page = wantedPage(query, DEFAULT_SIZE);
      return data.read(async (db) => {
        const { rows, total } = await spreadsheetPage(db, page);
        const shown = [];
        for (const row of rows) shown.push(await spreadsheetView(db, { ...row, conflicts: 0 }, origin));
        return pageAnswer('spreadsheets', shown, page, total, origin, url);
      });
    }),
    implement(getSpreadsheet, ({ data, params, origin }) =>
      data.read(async (db) => spreadsheetView(db, await spreadsheetOf(db, params.uuid), origin)),
    ),
    updateOperation(parts),
    checkOperation(),
    implement(listSpreadsheetRows, ({ data, params, query, origin, url }) =>
      data.read(async (db) => {
        const page = wantedPage(query, DEFAULT_SIZE);
        const row = await spreadsheetOf(db, params.uuid);
        const counts = {
          created: row.created,
          changed: row.changed,
          unchanged: row.unchanged,
          conflict: row.conflicts,
          refused: row.refused,
        };
        const results = rowResults.filter((result) => query.result === undefined || result === query.result);
        const total = results.reduce((sum, result) => sum + counts[result], 0);
        const rows = await judgedRows(db, row.uuid, results, page);
        return pageAnswer('rows', rows.map(rowView), page, total, origin, url);
      }),
    ),
    deleteOperation(parts),
  ];
}

/** Changes how the file is read, or the meaning of its columns. */
function updateOperation({ storage }: MediaParts): Implementation {
  return implement(updateSpreadsheet, async ({ data, params, body, origin }) => {
    const { before, templates } = await data.read(async (db) => ({
      before: await spreadsheetOf(db, params.uuid),
      templates: await fieldTemplates(db, 'ITEM'),
    }));
    requireOpen(before);
    const file = { storage, key: before.storage_key, format: before.format };
    const read =
      body.reading &&
      (await understood(templates, file, { ...before.reading, ...body.reading }).catch((error: unknown) => {
        throw refused(error);
      }));
    return data.write('map-spreadsheet', async ({ db }) => {
      const row = await heldSpreadsheet(db, params.uuid);
      requireOpen(row);
      const outline = read?.outline ?? row.outline;
      const mapping = body.mapping ?? read?.mapping ?? row.mapping;
      if (mapping.columns.length !== outline.headings.length) {
        throw invalid(mappingProblems(mapping, outline.headings, []));
      }
      await db
        .updateTable('spreadsheet')
        .set({
          reading: jsonb(read?.reading ?? row.reading),
          outline: jsonb(outline),
          mapping: jsonb(mapping),
        })
        .where('uuid', '=', row.uuid)
        .execute();
      await forgetCheck(db, row.uuid, 'UPLOADED');
      return spreadsheetView(db, await spreadsheetOf(db, row.uuid), origin);
    });
  });
}

/** Starts a dry run. */
function checkOperation(): Implementation {
  return implement(checkSpreadsheet, ({ data, params, actor, origin }) =>
    data.write('begin-check', async ({ db }) => {
      const row = await heldSpreadsheet(db, params.uuid);
      requireOpen(row);
      const templates = await fieldTemplates(db, 'ITEM');
      const problems = mappingProblems(row.mapping, row.outline.headings, templates);
      if (problems.length > 0) throw invalid(problems);
      await forgetCheck(db, row.uuid, 'CHECKING');
      await db
        .updateTable('spreadsheet')
        .set({
          account_uuid: actor.accountUuid,
          account_name: actor.displayName,
          token_uuid: actor.token?.uuid ?? null,
        })
        .where('uuid', '=', row.uuid)
        .execute();
      const started = await spreadsheetOf(db, row.uuid);
      const check = { tenantId: data.tenantId, spreadsheet: row.uuid, run: started.run };
      await enqueueCheck(db, check, actor.accountUuid);
      return spreadsheetView(db, started, origin);
    }),
  );
}

function deleteOperation({ storage }: MediaParts): Implementation {
  return implement(deleteSpreadsheet, async ({ data, params }) => {
    const gone = await data.write('delete-spreadsheet', async ({ db }) => {
      const row = await heldSpreadsheet(db, params.uuid);
      if (row.batch_uuid !== null) {
        const batch = await db
          .selectFrom('batch')
          .select('ended_at')
          .where('uuid', '=', row.batch_uuid)
          .executeTakeFirst();
        if (batch?.ended_at === null) {
          throw new ProblemError(
            'state-changed',
            'It is being imported. Wait for its end, or stop it first.',
          );
        }
      }
      const mayRemove = await mayRemoveFiles(db);
      await db.deleteFrom('spreadsheet').where('uuid', '=', row.uuid).execute();
      return mayRemove ? row.storage_key : undefined;
    });
    // During a backup the file stays, which does no harm.
    if (gone !== undefined) await storage.remove(gone);
    return undefined;
  });
}
