-- Search narrowed to a field, and search of collections (catalogue §7, A-03).
-- Locks: ROW EXCLUSIVE on item and collection while their search texts are rewritten, SHARE on collection for its index.

-- The search text of an item has four lines now, empty ones too: title, author, pressmark as written, pressmark bare.
-- Until now empty ones were left out; which they were follows from the fields.
with placed as (
  select tenant_id, uuid, string_to_array(search_text, E'\n') as lines,
    (btrim(replace(sgtt, '*', '')) <> '')::integer as titled, (btrim(autn) <> '')::integer as authored
  from item
)
update item set search_text = concat_ws(E'\n',
  case when titled = 1 then lines[1] else '' end,
  case when authored = 1 then coalesce(lines[1 + titled], '') else '' end,
  coalesce(lines[1 + titled + authored], ''),
  coalesce(lines[2 + titled + authored], ''))
from placed where item.tenant_id = placed.tenant_id and item.uuid = placed.uuid;

-- A collection's has its title and its description. Those that stand already are folded here as nearly as the
-- database can; the application folds them when they are written.
update collection set search_text = search_text || E'\n' || btrim(lower(upper(regexp_replace(regexp_replace(
  normalize(sgti, NFKD), '[\u0300-\u036F]+', '', 'g'), '\s+', ' ', 'g'))))
where sgti <> '';

create index collection_search on collection using gin (tenant_id, search_text gin_trgm_ops)
  where trashed_at is null;

-- As before (0004_isolation.sql): over the policy, of the tenant of the transaction, ids and counts only.
drop function search_item_ids(text, uuid, text, boolean, integer, integer);
drop function count_items_matching(text);

-- The lines of the search text that a field stands on; none for all of it.
create function search_text_holds(field text, pattern text) returns text
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$
  select format('search_text like %L', pattern) || case field
    when 'sgtt' then format(' and split_part(search_text, E''\n'', 1) like %L', pattern)
    when 'autn' then format(' and split_part(search_text, E''\n'', 2) like %L', pattern)
    when 'pressmark' then format(
      ' and (split_part(search_text, E''\n'', 3) like %L or split_part(search_text, E''\n'', 4) like %L)',
      pattern, pattern)
    else '' end
$$;

create function search_item_ids(
  pattern text, field text, excluded uuid, sort_column text, descending boolean, skipped integer, wanted integer
) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  if sort_column not in ('sort_title', 'sort_pressmark', 'created_at', 'modified_at') then
    raise exception 'search cannot sort by %', sort_column using errcode = 'invalid_parameter_value';
  end if;
  return query execute format(
    'select uuid from item where tenant_id = %s and trashed_at is null and %s '
    'and uuid is distinct from %L::uuid order by %I %s, uuid %s offset %s limit %s',
    coalesce(current_tenant(), -1), search_text_holds(field, pattern), excluded, sort_column,
    case when descending then 'desc' else 'asc' end, case when descending then 'desc' else 'asc' end,
    skipped, wanted);
end $$;

create function count_items_matching(pattern text, field text) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute format('select count(*) from item where tenant_id = %s and trashed_at is null and %s',
    coalesce(current_tenant(), -1), search_text_holds(field, pattern))
  into found_count;
  return found_count;
end $$;

create function search_collection_ids(pattern text, skipped integer, wanted integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute format(
    'select uuid from collection where tenant_id = %s and trashed_at is null and search_text like %L '
    'order by sort_title, uuid offset %s limit %s',
    coalesce(current_tenant(), -1), pattern, skipped, wanted);
end $$;

create function count_collections_matching(pattern text) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute format(
    'select count(*) from collection where tenant_id = %s and trashed_at is null and search_text like %L',
    coalesce(current_tenant(), -1), pattern)
  into found_count;
  return found_count;
end $$;

revoke all on function search_text_holds, search_item_ids, count_items_matching, search_collection_ids,
  count_collections_matching from public;
grant execute on function search_item_ids, count_items_matching, search_collection_ids,
  count_collections_matching to armarium_app;
