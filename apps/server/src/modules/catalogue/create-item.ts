import { v7 as uuidv7 } from 'uuid';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { lockGraph, linkItem } from './graph.writes.ts';
import { recordHistory } from './history.writes.ts';
import { mirrorOf, newMetadata } from './metadata.rules.ts';
import { normalisePressmark, searchTextOf, sortPressmark, sortTitle } from './record-text.ts';
import { fieldTemplates } from './template.queries.ts';

export interface NewItem {
  readonly customMetadataList: readonly MetadataEntry[];
  /** Top-level fields that mirror entries of the list. */
  readonly mirrors: Readonly<Record<string, string | undefined>>;
  readonly parentCollectionsUuids: readonly string[];
}

/**
 * Makes an item in its collections. Two that take one pressmark at the same moment meet at the database's
 * constraint, and one is told (`item_pressmark_key`).
 * @returns the uuids of the item and of its import
 * @throws ProblemError 422 with every field that is not valid, 409 `pressmark-taken`
 */
export async function createItem(
  tx: WriteTransaction,
  item: NewItem,
): Promise<{ uuid: string; importId: string }> {
  const templates = await fieldTemplates(tx.db, 'ITEM');
  const { metadata, problems } = newMetadata(item.customMetadataList, item.mirrors, templates);
  if (problems.length > 0) throw invalid(problems);
  const sgtt = mirrorOf(metadata, 'sgtt');
  const autn = mirrorOf(metadata, 'autn');
  const pressmark = mirrorOf(metadata, 'pressmark');
  const pressmark_norm = normalisePressmark(pressmark);

  const holder = await tx.db
    .selectFrom('item')
    .select(['sgtt', 'pressmark'])
    .where('pressmark_norm', '=', pressmark_norm)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (holder) {
    throw new ProblemError('pressmark-taken', `"${holder.sgtt}" has the pressmark ${holder.pressmark}.`, {
      fields: [{ name: 'pressmark', code: 'pressmark-taken', message: 'This pressmark ID already exists' }],
    });
  }

  await lockGraph(tx);
  const uuid = uuidv7();
  const importId = uuidv7();
  const sort_title = sortTitle(sgtt);
  await tx.db
    .insertInto('item')
    .values({
      tenant_id: tx.tenantId,
      uuid,
      sgtt,
      autn,
      sgti: mirrorOf(metadata, 'sgti'),
      pressmark,
      pressmark_norm,
      metadata: jsonb(metadata),
      sort_title,
      sort_pressmark: sortPressmark(pressmark),
      search_text: searchTextOf({ sgtt, autn, pressmark }),
      import_uuid: importId,
      created_by: tx.actor.accountUuid,
    })
    .execute();
  await linkItem(tx, { uuid, sortTitle: sort_title }, item.parentCollectionsUuids);
  await recordHistory(tx, [
    {
      record: uuid,
      resourceType: 'ITEM',
      action: 'create',
      after: { customMetadataList: metadata, parentCollectionsUuids: item.parentCollectionsUuids },
    },
  ]);
  return { uuid, importId };
}
