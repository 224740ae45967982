-- Uploads, assets with their versions, and the import of each (decisions §6, wire.md).
-- Locks: none of consequence, creates only.

create table upload (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  kind text not null constraint upload_kind_form check (kind in ('image')),
  account_uuid uuid not null,
  original_filename text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null constraint upload_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  pages jsonb not null,
  uploaded_at timestamptz not null default now(),
  claimed_at timestamptz,
  primary key (tenant_id, uuid)
);
create index upload_unclaimed on upload (uploaded_at) where claimed_at is null;
create index upload_own on upload (tenant_id, account_uuid, uploaded_at desc, uuid) where claimed_at is null;
comment on column upload.pages is 'The images that the file gives, in order: [{index, width_px, height_px}].';

create table asset (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  item_uuid uuid not null,
  kind text not null constraint asset_kind_form check (kind in ('image')),
  position integer not null constraint asset_position_form check (position >= 1),
  sgtt text not null,
  autn text not null default '',
  metadata jsonb not null default '[]',
  state text not null default 'Default',
  current_version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version bigint not null default 1,
  trashed_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid)
);
create index asset_item on asset (tenant_id, item_uuid, kind, position, uuid);

create table asset_version (
  tenant_id integer not null,
  asset_uuid uuid not null,
  number integer not null,
  upload_uuid uuid not null,
  page_index integer not null default 0,
  width_px integer,
  height_px integer,
  technical jsonb,
  pyramid jsonb,
  thumbnail jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, asset_uuid, number),
  foreign key (tenant_id, asset_uuid) references asset (tenant_id, uuid),
  foreign key (tenant_id, upload_uuid) references upload (tenant_id, uuid)
);
create index asset_version_upload on asset_version (tenant_id, upload_uuid);
comment on column asset_version.pyramid is '{key, size_bytes, source}: where it is stored, and its levels as the image engine reads them.';

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
