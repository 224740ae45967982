import { sql, type RawBuilder } from 'kysely';
import { reach, type Actor, type TenantQueries } from '../../db/database.ts';

/**
 * A condition on an upload of several pages, with the alias `upload`: none of its pages is, or was in an
 * earlier version, in a record that the actor may not see, not even in the trash. The original of one page is
 * the file with all of them. The query must see every record.
 * @param mayBeSeen the condition on such a record, with the alias `holder`
 */
export const hidesNothing = (
  mayBeSeen: RawBuilder<boolean>,
) => sql<boolean>`(jsonb_array_length(upload.pages) < 2 or not exists (
  select from asset_version page
    join asset leaf on leaf.tenant_id = page.tenant_id and leaf.uuid = page.asset_uuid
    join item holder on holder.tenant_id = leaf.tenant_id and holder.uuid = leaf.item_uuid
  where page.tenant_id = upload.tenant_id and page.upload_uuid = upload.uuid
    and not ${mayBeSeen}))`;

const mayBeSeenBy = (actor: Actor) => {
  const held = reach(actor, 'seeRestricted');
  if (held === 'all') return sql<boolean>`true`;
  const open = sql<boolean>`holder.visibility <> 'restricted'`;
  return held === 'own'
    ? sql<boolean>`(${open} or holder.created_by is not distinct from ${actor.accountUuid}::uuid)`
    : open;
};

/**
 * Of some uploads, those whose originals may be given to people who may download the originals of their item:
 * this actor may see all of their pages.
 * @param db that sees every record
 */
export async function uploadsHidingNothing(
  db: TenantQueries,
  uploads: readonly string[],
  actor: Actor,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from upload where uuid = any(${uploads}::uuid[]) and ${hidesNothing(mayBeSeenBy(actor))}`.execute(
    db,
  );
  return new Set(rows.map(({ uuid }) => uuid));
}
