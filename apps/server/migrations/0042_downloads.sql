-- Archives of an item's images, which expire, and who downloaded what under which agreement.
-- Locks: only on the new tables.

-- Its file's key follows from its uuid (archive-file.ts) and stands in no column: an archive is made anew where it is
-- missing, so backups leave it out.
create table image_archive (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  item_uuid uuid not null,
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
comment on column image_archive.variant is 'Region and size of the Image API, as asked for: full/!1080,1080.';
comment on column image_archive.contents is 'SHA-256 over the images with their versions and files, and the words in them.';
comment on column image_archive.cause is 'Why it could not be made, where asking for it was the mistake.';
create index image_archive_asked on image_archive (asked_at);

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

do $$
declare
  table_name text;
begin
  foreach table_name in array array['image_archive', 'download'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
  end loop;
end $$;
grant select, insert, update, delete on image_archive to armarium_app;
-- What was logged stays as it was.
grant select, insert on download to armarium_app;

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
revoke all on function expired_archives from public;
grant execute on function expired_archives to armarium_app;
