-- Captions: what is said in a sound or video, as a WebVTT file beside it.
-- Locks: ACCESS EXCLUSIVE on upload and asset_part for a moment, to exchange checks; their rows are looked through once.

alter table upload drop constraint upload_kind_form;
alter table upload add constraint upload_kind_form
  check (kind in ('image', 'pdf', 'audio', 'video', 'zip', 'object', 'material', 'texture', 'captions'));

-- Captions belong to the asset whatever file it has, and are none of the parts of one version.
alter table asset_part drop constraint asset_part_role_form;
alter table asset_part add constraint asset_part_role_form check (role in ('material', 'texture'));

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

alter table caption enable row level security;
create policy tenant_rows on caption using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on caption to armarium_app;
