-- Images go to the trash by themselves (decisions §4, wire.md).
-- Locks: ACCESS EXCLUSIVE on trash_record for a moment, while its rows are looked through; on open_imports none.

alter table trash_record drop constraint trash_record_resource_form;
alter table trash_record add constraint trash_record_resource_form
  check (resource_type in ('ITEM', 'COLLECTION', 'MEDIA'));
comment on column asset.position is
  'The place among the images of its item that stand, without gaps; of one in the trash the place that it had.';

-- As before (0014_trash.sql), but for single images that lie in the trash.
create or replace function open_imports(older_than interval) returns table (tenant_id integer, uuid uuid)
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
