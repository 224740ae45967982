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

do $$
declare
  table_name text;
begin
  foreach table_name in array array['resumable_upload', 'resumable_part'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;

-- What the sweep asks of all tenants, and a transaction that named one only of that one.
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
revoke execute on function stale_resumable_uploads(interval) from public;
grant execute on function stale_resumable_uploads(interval) to armarium_app;
