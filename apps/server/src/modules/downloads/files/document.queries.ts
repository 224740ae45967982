import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';
import { type CopiedUpload, hidesNothing, mayHaveCopy } from '../../media/public.ts';
import { isVisibleTo, type OpenLink, openLinksOf, type Viewer } from '../../admission/public.ts';

/** The condition on a page's record, as `holder`; a share link opens the pages in its own `item` too. */
const pageMayBeTold = (viewer: Viewer) =>
  viewer.isByToken
    ? sql<boolean>`(${isVisibleTo('holder', viewer)} or holder.uuid = item.uuid)`
    : isVisibleTo('holder', viewer);

/**
 * The condition on a PDF, as `upload`, that each of its pages stands as the image that was made of it, in a record that
 * this viewer may see: the file shows all of them, so one that was taken out, replaced or moved among what is hidden
 * must not come back with it.
 */
const showsNothingElse = (viewer: Viewer) => sql<boolean>`jsonb_array_length(upload.pages) = (
  select count(*)
  from asset_version page
    join asset leaf on leaf.tenant_id = page.tenant_id and leaf.uuid = page.asset_uuid and leaf.current_version = page.number
    join item holder on holder.tenant_id = leaf.tenant_id and holder.uuid = leaf.item_uuid
  where page.tenant_id = upload.tenant_id and page.upload_uuid = upload.uuid
    and leaf.trashed_at is null and holder.trashed_at is null and ${pageMayBeTold(viewer)})`;

/**
 * The condition on a PDF, as `upload`, that it is offered: as it was sent, or as a copy where one can be made.
 * @param originalsFor who may download originals
 */
export const isOffered = (viewer: Viewer, originalsFor: Viewer | undefined) => sql<boolean>`(
  ${withoutLess} and ${mayHaveCopy} and ${showsNothingElse(viewer)} or ${originalsFor ? hidesNothing(pageMayBeTold(originalsFor)) : sql`false`})`;

/** The PDF that an image was made of, and the record of that image. */
export interface ImageDocument {
  readonly visibility: string;
  readonly createdBy: string | null;
  readonly links: readonly OpenLink[];
  readonly item: string;
  readonly pressmark: string;
  readonly title: string;
  /** Whose file it is. */
  readonly sender: string;
  readonly upload: CopiedUpload;
  readonly filename: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** Whether it shows no more than what this viewer may see of its pages. */
  readonly isOpen: boolean;
  /** Whether none of its pages stands in a record that this viewer may not see. */
  readonly hidesNothing: boolean;
}

/** @returns undefined where there is no such image, or it was not made of a PDF */
export async function imageDocument(
  db: TenantQueries,
  image: string,
  viewer: Viewer,
): Promise<ImageDocument | undefined> {
  const { rows } = await sql<ImageDocument>`
    select item.visibility, item.created_by as "createdBy", ${openLinksOf('item')} as links, item.uuid as item, item.pressmark, asset.sgtt as title,
      upload.account_uuid as sender, upload.original_filename as filename,
      jsonb_build_object('uuid', upload.uuid, 'key', upload.storage_key, 'pages', jsonb_array_length(upload.pages),
        'copy', upload.reader_copy) as upload,
      upload.size_bytes, upload.sha256, ${withoutLess} and ${showsNothingElse(viewer)} as "isOpen",
      ${hidesNothing(pageMayBeTold(viewer))} as "hidesNothing"
    from asset
      join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
      join asset_version version on version.tenant_id = asset.tenant_id and version.asset_uuid = asset.uuid
        and version.number = asset.current_version
      join upload on upload.tenant_id = version.tenant_id and upload.uuid = version.upload_uuid
    where asset.uuid = ${image}::uuid and asset.kind = 'image' and upload.kind = 'pdf'
      and asset.trashed_at is null and item.trashed_at is null`.execute(db);
  return rows[0];
}

/** That the tenant shows its images to everybody as they are: neither a watermark nor a smaller public size is set. */
const withoutLess = sql<boolean>`not exists (
  select from image_delivery where watermark_revision is not null or public_max_px is not null)`;
