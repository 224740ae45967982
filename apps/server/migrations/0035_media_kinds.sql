-- Media of every kind: PDFs, sound, moving pictures and 3D models beside images (decisions §6).
-- Locks: ACCESS EXCLUSIVE on upload, asset, asset_version and item for a moment, to exchange checks and to add columns
-- with constant defaults; their rows are looked through once for the checks.

alter table upload drop constraint upload_kind_form;
alter table upload add constraint upload_kind_form
  check (kind in ('image', 'pdf', 'audio', 'video', 'zip', 'object', 'material', 'texture'));
alter table upload add column facts jsonb not null default '{}';
comment on column upload.pages is
  'The images that the file gives, in order: [{index, width_px, height_px}]; empty where it gives none.';
comment on column upload.facts is 'What was found when it was judged, beside the pages.';
-- A file that is in the tenant already is recognised by its content.
create index upload_content on upload (tenant_id, sha256);

alter table asset drop constraint asset_kind_form;
alter table asset add constraint asset_kind_form check (kind in ('image', 'audio', 'video', 'model3d'));
comment on column asset.position is
  'The place among those of its kind in its item that stand, without gaps; of one in the trash the place that it had.';

alter table asset_version add column duration_s double precision, add column page_text text;
comment on column asset_version.page_text is 'Of a PDF''s page what is written on it.';

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
  role text not null constraint asset_part_role_form check (role in ('material', 'texture', 'captions')),
  upload_uuid uuid not null,
  name text not null,
  primary key (tenant_id, asset_uuid, version_number, role, upload_uuid),
  foreign key (tenant_id, asset_uuid, version_number) references asset_version (tenant_id, asset_uuid, number),
  foreign key (tenant_id, upload_uuid) references upload (tenant_id, uuid)
);
comment on table asset_part is 'Files that were sent beside the main one of a version of an asset.';
comment on column asset_part.name is 'What the main file calls it.';
create index asset_part_upload on asset_part (tenant_id, upload_uuid);

alter table item
  add column audios_count integer not null default 0,
  add column videos_count integer not null default 0,
  add column models_count integer not null default 0,
  add column not_ready_media_count integer not null default 0,
  add column failed_media_count integer not null default 0;
alter table item add constraint item_media_form check (
  audios_count >= 0 and videos_count >= 0 and models_count >= 0
  and not_ready_media_count between 0 and audios_count + videos_count + models_count
  and failed_media_count between 0 and audios_count + videos_count + models_count);
comment on column item.not_ready_media_count is 'Of its sounds, videos and models; images are counted by themselves.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['derivative', 'asset_part'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;
