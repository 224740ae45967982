-- Who gets what of the images and how (decisions §7): watermark and public size, downloads, and links that open one
-- record to whoever has them.

create table image_delivery (
  tenant_id integer primary key references tenant (id),
  public_max_px integer constraint image_delivery_public_form check (public_max_px between 1024 and 1000000),
  watermark_key text,
  watermark_place text constraint image_delivery_place_form
    check (watermark_place in ('repeated', 'centre', 'north-west', 'north-east', 'south-west', 'south-east')),
  watermark_opacity integer constraint image_delivery_opacity_form check (watermark_opacity between 5 and 100),
  watermark_width integer constraint image_delivery_width_form check (watermark_width between 5 and 100),
  watermark_revision uuid,
  constraint image_delivery_watermark_whole check (num_nonnulls(watermark_key, watermark_place, watermark_opacity,
    watermark_width, watermark_revision) in (0, 5))
);
comment on table image_delivery is 'A tenant without a row, or with nulls in it, has no watermark and shows public images whole.';
comment on column image_delivery.public_max_px is 'The longest side of what visitors get of a public image.';
comment on column image_delivery.watermark_opacity is 'Percent of what the picture has itself.';
comment on column image_delivery.watermark_width is 'Percent of the width of an image.';
comment on column image_delivery.watermark_revision is 'Another one with each change: it tells which images have it.';

create table watermarked_image (
  tenant_id integer not null,
  asset_uuid uuid not null,
  version_number integer not null,
  revision uuid not null,
  pyramid jsonb not null,
  thumbnail jsonb not null,
  primary key (tenant_id, asset_uuid, version_number),
  foreign key (tenant_id, asset_uuid, version_number) references asset_version (tenant_id, asset_uuid, number)
);
comment on table watermarked_image is 'The pyramid and the thumbnail of an image with the watermark in them.';
comment on column watermarked_image.revision is 'Of the watermark. An older one is shown until the new one is made.';

-- Archives of an item's images, which expire. An archive's file has its key from its uuid (archive-file.ts), in no
-- column: an archive is made anew where it is missing, so backups leave it out.
create table image_archive (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  item_uuid uuid not null,
  account_uuid uuid,
  variant text not null,
  entitlement text not null constraint image_archive_entitlement_form check (entitlement in ('clean', 'marked')),
  contents text not null,
  state text not null default 'WAITING' constraint image_archive_state_form
    check (state in ('WAITING', 'READY', 'ERROR')),
  cause text,
  size_bytes bigint,
  asked_at timestamptz not null default now(),
  ready_at timestamptz,
  primary key (tenant_id, uuid),
  constraint image_archive_key unique (tenant_id, item_uuid, variant, entitlement, contents)
);
-- An account waits for a few at once.
comment on column image_archive.account_uuid is 'Who asked for it, as it is being made now; null where that was before there was this column.';
comment on column image_archive.variant is 'Region and size of the Image API, as asked for: full/!1080,1080.';
comment on column image_archive.contents is 'SHA-256 over the images with their versions and files, and the words in them.';
comment on column image_archive.cause is 'Why it could not be made, where asking for it was the mistake.';
create index image_archive_asked on image_archive (asked_at);
create index image_archive_waiting on image_archive (tenant_id, account_uuid) where state = 'WAITING';

-- Who downloaded what under which agreement.
create table download (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  downloaded_at timestamptz not null default now(),
  account_uuid uuid not null,
  account_name text not null,
  kind text not null constraint download_kind_form check (kind in ('image', 'archive', 'original')),
  item_uuid uuid not null,
  asset_uuid uuid,
  title text not null,
  pressmark text not null,
  variant text not null,
  entitlement text not null,
  agreement text not null,
  primary key (tenant_id, id)
);
comment on column download.agreement is 'The version of the agreement under which it was downloaded.';
create index download_item on download (tenant_id, item_uuid, id);

-- Links that open one record (A-58), until they are withdrawn or their time is over.
create table share_link (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  item_uuid uuid,
  collection_uuid uuid,
  token_digest bytea not null constraint share_link_digest_form check (octet_length(token_digest) = 32),
  note text not null constraint share_link_note_form check (char_length(note) <= 200),
  created_at timestamptz not null default now(),
  created_by_name text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by_name text,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid) on delete cascade,
  foreign key (tenant_id, collection_uuid) references collection (tenant_id, uuid) on delete cascade,
  constraint share_link_one_record check (num_nonnulls(item_uuid, collection_uuid) = 1),
  constraint share_link_revoked_whole check (num_nonnulls(revoked_at, revoked_by_name) in (0, 2))
);
comment on column share_link.token_digest is 'SHA-256 of the token, which is told once, to whoever makes the link.';
comment on column share_link.note is 'For whom it is, as its maker says; may be empty.';
create index share_link_item on share_link (tenant_id, item_uuid) where item_uuid is not null;
create index share_link_collection on share_link (tenant_id, collection_uuid) where collection_uuid is not null;

-- The tenants whose images and watermarks do not go together; ids only. For the hourly look at all tenants.
create function unsettled_watermarks() returns setof integer
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select tenant.id from tenant
    left join image_delivery delivery on delivery.tenant_id = tenant.id
  where case when delivery.watermark_revision is null
    then exists (select from watermarked_image made where made.tenant_id = tenant.id)
    else exists (
      select from asset join asset_version version on version.tenant_id = asset.tenant_id
        and version.asset_uuid = asset.uuid and version.number = asset.current_version
      where asset.tenant_id = tenant.id and asset.kind = 'image' and version.pyramid is not null
        and not exists (
          select from watermarked_image made
          where made.tenant_id = version.tenant_id and made.asset_uuid = version.asset_uuid
            and made.version_number = version.number and made.revision = delivery.watermark_revision)) end
$$;

-- Over all tenants, or of the transaction's: archives that were made or asked for too long ago.
create function expired_archives(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select image_archive.tenant_id, image_archive.uuid
  from image_archive where coalesce(ready_at, asked_at) < now() - older_than
    and image_archive.tenant_id = coalesce(current_tenant(), image_archive.tenant_id)
  order by asked_at limit 1000
$$;

revoke all on function unsettled_watermarks, expired_archives from public;
grant execute on function unsettled_watermarks, expired_archives to armarium_app;
