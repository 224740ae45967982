import { sql } from 'kysely';
import type { BodyOf } from '@armarium/contract/operation';
import type { restoreTrashEntry } from '@armarium/contract/trash';
import { reaches, type Actor, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { renameTrashedItems, type TrashedRename } from '../catalogue/public.ts';

/** The items to restore. */
interface ReturningItems {
  /** The record of the entry, or the one that is restored alone. */
  readonly record: string;
  readonly isItem: boolean;
  readonly items: readonly string[];
}

/**
 * The new pressmarks in a request.
 * @throws ProblemError 422 where `pressmark` is given but other records than a single item are restored, or
 * where one of `pressmarks` names an item that is not restored, or one twice
 */
export function renamesOf(wanted: ReturningItems, body: BodyOf<typeof restoreTrashEntry>): TrashedRename[] {
  const renames = (body.pressmarks ?? []).map(({ recordUuid, pressmark }, index) => ({
    uuid: recordUuid.toLowerCase(),
    pressmark,
    place: `pressmarks[${index}].`,
  }));
  const items = new Set(wanted.items);
  const faults = renames.flatMap(({ uuid, place }) =>
    items.delete(uuid)
      ? []
      : [
          {
            name: `${place}recordUuid`,
            code: 'unknown-record',
            message: 'No such item comes back with it, or it was named before.',
          },
        ],
  );
  if (body.pressmark !== undefined) {
    if (wanted.isItem && renames.length === 0) {
      renames.push({ uuid: wanted.record, pressmark: body.pressmark, place: '' });
    } else {
      faults.push({
        name: 'pressmark',
        code: 'not-one-item',
        message:
          'It is for an item that comes back alone. Use `pressmarks` for those that come with a collection.',
      });
    }
  }
  if (faults.length > 0) throw invalid(faults);
  return renames;
}

/**
 * @throws ProblemError 422 naming the invalid pressmarks, 403 where an item's own pressmark is free and the
 * actor may not correct pressmarks
 */
export async function giveOtherPressmarks(
  tx: WriteTransaction,
  actor: Actor,
  wanted: ReturningItems,
  renames: readonly TrashedRename[],
): Promise<void> {
  if (renames.length === 0) return;
  const uuids = new Set(renames.map(({ uuid }) => uuid));
  const taken = new Set((await takenPressmarks(tx.db, wanted.items)).map(({ item }) => item.uuid));
  const makers = await tx.db
    .selectFrom('item')
    .select(['uuid', 'created_by'])
    .where(sql<boolean>`uuid = any(${[...uuids]}::uuid[])`)
    .execute();
  if (makers.some((item) => !taken.has(item.uuid) && !reaches(actor, 'correctPressmark', item.created_by))) {
    throw new ProblemError('forbidden', 'Its own pressmark is free, and you may not correct pressmarks.');
  }
  await renameTrashedItems(tx, renames);
}

/**
 * Items to restore whose pressmarks are taken, with the holder: an item in the catalogue, or another item to
 * restore.
 */
async function takenPressmarks(db: TenantQueries, items: readonly string[]) {
  const wanted = await db
    .selectFrom('item')
    .select(['uuid', 'sgtt', 'pressmark', 'pressmark_norm'])
    .where(sql<boolean>`uuid = any(${items}::uuid[])`)
    .orderBy('sort_title')
    .orderBy('uuid')
    .execute();
  // Two statements: for a join the planner would compare each row with each.
  const holding = await db
    .selectFrom('item')
    .select(['sgtt', 'pressmark', 'pressmark_norm'])
    .where(sql<boolean>`pressmark_norm = any(${wanted.map(({ pressmark_norm }) => pressmark_norm)}::text[])`)
    .where('trashed_at', 'is', null)
    .execute();
  const holders = new Map(holding.map((holder) => [holder.pressmark_norm, holder]));
  return wanted.flatMap((item) => {
    const holder = holders.get(item.pressmark_norm);
    if (!holder) holders.set(item.pressmark_norm, item);
    return holder ? [{ item, holder }] : [];
  });
}

/** The most items with taken pressmarks that a message names; `listTrashedRecords` has them all. */
const TAKEN_NAMED_MAX = 1_000;

/** @throws ProblemError 409 `pressmark-taken` naming the items and the holders of their pressmarks */
export async function requireFreePressmarks(db: TenantQueries, items: readonly string[]): Promise<void> {
  const taken = await takenPressmarks(db, items);
  const [first] = taken;
  if (!first) return;
  const has = ({ holder }: typeof first) => `"${holder.sgtt}" has the pressmark ${holder.pressmark} now.`;
  const detail =
    taken.length === 1
      ? `${has(first)} Give that one another pressmark, then restore "${first.item.sgtt}".`
      : `The pressmarks of ${taken.length} items were given to others. Give either another pressmark, in \`pressmarks\`.`;
  throw new ProblemError('pressmark-taken', detail, {
    fields: taken.slice(0, TAKEN_NAMED_MAX).map((one) => ({
      name: `pressmarks[${one.item.uuid}]`,
      code: 'pressmark-taken',
      message: `${has(one)} It was that of "${one.item.sgtt}".`,
    })),
  });
}
