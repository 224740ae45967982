import { v7 as uuidv7 } from 'uuid';
import {
  deleteSpreadsheetMapping,
  listSpreadsheetMappings,
  saveSpreadsheetMapping,
  type SavedMapping,
  type SpreadsheetMapping,
} from '@armarium/contract/spreadsheets';
import { jsonb } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { cleanText } from '../catalogue/public.ts';

interface SavedRow {
  readonly uuid: string;
  readonly name: string;
  readonly mapping: unknown;
  readonly saved_by: string;
  readonly saved_at: Date;
}

const view = (row: SavedRow): SavedMapping => ({
  uuid: row.uuid,
  name: row.name,
  mapping: row.mapping as SpreadsheetMapping,
  user: row.saved_by,
  savedDate: row.saved_at.toISOString(),
});

const shown = ['uuid', 'name', 'mapping', 'saved_by', 'saved_at'] as const;

/** What columns mean, kept by name for the organisation. */
export const savedMappings: readonly Implementation[] = [
  implement(listSpreadsheetMappings, ({ data }) =>
    data.read(async (db) => {
      const rows = await db
        .selectFrom('spreadsheet_mapping')
        .select(shown)
        .orderBy('name')
        .limit(1_000)
        .execute();
      return { mappings: rows.map(view) };
    }),
  ),
  implement(saveSpreadsheetMapping, ({ data, body, actor }) => {
    const name = cleanText(body.name);
    if (name === '') throw invalid([{ name: 'name', code: 'required', message: 'It is required.' }]);
    return data.write('save-mapping', async ({ db, tenantId }) => {
      const saved = { mapping: jsonb(body.mapping), saved_by: actor.displayName, saved_at: new Date() };
      const row = await db
        .insertInto('spreadsheet_mapping')
        .values({ tenant_id: tenantId, uuid: uuidv7(), name, ...saved })
        .onConflict((conflict) => conflict.constraint('spreadsheet_mapping_name_key').doUpdateSet(saved))
        .returning(shown)
        .executeTakeFirstOrThrow();
      return view(row);
    });
  }),
  implement(deleteSpreadsheetMapping, ({ data, params }) =>
    data.write('delete-mapping', async ({ db }) => {
      const gone = await db
        .deleteFrom('spreadsheet_mapping')
        .where('uuid', '=', params.uuid)
        .returning('uuid')
        .executeTakeFirst();
      if (!gone) throw notFound('The saved mapping');
      return undefined;
    }),
  ),
];
