-- A pressmark is found however its punctuation and spaces are written, in the catalogue and in the search: MS5 by
-- "MS. 5" as well as MS. 5 by "ms5" (decisions §10). What is asked for is tried without its own as the beginning of a
-- pressmark without them; `bare` in what is asked, by item-query.ts. Both conditions are read by the index of the texts.
-- Locks: none.

-- As before (0070_text_pairs.sql), and by the bare pressmark, the fourth line of an item's text.
create or replace function item_text_condition(asked jsonb, uuid_column text, with_grams boolean) returns text
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
declare
  holds text := search_text_holds(asked->>'findBy', asked->>'pattern');
  bare text := asked->>'bare';
  beside uuid[] := items_by_pressmark(asked);
begin
  if with_grams and asked ? 'grams' then
    holds := format('search_pairs(search_text) @@ %L::tsquery and %s', pairs_query(texts_of(asked->'grams')), holds);
  end if;
  if bare is not null then
    holds := format('(%s or %ssearch_text like %L and split_part(search_text, E''\n'', 4) like %L)', holds,
      case when with_grams and length(bare) = 2
        then format('search_pairs(search_text) @@ %L::tsquery and ', pairs_query(array[bare])) else '' end,
      '%' || bare || '%', bare || '%');
  end if;
  return case when beside = '{}' then holds
    else format('(%s or %s = any(%L::uuid[]))', holds, uuid_column, beside) end;
end $$;

-- As before (0017_item_query.sql), and by the bare one, the second line of a former pressmark's text.
create or replace function items_by_pressmark(asked jsonb) returns uuid[]
  language sql stable
  set search_path = armarium, public, pg_temp
as $$
  select array(
    select uuid from item
    where tenant_id = coalesce(current_tenant(), -1) and pressmark_norm = asked->>'pressmark' and trashed_at is null
    union
    select item_uuid from former_pressmark
    where asked ? 'pressmark' and tenant_id = coalesce(current_tenant(), -1)
      and (pressmark_norm = asked->>'pressmark' or search_text like asked->>'pattern'
        or search_text like '%' || (asked->>'bare') || '%'
          and split_part(search_text, E'\n', 2) like (asked->>'bare') || '%'))
$$;

-- As before (0048_restricted_records.sql).
create or replace function item_query_count(asked jsonb) returns bigint
  language plpgsql security definer
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  holds text;
  found_count bigint;
begin
  if asked ? 'pattern' and asked - '{pattern,findBy,grams,pressmark,bare}'::text[] = '{}' then
    holds := item_text_condition(asked, 'item_uuid',
      asked ? 'grams' and expected_items(item_walked_condition(asked)) < 50000);
    execute format('select count(*) - (select count(*) from item_text where tenant_id = %1$s and %2$s and item_uuid in ('
      'select uuid from item where tenant_id = %1$s and trashed_at is not null%3$s)) '
      'from item_text where tenant_id = %1$s and %2$s', tenant, holds, coalesce((
        select format(' union select uuid from item where tenant_id = %s and visibility = ''restricted'' '
          'and created_by is distinct from %L::uuid', tenant, account)
        from hidden_from() as account where account is not null), ''))
    into found_count;
  else
    execute 'select count(*) from item where ' || item_query_condition(asked) into found_count;
  end if;
  return found_count;
end $$;
