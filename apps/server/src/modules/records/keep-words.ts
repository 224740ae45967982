import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import type { RecordKind, RecordSearch } from './kinds.ts';
import { mirrorOf } from './metadata.rules.ts';
import { nearPressmarkKey, normalisePressmark, sortTitle } from './record-text.ts';
import { titleWords } from './record-words.ts';
import type { SearchedFields } from './search-fields.ts';

/**
 * Updates the words by which searches find records of a kind, from their metadata and their further lines
 * (`RecordSearch.lines`), and the title as searches compare it; of items also the title as lists are sorted, and the key of
 * nearly equal pressmarks. A record for which nothing changed is left alone.
 * @param searched the fields whose values become words (`foundFields`)
 * @param areNew whether the records were made just now, and have no such lines yet
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
  const lines = areNew ? new Map<string, string[]>() : await linesOf(db, search, records);
  const rows = records.map(({ uuid, metadata }) => ({
    uuid,
    words: search.words(metadata, searched, lines.get(uuid) ?? []),
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

async function linesOf(
  db: WriteTransaction['db'],
  { lines }: RecordSearch,
  records: readonly { readonly uuid: string }[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (!lines) return found;
  const { rows } = await lines(records.map(({ uuid }) => uuid)).execute(db);
  for (const { of, line } of rows) {
    const known = found.get(of);
    if (known) known.push(line);
    else found.set(of, [line]);
  }
  return found;
}
