-- What stands below collections, counted for the tiles of a page. It locks no table.

-- Each record counts once, by whichever ways it is reached. Records in the trash have no links. A collection that the user
-- does not see is not counted; the items in it are, as a search below a collection finds them, unless they are hidden too.
create function collection_totals(wanted uuid[]) returns table (uuid uuid, collections integer, items integer)
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant constant integer := coalesce(current_tenant(), -1);
  account constant uuid := hidden_from();
begin
  return query
    with subtree as materialized (
      select closure.ancestor_uuid as top, closure.descendant_uuid as below,
        (account is null or visibility <> 'restricted' or created_by = account) as is_seen
      from collection_closure closure
        join collection on collection.tenant_id = tenant and collection.uuid = closure.descendant_uuid
      where closure.tenant_id = tenant and closure.ancestor_uuid = any(wanted) and trashed_at is null
    ), placed as (
      select distinct top, item_uuid
      from subtree join item_link link on link.tenant_id = tenant and link.collection_uuid = below
      where account is null or item_uuid not in (
        select item.uuid from item where item.tenant_id = tenant and visibility = 'restricted'
          and created_by is distinct from account)
    ), counted as (
      select top, count(*)::integer as of_it from placed group by top
    )
    select top, count(*) filter (where is_seen)::integer - 1, coalesce(max(of_it), 0)
    from subtree left join counted using (top)
    group by top having bool_or(top = below and is_seen);
end $$;

revoke all on function collection_totals from public;
grant execute on function collection_totals to armarium_app;
