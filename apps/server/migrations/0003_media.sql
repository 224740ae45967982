-- Uploads, the assets of items with their versions and what is made of them, and the import of each (decisions §6).

create table upload (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  kind text not null constraint upload_kind_form
    check (kind in ('image', 'pdf', 'audio', 'video', 'zip', 'object', 'material', 'texture', 'captions')),
  account_uuid uuid not null,
  original_filename text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null constraint upload_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  pages jsonb not null,
  facts jsonb not null default '{}',
  uploaded_at timestamptz not null default now(),
  claimed_at timestamptz,
  checked_at timestamptz,
  check_fault text constraint upload_check_fault_form check (check_fault in ('missing', 'damaged', 'unreadable')),
  primary key (tenant_id, uuid)
);
comment on column upload.pages is
  'The images that the file gives, in order: [{index, width_px, height_px}]; empty where it gives none.';
comment on column upload.facts is 'What was found when it was judged, beside the pages.';
comment on column upload.checked_at is 'When its file was last compared with its SHA-256; null since it came, when it was hashed.';
comment on column upload.check_fault is 'What was wrong with its file then; null where it was as it was sent.';
create index upload_unclaimed on upload (uploaded_at) where claimed_at is null;
create index upload_own on upload (tenant_id, account_uuid, uploaded_at desc, uuid) where claimed_at is null;
-- A file that is in the tenant already is recognised by its content.
create index upload_content on upload (tenant_id, sha256);
create index upload_checked on upload (tenant_id, (coalesce(checked_at, uploaded_at)), uuid);
create index upload_faulty on upload (tenant_id, check_fault) where check_fault is not null;

-- Uploads that are sent in pieces (tus): what is there so far, whichever of the web processes took it.
create table resumable_upload (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  account_uuid uuid not null,
  kind text not null,
  original_filename text not null,
  size_bytes bigint not null,
  sha256 text constraint resumable_upload_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  metadata jsonb not null,
  received_bytes bigint not null default 0,
  state text not null default 'OPEN' constraint resumable_upload_state_form
    check (state in ('OPEN', 'FINISHED', 'ABANDONED')),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint resumable_upload_received_form check (received_bytes between 0 and size_bytes)
);
comment on column resumable_upload.sha256 is 'What the sender says it is; null where nothing was said.';
comment on column resumable_upload.metadata is 'As the sender gave it (Upload-Metadata), to be answered unchanged.';
create index resumable_upload_modified on resumable_upload (modified_at);

create table resumable_part (
  tenant_id integer not null,
  upload_uuid uuid not null,
  from_byte bigint not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  primary key (tenant_id, upload_uuid, from_byte),
  foreign key (tenant_id, upload_uuid) references resumable_upload (tenant_id, uuid) on delete cascade
);

create table asset (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  item_uuid uuid not null,
  kind text not null constraint asset_kind_form check (kind in ('image', 'audio', 'video', 'model3d')),
  position integer not null constraint asset_position_form check (position >= 1),
  sgtt text not null,
  autn text not null default '',
  metadata jsonb not null default '[]',
  state text not null default 'Default',
  current_version integer not null default 1,
  wanted_version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version bigint not null default 1,
  trashed_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid)
);
create index asset_item on asset (tenant_id, item_uuid, kind, position, uuid);
comment on column asset.position is
  'The place among those of its kind in its item that stand, without gaps; of one in the trash the place that it had.';
comment on column asset.current_version is 'The version that is shown.';
comment on column asset.wanted_version is
  'The version that was asked for last, by a replacement or by bringing one back: it becomes the current one when it is ready, and its import is told as the asset''s.';

create table asset_version (
  tenant_id integer not null,
  asset_uuid uuid not null,
  number integer not null,
  upload_uuid uuid not null,
  page_index integer not null default 0,
  rotation smallint not null default 0 constraint asset_version_rotation_form check (rotation in (0, 90, 180, 270)),
  width_px integer,
  height_px integer,
  duration_s double precision,
  page_text text,
  technical jsonb,
  pyramid jsonb,
  thumbnail jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, asset_uuid, number),
  foreign key (tenant_id, asset_uuid) references asset (tenant_id, uuid),
  foreign key (tenant_id, upload_uuid) references upload (tenant_id, uuid)
);
create index asset_version_upload on asset_version (tenant_id, upload_uuid);
comment on column asset_version.rotation is
  'Degrees clockwise by which what is made of the file is turned, beside what the file says itself; width and height are those after it.';
comment on column asset_version.page_text is 'Of a PDF''s page what is written on it.';
comment on column asset_version.pyramid is '{key, size_bytes, source}: where it is stored, and its levels as the image engine reads them.';

create table derivative (
  tenant_id integer not null,
  asset_uuid uuid not null,
  version_number integer not null,
  role text not null,
  storage_key text not null,
  size_bytes bigint not null,
  media_type text not null,
  facts jsonb not null default '{}',
  primary key (tenant_id, asset_uuid, version_number, role),
  foreign key (tenant_id, asset_uuid, version_number) references asset_version (tenant_id, asset_uuid, number)
);
comment on table derivative is
  'Files that were made of a version of an asset, each for one use, beside its pyramid and its thumbnail.';

