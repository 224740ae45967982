import { sql } from 'kysely';
import type { SameContent } from '@armarium/contract/uploads';
import { getItem } from '@armarium/contract/item-calls';
import type { TenantQueries } from '../../db/database.ts';
import { hrefOf } from '../records/public.ts';
import { kindCalls } from './asset-calls.ts';
import type { AssetKind } from './kinds.ts';

/** People who have the same file in more places search for it by its name. */
const NAMED_MAX = 20;

/**
 * The assets with the same bytes as an upload, in any version or part, as the caller sees them: the
 * transaction hides restricted items, and the trash is left out. It uses the index of contents.
 * @param sha256s of uploads
 * @returns by SHA-256; no entry where there is no such asset
 */
export async function sameContents(
  db: TenantQueries,
  sha256s: readonly string[],
  origin: string,
): Promise<(sha256: string) => SameContent[]> {
  const { rows } = await sql<{
    sha256: string;
    uuid: string;
    kind: AssetKind;
    sgtt: string;
    isCurrent: boolean;
    item_uuid: string;
    pressmark: string;
  }>`
    select held.* from unnest(${[...new Set(sha256s)]}::text[]) as wanted (sha256), lateral (
      select wanted.sha256, asset.uuid, asset.kind, asset.sgtt, bool_or(used.number = asset.current_version) as "isCurrent",
        asset.item_uuid, item.pressmark
      from upload
        join lateral (
          select asset_uuid, number from asset_version version
          where version.tenant_id = upload.tenant_id and version.upload_uuid = upload.uuid
          union all
          select asset_uuid, version_number from asset_part part
          where part.tenant_id = upload.tenant_id and part.upload_uuid = upload.uuid
        ) as used on true
        join asset on asset.tenant_id = upload.tenant_id and asset.uuid = used.asset_uuid
        join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
      where upload.sha256 = wanted.sha256 and asset.trashed_at is null and item.trashed_at is null
      group by asset.uuid, asset.kind, asset.sgtt, asset.item_uuid, item.pressmark
      order by asset.uuid limit ${NAMED_MAX}
    ) as held`.execute(db);
  return (wanted) =>
    rows
      .filter(({ sha256 }) => sha256 === wanted)
      .map(({ uuid, kind, sgtt, isCurrent, item_uuid, pressmark }) => ({
        uuid,
        sgtt,
        isCurrent,
        culturalItemUuid: item_uuid,
        pressmark,
        _links: {
          self: hrefOf(origin, kindCalls[kind].at.get, uuid),
          culturalItem: hrefOf(origin, getItem, item_uuid),
        },
      }));
}
