-- Lists of items as a table: sorted by what no index keeps in order, and the layouts that people keep.
-- Locks: none of consequence, creates only.

-- What each person calls one's tables of items, in each organisation.
create table table_layouts (
  tenant_id integer not null references tenant (id),
  account_uuid uuid not null references account (uuid) on delete cascade,
  layouts jsonb not null,
  version bigint not null default 1,
  primary key (tenant_id, account_uuid)
);
comment on column table_layouts.layouts is 'Ordered list of {name, columns, sort}.';
alter table table_layouts enable row level security;
create policy tenant_rows on table_layouts using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on table_layouts to armarium_app;

-- A value as it sorts, as nearly as the database can do what record-text.ts does: without case, accents and
-- punctuation, numbers by their size. Null where nothing is left of it.
create function natural_key(value text) returns text
  language sql immutable parallel safe
as $$
  select nullif(btrim(regexp_replace(regexp_replace(regexp_replace(
    -- Each number gets twenty zeros in front, then keeps its last twenty digits.
    lower(upper(regexp_replace(normalize(left(value, 200), NFKD), '[\u0300-\u036F]+', '', 'g'))),
    '\d+', '00000000000000000000\&', 'g'), '\d*(\d{20})', '\1', 'g'), '[^[:alnum:]]+', ' ', 'g')), '')
$$;

-- What items are sorted by, as an expression on the rows of item: a column with an index, or what follows from a row.
-- `text:` and `number:` stand before the name of a field, whose first value counts.
create function item_sort_expression(sort_key text) returns text
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
declare
  value text := format('(jsonb_path_query_first(item.metadata, ''$[*] ? (@.name == $name).value'', %L::jsonb) #>> ''{}'')',
    jsonb_build_object('name', substr(sort_key, strpos(sort_key, ':') + 1)));
begin
  if sort_key not in ('sort_title', 'sort_pressmark', 'created_at', 'modified_at', 'images_count', 'autn', 'state',
    'visibility', 'parents') and sort_key !~ '^(text|number):'
  then
    raise exception 'items cannot be sorted by %', sort_key using errcode = 'invalid_parameter_value';
  end if;
  return case
    when sort_key in ('sort_title', 'sort_pressmark', 'created_at', 'modified_at', 'images_count') then 'item.' || sort_key
    when sort_key in ('autn', 'state') then format('natural_key(item.%s) collate "C"', sort_key)
    when sort_key = 'visibility' then 'array_position(array[''restricted'', ''private'', ''public''], item.visibility)'
    when sort_key = 'parents' then '(select string_agg(collection.sort_title, E''\n'' order by link.linked_at, collection.uuid) '
      'from item_link link join collection on collection.tenant_id = link.tenant_id and collection.uuid = link.collection_uuid '
      'where link.tenant_id = item.tenant_id and link.item_uuid = item.uuid) collate "C"'
    when sort_key like 'text:%' then format('natural_key(%s) collate "C"', value)
    when sort_key like 'number:%' then
      format('case when %1$s ~ ''^-?\d{1,100}([.]\d{1,100})?$'' then %1$s::numeric end', value) end;
end $$;

-- As before (0021_large_catalogues.sql), but sorted by whatever item_sort_expression knows. By what has no index all
-- that is asked for is sorted: the caller sees to it that it isn't too much. Items without a value come last, both ways.
create or replace function item_query_page(asked jsonb, sort_columns text[], descending boolean[], skipped integer, wanted integer)
  returns setof uuid
  language plpgsql security definer rows 20
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  condition text := item_query_condition(asked);
  everything text := format('item.tenant_id = %s and item.trashed_at is null', coalesce(current_tenant(), -1));
  walked constant integer := 10000;
  sorted text;
  range text;
  expected float8;
  standing float8;
  found uuid[];
  exact_one uuid;
begin
  if asked ? 'pressmark' then
    execute format(
      'select item.uuid from item where %s and (item.pressmark_norm = %L or exists ('
      'select from former_pressmark former where former.tenant_id = item.tenant_id and former.item_uuid = item.uuid '
      'and former.pressmark_norm = %2$L)) and item.uuid = any(%L::uuid[]) '
      'order by item.pressmark_norm = %2$L desc, item.uuid limit 1',
      condition, asked->>'pressmark', items_by_pressmark(asked))
    into exact_one;
  end if;
  if exact_one is not null then
    if skipped = 0 and wanted > 0 then
      return next exact_one;
      wanted := wanted - 1;
    else
      skipped := greatest(0, skipped - 1);
    end if;
    condition := condition || format(' and item.uuid <> %L::uuid', exact_one);
  end if;
  if not sort_columns <@ array['sort_title', 'sort_pressmark', 'created_at', 'modified_at'] then
    return query execute (
      select format('select uuid from (select item.uuid, %s from item where %s) as keyed order by %s, uuid offset %s limit %s',
        string_agg(format('%s as key%s', item_sort_expression(name), place), ', ' order by place), condition,
        string_agg(format('key%s %s nulls last', place, case when downwards then 'desc' else 'asc' end), ', ' order by place),
        skipped, wanted)
      from unnest(sort_columns, descending) with ordinality as given (name, downwards, place));
    return;
  end if;
  -- The last word in the direction of the first, so that one index serves both ways.
  select string_agg(format('item.%I %s', name, case when downwards then 'desc' else 'asc' end), ', ' order by place)
    || case when descending[1] then ', item.uuid desc' else ', item.uuid' end
  into sorted
  from unnest(sort_columns, descending) with ordinality as given (name, downwards, place);
  range := format('order by %s offset %s limit %s', sorted, skipped, wanted);
  if condition = everything then
    return query execute format('select item.uuid from item where %s %s', condition, range);
    return;
  end if;
  -- What is looked for often stands together in the order (a title's first word, what came with one import), which no
  -- statistics tell: a walk along the order is tried for so many rows and no further.
  expected := expected_items(condition);
  select greatest(reltuples, 1) into standing from pg_class where oid = 'item'::regclass;
  if expected * walked / standing >= 2 * (skipped::float8 + wanted) then
    execute format('select array(select item.uuid from (select * from item where %s order by %s limit %s) as item where %s %s)',
      everything, sorted, walked, condition, range)
    into found;
    if cardinality(found) = wanted then
      return query select unnest(found);
      return;
    end if;
  end if;
  return query execute case when expected > 200000
    then format('select item.uuid from item where %s %s', condition, range)
    else format('with item as materialized (select uuid, %s from item where %s) select item.uuid from item %s',
      (select string_agg(distinct format('item.%I', name), ', ') from unnest(sort_columns) as name), condition, range) end;
end $$;

revoke all on function natural_key, item_sort_expression from public;
