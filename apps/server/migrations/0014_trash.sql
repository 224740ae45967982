-- The trash (decisions §4): what went into it together, and the links that come back with it.
-- Locks: ACCESS EXCLUSIVE on trash_entry for a moment; it has no rows yet.

-- As rows instead of a document: a deleted collection may hold a hundred thousand items, and a link that waits for
-- both of its ends passes from one entry to another.
alter table trash_entry drop column links;

create table trash_record (
  tenant_id integer not null,
  record_uuid uuid not null,
  entry_uuid uuid not null,
  resource_type text not null constraint trash_record_resource_form check (resource_type in ('ITEM', 'COLLECTION')),
  primary key (tenant_id, record_uuid),
  foreign key (tenant_id, entry_uuid) references trash_entry (tenant_id, uuid) on delete cascade
);
create index trash_record_entry on trash_record (tenant_id, entry_uuid, resource_type);
comment on table trash_record is 'Each record that lies in the trash, in the entry with which it went; itself included.';

-- No reference to collections or items: either end may be purged before the other comes back.
create table trash_link (
  tenant_id integer not null,
  entry_uuid uuid not null,
  parent_uuid uuid not null,
  child_uuid uuid not null,
  child_type text not null constraint trash_link_child_form check (child_type in ('ITEM', 'COLLECTION')),
  linked_at timestamptz not null,
  is_move boolean not null default false,
  primary key (tenant_id, entry_uuid, parent_uuid, child_uuid),
  foreign key (tenant_id, entry_uuid) references trash_entry (tenant_id, uuid) on delete cascade
);
create index trash_link_child on trash_link (tenant_id, child_uuid);
comment on column trash_link.linked_at is 'When it was linked: parents keep their order by it.';
comment on column trash_link.is_move is
  'The deletion made this link instead of taking it away (orphans to the parent); a restore takes it back.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['trash_record', 'trash_link'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;

-- As before (0005_handoff.sql), but for what lies in the trash: it is prepared if it comes back.
create or replace function open_imports(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select asset_import.tenant_id, asset_import.uuid
  from asset_import
    join item on item.tenant_id = asset_import.tenant_id and item.uuid = asset_import.item_uuid
  where overall_state in ('PENDING', 'IN_PROGRESS') and asset_import.created_at < now() - older_than
    and asset_import.tenant_id = coalesce(current_tenant(), asset_import.tenant_id)
    and item.trashed_at is null
  order by asset_import.created_at limit 1000
$$;
