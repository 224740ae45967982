-- What an archive of images lacks, the copies of PDFs for readers, and the images at the public size. It locks
-- image_archive and upload for a moment, and asset_version against writing while the empty table is made.

alter table image_archive add column left_out text[] not null default '{}';
comment on column image_archive.left_out is 'Titles of the images of the item that are not in the file. It says why.';

alter table upload add column reader_copy jsonb;
comment on column upload.reader_copy is
  'The copy of a PDF without attachments: {key, size_bytes}, or {refused} where none can be made, with triedAt where it may be tried again an hour later; null until somebody asks.';

create table public_image (
  tenant_id integer not null,
  asset_uuid uuid not null,
  version_number integer not null,
  longest_px integer not null,
  revision uuid,
  pyramid jsonb not null,
  primary key (tenant_id, asset_uuid, version_number),
  foreign key (tenant_id, asset_uuid, version_number) references asset_version (tenant_id, asset_uuid, number)
);
comment on table public_image is 'The pyramid of an image at the public size, made when a visitor asked for the image first.';
comment on column public_image.longest_px is 'The public size that it was made for.';
comment on column public_image.revision is 'Of the watermark in it; null where it has none.';

alter table public_image enable row level security;
create policy tenant_rows on public_image using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on public_image to armarium_app;
create trigger tell_of_right after insert or update or delete on public_image for each row
  execute function tell_of_right('images');
