import type { MediaAsset } from '@armarium/contract/media';
import { reaches, system, type Actor, type Database } from '../../db/database.ts';
import { uploadsHidingNothing } from './hidden-pages.ts';
import { assetView } from './import-views.ts';
import type { AssetRow } from './import.queries.ts';

/** Who is told of assets, and from where. */
interface Told {
  readonly data: { readonly tenantId: number };
  readonly actor: Actor;
  readonly origin: string;
}

/**
 * Assets as they are answered. The original of a page is the file with all of its pages: it is offered only where this
 * actor may see each of them, as it is handed out.
 */
export async function assetViews(
  database: Database,
  { data, actor, origin }: Told,
  rows: readonly AssetRow[],
): Promise<MediaAsset[]> {
  const mayLoad = ({ created_by }: AssetRow) => reaches(actor, 'downloadOriginal', created_by);
  const shared = rows.flatMap((row) => (row.pagesCount > 1 && mayLoad(row) ? [row.upload_uuid] : []));
  // What is hidden from the actor is seen only by the system; most files have one page and nobody needs to ask.
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

/** One of them. */
export async function oneAssetView(database: Database, told: Told, row: AssetRow): Promise<MediaAsset> {
  const [view] = await assetViews(database, told, [row]);
  if (!view) throw new Error('An asset was to be told of, and is not.');
  return view;
}
