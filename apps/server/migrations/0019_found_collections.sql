-- A search below a collection finds collections below it too (SEARCH-04, A-04).

drop function search_collection_ids, count_collections_matching, found_collections;

-- Null words and a null collection are no condition. Everything stands below the root.
create function found_collections(words tsquery, below uuid) returns text
  language sql stable
  set search_path = armarium, public, pg_temp
as $$
  select format('collection where tenant_id = %s and trashed_at is null%s', coalesce(current_tenant(), -1),
    seen_condition('collection'))
    || case when words is null then '' else format(
      ' and uuid in (select collection_uuid from collection_text where tenant_id = %s and words @@ %L::tsquery)',
      coalesce(current_tenant(), -1), words) end
    || case when below is null or exists (
        select from collection root where root.tenant_id = current_tenant() and root.uuid = below and root.is_root) then ''
      else format(' and uuid in (select descendant_uuid from collection_closure where tenant_id = %s and ancestor_uuid = %L)',
        coalesce(current_tenant(), -1), below) end
$$;

-- By relevance where `ranks` are given, else by title.
create function search_collection_ids(words tsquery, skipped integer, wanted integer, ranks jsonb default null,
  below uuid default null) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute format('select uuid from %s order by %s sort_title, uuid offset %s limit %s',
    found_collections(words, below),
    case when ranks is null then '' else format('(select %s from collection_text where tenant_id = collection.tenant_id '
      'and collection_uuid = collection.uuid),', rank_expression(ranks)) end,
    skipped, wanted);
end $$;

create function count_collections_matching(words tsquery, below uuid default null) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute 'select count(*) from ' || found_collections(words, below) into found_count;
  return found_count;
end $$;

revoke all on function found_collections, search_collection_ids, count_collections_matching from public;
grant execute on function search_collection_ids, count_collections_matching to armarium_app;