create table asset_part (
  tenant_id integer not null,
  asset_uuid uuid not null,
  version_number integer not null,
  role text not null constraint asset_part_role_form check (role in ('material', 'texture')),
  upload_uuid uuid not null,
  name text not null,
  primary key (tenant_id, asset_uuid, version_number, role, upload_uuid),
  foreign key (tenant_id, asset_uuid, version_number) references asset_version (tenant_id, asset_uuid, number),
  foreign key (tenant_id, upload_uuid) references upload (tenant_id, uuid)
);
comment on table asset_part is 'Files that were sent beside the main one of a version of an asset.';
comment on column asset_part.name is 'What the main file calls it.';
create index asset_part_upload on asset_part (tenant_id, upload_uuid);

-- What is said in a sound or video, as a WebVTT file: it belongs to the asset whatever file that has.
create table caption (
  tenant_id integer not null,
  uuid uuid not null,
  asset_uuid uuid not null,
  upload_uuid uuid not null,
  language text not null,
  label text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, asset_uuid) references asset (tenant_id, uuid),
  foreign key (tenant_id, upload_uuid) references upload (tenant_id, uuid)
);
comment on table caption is 'Caption files of sounds and videos.';
comment on column caption.language is 'As BCP 47 writes it.';
comment on column caption.label is 'What players call it, such as “Italiano per non udenti”.';
comment on column caption.removed_at is
  'When it was taken away, or another file took its place: it is kept until the asset is purged, and shown to nobody.';
create unique index caption_name on caption (tenant_id, asset_uuid, language, label) where removed_at is null;
create index caption_asset on caption (tenant_id, asset_uuid);
create index caption_upload on caption (tenant_id, upload_uuid);

create table asset_import (
  tenant_id integer not null,
  uuid uuid not null,
  asset_uuid uuid not null,
  version_number integer not null,
  item_uuid uuid not null,
  account_uuid uuid not null,
  metadata_state text not null default 'DONE',
  upload_state text not null default 'PENDING',
  processing_state text not null default 'PENDING',
  indexing_state text not null default 'PENDING',
  overall_state text not null default 'PENDING',
  cause jsonb,
  warnings jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, uuid),
  constraint asset_import_version_key unique (tenant_id, asset_uuid, version_number),
  foreign key (tenant_id, asset_uuid, version_number) references asset_version (tenant_id, asset_uuid, number),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid),
  constraint asset_import_states check (
    metadata_state in ('PENDING', 'IN_PROGRESS', 'DONE', 'ERROR')
    and upload_state in ('PENDING', 'IN_PROGRESS', 'DONE', 'ERROR')
    and processing_state in ('PENDING', 'IN_PROGRESS', 'DONE', 'ERROR')
    and indexing_state in ('PENDING', 'IN_PROGRESS', 'DONE', 'ERROR')
    and overall_state in ('PENDING', 'IN_PROGRESS', 'DONE', 'ERROR'))
);
create index asset_import_open on asset_import (created_at) where overall_state in ('PENDING', 'IN_PROGRESS');
create index asset_import_item on asset_import (tenant_id, item_uuid);

-- The sweep asks the following three of all tenants; a transaction that named one gets only that one's.

-- Imports that have been open for long: their job may be gone, should its last attempt have failed to say so. Not those
-- of what lies in the trash: it is prepared if it comes back.
create function open_imports(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select asset_import.tenant_id, asset_import.uuid
  from asset_import
    join item on item.tenant_id = asset_import.tenant_id and item.uuid = asset_import.item_uuid
    join asset on asset.tenant_id = asset_import.tenant_id and asset.uuid = asset_import.asset_uuid
  where overall_state in ('PENDING', 'IN_PROGRESS') and asset_import.created_at < now() - older_than
    and asset_import.tenant_id = coalesce(current_tenant(), asset_import.tenant_id)
    and item.trashed_at is null and asset.trashed_at is null
  order by asset_import.created_at limit 1000
$$;

-- Uploads that nobody claimed within the time given.
create function unclaimed_uploads(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select upload.tenant_id, upload.uuid
  from upload where claimed_at is null and uploaded_at < now() - older_than
    and upload.tenant_id = coalesce(current_tenant(), upload.tenant_id)
  order by uploaded_at limit 1000
$$;

-- Uploads in pieces that nobody goes on with, or that were given up.
create function stale_resumable_uploads(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select resumable_upload.tenant_id, resumable_upload.uuid
  from resumable_upload
  where (modified_at < now() - older_than or state = 'ABANDONED')
    and resumable_upload.tenant_id = coalesce(current_tenant(), resumable_upload.tenant_id)
  order by modified_at limit 1000
$$;

revoke all on function open_imports, unclaimed_uploads, stale_resumable_uploads from public;
grant execute on function open_imports, unclaimed_uploads, stale_resumable_uploads to armarium_app;
