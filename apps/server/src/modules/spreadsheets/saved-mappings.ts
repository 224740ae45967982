import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  deleteSpreadsheetMapping,
  listSpreadsheetMappings,
  saveSpreadsheetMapping,
  type SavedMapping,
  type SpreadsheetMapping,
} from '@armarium/contract/spreadsheet-mappings';
import { jsonb } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { cleanText } from '../records/public.ts';

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

/**
 * The limit of all mappings of an organisation together, as JSON, since they are listed at once: some
 * thousand for usual tables.
 */
export const MAPPINGS_MAX_BYTES = 4 * 1024 * 1024;

const shown = ['uuid', 'name', 'mapping', 'saved_by', 'saved_at'] as const;

/** The operations on saved mappings of columns, which an organisation keeps by name. */
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
      const { rows } = await sql<{ bytes: number }>`
        select (octet_length(${JSON.stringify(body.mapping)}::text)
          + coalesce(sum(octet_length(mapping::text)), 0))::integer as bytes
        from spreadsheet_mapping where name <> ${name}`.execute(db);
      if ((rows[0]?.bytes ?? 0) > MAPPINGS_MAX_BYTES) {
        throw invalid([
          {
            name: 'mapping',
            code: 'too-long',
            message:
              'The saved mappings of this organisation are too large together. Delete some, then save it.',
          },
        ]);
      }
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
