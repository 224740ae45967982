import type { MediaAsset } from '@armarium/contract/assets';
import { reaches, system, type Actor, type Database } from '../../db/database.ts';
import { uploadsHidingNothing } from './hidden-pages.ts';
import { assetView } from './import-views.ts';
import type { AssetRow } from './import.queries.ts';

/** The reader of the answer, and the origin for its links. */
interface Reading {
  readonly data: { readonly tenantId: number };
  readonly actor: Actor;
  readonly origin: string;
}

/**
 * The representations of assets. The original of a page is the whole file, so it is offered only where this
 * actor may see all of its pages, as for its download.
 */
export async function assetViews(
  database: Database,
  { data, actor, origin }: Reading,
  rows: readonly AssetRow[],
): Promise<MediaAsset[]> {
  const mayLoad = ({ created_by }: AssetRow) => reaches(actor, 'downloadOriginal', created_by);
  const shared = rows.flatMap((row) => (row.pagesCount > 1 && mayLoad(row) ? [row.upload_uuid] : []));
  // Only the system can see records that are hidden from the actor. Most files have one page and need no
  // query.
  const open =
    shared.length === 0
      ? new Set<string>()
      : await database
          .tenant(data.tenantId, system)
          .read((db) => uploadsHidingNothing(db, [...new Set(shared)], actor));
  return rows.map((row) =>
    assetView(row, actor, origin, mayLoad(row) && (row.pagesCount <= 1 || open.has(row.upload_uuid))),
  );
}

/** The representation of one asset. */
export async function oneAssetView(database: Database, reading: Reading, row: AssetRow): Promise<MediaAsset> {
  const [view] = await assetViews(database, reading, [row]);
  if (!view) throw new Error('An asset was to be told of, and is not.');
  return view;
}
