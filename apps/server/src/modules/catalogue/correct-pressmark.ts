import { correctPressmark } from '@armarium/contract/record-edits';
import type { MetadataEntry } from '@armarium/contract/records';
import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { editItems } from './edit.writes.ts';
import { requireFreePressmark } from './free-pressmark.ts';
import { lockGraph } from './graph.writes.ts';
import { editedMetadata, isSameMetadata } from './metadata.rules.ts';
import { cleanText, formerPressmarkSearchText, normalisePressmark } from './record-text.ts';
import { itemsByUuids } from './record.queries.ts';
import { itemView, type ItemRow } from './record-views.ts';
import { fieldTemplates } from './template.queries.ts';

/**
 * Another pressmark for an item (A-69, decisions §4): the old one is kept, so that it goes on finding this item, and
 * is free for another one. The same pressmark again changes nothing.
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
      await keepFormer(tx, item, pressmark);
      await editItems(tx, [{ row: item, edit: { metadata, reason } }]);
      const [corrected] = await itemsByUuids(tx.db, [item.uuid]);
      return corrected ?? item;
    });
    setEntityTag(reply, row.version);
    return itemView(row, actor, origin);
  },
);

/**
 * Another pressmark for an item in the trash, before it comes back: its own was given to another.
 * @throws ProblemError 422 where it is none, 409 `pressmark-taken`
 */
export async function renameTrashedItem(tx: WriteTransaction, uuid: string, given: string): Promise<void> {
  const pressmark = cleanText(given);
  if (pressmark === '') {
    throw invalid([{ name: 'pressmark', code: 'required', message: 'It is required.' }]);
  }
  const item = await tx.db.selectFrom('item').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (!item) throw notFound('The item');
  const before = item.metadata as unknown as MetadataEntry[];
  const templates = await fieldTemplates(tx.db, 'ITEM');
  const { metadata, problems } = editedMetadata(
    before,
    { list: undefined, mirrors: { pressmark } },
    templates,
  );
  if (problems.length > 0) throw invalid(problems);
  if (isSameMetadata(metadata, before)) return;
  await requireFreePressmark(tx.db, pressmark, uuid);
  const row = { ...item, parents: [], transitions: [] };
  await keepFormer(tx, row, pressmark);
  await editItems(tx, [{ row, edit: { metadata } }]);
}

/** What the item was called by; what it is called by now is no former pressmark, be it once more. */
async function keepFormer(tx: WriteTransaction, item: ItemRow, pressmark: string): Promise<void> {
  const norm = normalisePressmark(pressmark);
  await tx.db
    .deleteFrom('former_pressmark')
    .where('item_uuid', '=', item.uuid)
    .where('pressmark_norm', '=', norm)
    .execute();
  if (item.pressmark_norm === norm) return;
  await sql`
    insert into former_pressmark (tenant_id, item_uuid, pressmark, pressmark_norm, search_text, change_set)
    values (${tx.tenantId}, ${item.uuid}::uuid, ${item.pressmark}, ${item.pressmark_norm},
      ${formerPressmarkSearchText(item.pressmark)}, ${tx.changeSet}::uuid)
    on conflict (tenant_id, item_uuid, pressmark_norm)
      do update set pressmark = excluded.pressmark, search_text = excluded.search_text,
        change_set = excluded.change_set`.execute(tx.db);
}
