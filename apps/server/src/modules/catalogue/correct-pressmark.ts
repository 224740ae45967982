import type { FieldProblem } from '@armarium/contract/problem';
import { correctPressmark } from '@armarium/contract/record-edits';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { sql } from 'kysely';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { editPlacedRecords } from './edit-placed-records.ts';
import { requireFreePressmark } from './free-pressmark.ts';
import { itemsByUuids } from './record.queries.ts';
import { itemView, type ItemRow } from './record-views.ts';
import {
  lockGraph,
  editedMetadata,
  isSameMetadata,
  cleanText,
  normalisePressmark,
  fieldTemplates,
} from '../records/public.ts';

/**
 * Changes the pressmark of an item (A-69, decisions §4). The old one is kept, so that searches for it still
 * find this item, and other items may take it. The same pressmark again changes nothing.
 */
export const pressmarkCorrection: Implementation = implement(
  correctPressmark,
  async ({ data, params, body, actor, request, reply, origin }) => {
    const pressmark = cleanText(body.pressmark);
    const reason = cleanText(body.reason);
    const blank = Object.entries({ pressmark, reason }).filter(([, text]) => text === '');
    if (blank.length > 0)
      throw invalid(blank.map(([name]) => ({ name, code: 'required', message: 'It is required.' })));
    const row = await data.write('correct-pressmark', async (tx) => {
      // As every edit does: the columns that it writes are copied beside links.
      await lockGraph(tx);
      const [item] = await itemsByUuids(tx.db, [params.uuid]);
      if (!item) throw notFound('The item');
      requireMatch(request, item.version);
      const before = item.metadata as unknown as MetadataEntry[];
      const templates = await fieldTemplates(tx.db, 'ITEM');
      const wanted = { list: undefined, mirrors: { pressmark } };
      const { metadata, problems } = editedMetadata(before, wanted, templates);
      if (problems.length > 0) throw invalid(problems);
      if (isSameMetadata(metadata, before)) return item;
      await requireFreePressmark(tx.db, pressmark, item.uuid);
      await keepFormer(tx, [{ row: item, pressmark }]);
      await editPlacedRecords(tx, 'ITEM', [{ row: item, edit: { metadata, reason } }]);
      const [corrected] = await itemsByUuids(tx.db, [item.uuid]);
      return corrected ?? item;
    });
    setEntityTag(reply, row.version);
    return itemView(row, actor, origin);
  },
);

/** A new pressmark for an item in the trash. */
export interface TrashedRename {
  readonly uuid: string;
  readonly pressmark: string;
  /** Its path in the request, as a prefix of the names of wrong fields (`pressmarks[2].`). */
  readonly place: string;
}

/**
 * Gives items in the trash new pressmarks before they are restored, where other items have taken theirs
 * . The caller checks whether the new ones are free. The number of statements does not depend on the
 * number of items.
 * @throws ProblemError 422 naming those that are no pressmarks
 */
export async function renameTrashedItems(
  tx: WriteTransaction,
  renames: readonly TrashedRename[],
): Promise<void> {
  const items = await tx.db
    .selectFrom('item')
    .selectAll()
    .where(sql<boolean>`uuid = any(${renames.map(({ uuid }) => uuid)}::uuid[])`)
    .execute();
  const itemOf = new Map(items.map((item) => [item.uuid, item]));
  const templates = await fieldTemplates(tx.db, 'ITEM');
  const edits: { row: ItemRow; pressmark: string; metadata: MetadataEntry[] }[] = [];
  const faults: FieldProblem[] = [];
  for (const { uuid, pressmark: given, place } of renames) {
    const item = itemOf.get(uuid);
    if (!item) throw notFound('The item');
    const pressmark = cleanText(given);
    if (pressmark === '') {
      faults.push({ name: `${place}pressmark`, code: 'required', message: 'It is required.' });
      continue;
    }
    const before = item.metadata as unknown as MetadataEntry[];
    const wanted = { list: undefined, mirrors: { pressmark } };
    const { metadata, problems } = editedMetadata(before, wanted, templates);
    faults.push(...problems.map((problem) => ({ ...problem, name: `${place}${problem.name}` })));
    if (isSameMetadata(metadata, before)) continue;
    edits.push({ row: { ...item, parents: [], transitions: [] }, pressmark, metadata });
  }
  if (faults.length > 0) throw invalid(faults);
  if (edits.length === 0) return;
  await keepFormer(tx, edits);
  await editPlacedRecords(
    tx,
    'ITEM',
    edits.map(({ row, metadata }) => ({ row, edit: { metadata } })),
  );
}

/** Keeps the former pressmarks of items, without those that are current again. */
async function keepFormer(
  tx: WriteTransaction,
  renamed: readonly { row: ItemRow; pressmark: string }[],
): Promise<void> {
  const now = renamed.map(({ row, pressmark }) => ({ uuid: row.uuid, norm: normalisePressmark(pressmark) }));
  await sql`
    delete from former_pressmark former using jsonb_to_recordset(${jsonb(now)}) as now (uuid uuid, norm text)
    where former.item_uuid = now.uuid and former.pressmark_norm = now.norm`.execute(tx.db);
  const left = renamed
    .filter(({ row, pressmark }) => row.pressmark_norm !== normalisePressmark(pressmark))
    .map(({ row: { uuid, pressmark, pressmark_norm: norm } }) => ({
      uuid,
      pressmark,
      norm,
    }));
  if (left.length === 0) return;
  await sql`
    insert into former_pressmark (tenant_id, item_uuid, pressmark, pressmark_norm, change_set)
    select ${tx.tenantId}::integer, uuid, pressmark, norm, ${tx.changeSet}::uuid
    from jsonb_to_recordset(${jsonb(left)}) as former (uuid uuid, pressmark text, norm text)
    on conflict (tenant_id, item_uuid, pressmark_norm)
      do update set pressmark = excluded.pressmark, change_set = excluded.change_set`.execute(tx.db);
}
