-- The history of an image that was purged with its restricted item, or after it was taken from one, is hidden as the
-- item's is: its own purge leaves no tombstone, and names the item. As before (0048_restricted_records.sql) otherwise.
-- Locks: none.

create or replace function hides_record(record uuid) returns boolean
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  account uuid := nullif(current_setting('app.hides', true), '')::uuid;
  tenant integer := current_tenant();
begin
  return account is not null and (
    exists (select from item where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from collection where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from asset join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
      where asset.tenant_id = tenant and asset.uuid = record and item.visibility = 'restricted'
        and item.created_by is distinct from account)
    or exists (select from history join item on item.tenant_id = history.tenant_id
        and item.uuid = (history.before ->> 'culturalItem')::uuid
      where history.tenant_id = tenant and history.record_uuid = record and history.action = 'purge'
        and item.visibility = 'restricted' and item.created_by is distinct from account)
    -- Whose record it was is told by the first entry of its history.
    or exists (select from tombstone where tombstone.tenant_id = tenant
      and (record_uuid = record or record_uuid in (
        select (history.before ->> 'culturalItem')::uuid from history
        where history.tenant_id = tenant and history.record_uuid = record and history.action = 'purge'))
      and visibility = 'restricted' and account is distinct from (
        select change_set.account_uuid from history join change_set on change_set.tenant_id = history.tenant_id
          and change_set.uuid = history.change_set
        where history.tenant_id = tombstone.tenant_id and history.record_uuid = tombstone.record_uuid
        order by history.id limit 1)));
end $$;
