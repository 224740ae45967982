-- Row-level security: a tenant's rows are seen and written only in a transaction that named the tenant
-- (decisions §2). The subselect makes the setting be read once a query, not once a row.
-- Locks: ACCESS EXCLUSIVE on each table for a moment.

do $$
declare
  table_name text;
begin
  foreach table_name in array array[
    'metadata_template', 'item_state', 'change_set', 'history', 'collection', 'collection_link',
    'collection_closure', 'item', 'item_link', 'former_pressmark', 'trash_entry', 'tombstone', 'upload',
    'asset', 'asset_version', 'asset_import'
  ] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;

-- History and tombstones are written once and never touched again.
revoke update, delete on history, tombstone, change_set from armarium_app;

-- Search steps over the policy, because LIKE is not leakproof and would lose its index behind one. It answers
-- ids only, of the tenant of the transaction; the caller joins them back through the policies. Dynamic SQL,
-- so that the planner sees the pattern.
create function search_item_ids(
  pattern text, excluded uuid, sort_column text, descending boolean, skipped integer, wanted integer
) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  if sort_column not in ('sort_title', 'sort_pressmark', 'created_at', 'modified_at') then
    raise exception 'search cannot sort by %', sort_column using errcode = 'invalid_parameter_value';
  end if;
  return query execute format(
    'select uuid from item where tenant_id = %s and trashed_at is null and search_text like %L '
    'and uuid is distinct from %L::uuid order by %I %s, uuid %s offset %s limit %s',
    coalesce(current_tenant(), -1), pattern, excluded, sort_column,
    case when descending then 'desc' else 'asc' end, case when descending then 'desc' else 'asc' end,
    skipped, wanted);
end $$;

create function count_items_matching(pattern text) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute format(
    'select count(*) from item where tenant_id = %s and trashed_at is null and search_text like %L',
    coalesce(current_tenant(), -1), pattern)
  into found_count;
  return found_count;
end $$;

revoke all on function search_item_ids, count_items_matching from public;
grant execute on function search_item_ids, count_items_matching to armarium_app;

-- Imports that have been open for long: their job may be gone, should its last attempt have failed to say so.
create function open_imports(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select asset_import.tenant_id, asset_import.uuid
  from asset_import where overall_state in ('PENDING', 'IN_PROGRESS') and created_at < now() - older_than
  order by created_at limit 1000
$$;
revoke all on function open_imports from public;
grant execute on function open_imports to armarium_app;

-- What no tenant can ask for itself: uploads of all tenants that nobody claimed within the time given.
create function unclaimed_uploads(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select upload.tenant_id, upload.uuid
  from upload where claimed_at is null and uploaded_at < now() - older_than
  order by uploaded_at limit 1000
$$;
revoke all on function unclaimed_uploads from public;
grant execute on function unclaimed_uploads to armarium_app;
