import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import type { RecordKind } from './kinds.ts';
import { mirrorOf } from './metadata.rules.ts';
import { nearPressmarkKey, normalisePressmark, sortTitle } from './record-text.ts';
import { titleWords } from './record-words.ts';
import type { SearchedFields } from './search-fields.ts';

/**
 * Updates the words by which searches find records of a kind, from their metadata and the pressmarks that they
 * had before, and the title as searches compare it; of items also the title as lists are sorted, and the key of
 * nearly equal pressmarks. A record for which nothing changed is left alone.
 * @param searched the fields whose values become words (`foundFields`)
 * @param areNew whether the records were made just now, and have no former pressmarks
 * @returns how many were written
 */
export async function keepWords(
  { db, tenantId }: Pick<WriteTransaction, 'db' | 'tenantId'>,
  kind: RecordKind,
  records: readonly { readonly uuid: string; readonly metadata: readonly MetadataEntry[] }[],
  searched: SearchedFields,
  { areNew = false }: { areNew?: boolean } = {},
): Promise<number> {
  const { search, hasPressmark } = kind;
  if (!search || records.length === 0) return 0;
  const former = hasPressmark && !areNew ? await formerPressmarks(db, records) : new Map<string, string[]>();
  const rows = records.map(({ uuid, metadata }) => ({
    uuid,
    words: search.words(metadata, searched, former.get(uuid) ?? []),
    title: titleWords(mirrorOf(metadata, 'sgtt')),
    ...(hasPressmark && {
      sort_title: sortTitle(mirrorOf(metadata, 'sgtt')),
      near_pressmark: nearPressmarkKey(normalisePressmark(mirrorOf(metadata, 'pressmark'))),
    }),
  }));
  const names = ['words', 'title', ...(hasPressmark ? ['sort_title', 'near_pressmark'] : [])];
  const { numAffectedRows } = await sql`
    insert into ${sql.table(search.table)} as kept (tenant_id, ${sql.ref(search.key)}, ${list(names)})
    select ${tenantId}::integer, uuid, ${list(names)}
    from jsonb_to_recordset(${jsonb(rows)})
      as made (uuid uuid, words tsvector, title text, sort_title text, near_pressmark text)
    on conflict (tenant_id, ${sql.ref(search.key)}) do update
      set ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where ${row('kept', names)} is distinct from ${row('excluded', names)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const row = (table: string, names: readonly string[]) =>
  sql`(${list(names.map((name) => `${table}.${name}`))})`;

async function formerPressmarks(
  db: WriteTransaction['db'],
  records: readonly { readonly uuid: string }[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ item_uuid: string; pressmarks: string[] }>`
    select item_uuid, array_agg(pressmark order by pressmark_norm) as pressmarks from former_pressmark
    where item_uuid = any(${records.map(({ uuid }) => uuid)}::uuid[]) group by item_uuid`.execute(db);
  return new Map(rows.map(({ item_uuid, pressmarks }) => [item_uuid, pressmarks]));
}
