-- Search, filters, lists and counts that hold at a million items (decisions §10).
--
-- Search steps over the policies of row-level security, because LIKE and functions of ours are not leakproof and would
-- lose their indexes behind one. So its functions answer ids and counts only, of the tenant of the transaction and
-- without what is hidden; the caller joins ids back through the policies. Conditions are put together as text, so that
-- the planner sees patterns and values; every value goes through %L. What is asked (`asked`) is made by item-query.ts.

-- What two pressmarks have in common that differ only in punctuation, spaces, case, accents, leading zeros, or in O
-- for 0 and I or l for 1. Numbers side by side stay apart: MS 1.12 is not MS 11.2. One definition, here, for both what
-- is kept and what is asked for, so that an index can stand on it; it takes pressmarks as `pressmark_norm` has them.
create function near_pressmark_key(pressmark text) returns text
  language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
declare
  near text := regexp_replace(normalize(pressmark, NFKD), '[\u0300-\u036F]+', '', 'g');
begin
  near := btrim(regexp_replace(near, '[^[:alnum:]]+', ' ', 'g'));
  -- A lone 0 or 1 behind a letter was meant as one (M0 12), letters at the edge of a number as digits (MS O12, 1O).
  near := regexp_replace(near, '([^0-9 ])0(?![0-9])', '\1o', 'g');
  near := regexp_replace(near, '([^0-9 ])1(?![0-9])', '\1i', 'g');
  near := regexp_replace(near, '([0-9])o(?![^0-9 ])', '\10', 'g');
  near := regexp_replace(near, '([0-9])[il](?![^0-9 ])', '\11', 'g');
  near := regexp_replace(near, '( )[il](?=[0-9])', '\11', 'g');
  near := regexp_replace(near, '( )[o0]+(?=[0-9])', '\1', 'g');
  near := regexp_replace(near, '(^|[^0-9])0+(?=[0-9])', '\1', 'g');
  near := regexp_replace(near, '(?<![0-9]) | (?![0-9])', '', 'g');
  return translate(near, 'oil', '011');
end $$;

-- Texts of one or two characters, which trigrams can't find, by pairs of neighbours, white space too; at the end one
-- character may stand alone. A character is the beginning of a pair. Two replacements make them, sorted by their bytes:
-- that takes little more than half of the processor time of going character by character (bench/README.md).
create function search_pairs(search_text text) returns tsvector
  language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
begin
  return array_to_tsvector(array_remove(
    string_to_array(regexp_replace(search_text, '(..)', E'\\1\x1f', 'g'), E'\x1f')
      || string_to_array(regexp_replace(substr(search_text, 2), '(..)', E'\\1\x1f', 'g'), E'\x1f'), ''));
end $$;

-- Characters and pairs (`searchGrams` of record-text.ts) as a question to search_pairs.
create function pairs_query(grams text[]) returns tsquery
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select string_agg('''' || replace(replace(gram, '\', '\\'), '''', '''''') || ''''
    || case when length(gram) = 1 then ':*' else '' end, ' & ')::tsquery
  from unnest(grams) as gram
$$;

-- The texts of items beside them. What an item's indexes of characters cost is paid where its texts change, not with each
-- change of its state, its place or its version; and what is counted is read from rows a seventh as long. What lies in
-- the trash is in them too, or to go there and to come back would write them anew.
create table item_text (
  tenant_id integer not null,
  item_uuid uuid not null,
  search_text text not null,
  near_pressmark text not null,
  primary key (tenant_id, item_uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid) on delete cascade
);
comment on table item_text is
  'The search text of each item, in the trash too, and the near_pressmark_key of its pressmark; kept by triggers on item.';
create index item_text_trigrams on item_text using gin (tenant_id, search_text gin_trgm_ops);
create index item_text_pairs on item_text using gin (tenant_id, search_pairs(search_text));
create index item_text_near on item_text (tenant_id, near_pressmark);
alter table item_text alter column search_text set statistics 300;

-- Which items an update changed is found by a plan that the connection keeps: without nested loops, as in note_item_changes
-- (0010_changes.sql). The rows are then written one by one, by their key. What a pressmark is near to is worked out only
-- where the pressmark changes.
create function keep_item_texts() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into item_text (tenant_id, item_uuid, search_text, near_pressmark)
    select tenant_id, uuid, search_text, near_pressmark_key(pressmark_norm) from after_it;
  else
    -- No key holds an equals sign: it stands for the one that there is.
    insert into item_text (tenant_id, item_uuid, search_text, near_pressmark)
    select after_it.tenant_id, after_it.uuid, after_it.search_text,
      case when before_it.pressmark_norm = after_it.pressmark_norm then '=' else near_pressmark_key(after_it.pressmark_norm) end
    from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
    where (before_it.search_text, before_it.pressmark_norm) is distinct from (after_it.search_text, after_it.pressmark_norm)
    on conflict (tenant_id, item_uuid) do update set search_text = excluded.search_text,
      near_pressmark = case when excluded.near_pressmark = '=' then item_text.near_pressmark else excluded.near_pressmark end;
  end if;
  return null;
end $$;
create trigger item_text_made after insert on item
  referencing new table as after_it for each statement execute function keep_item_texts();
create trigger item_text_changed after update on item
  referencing old table as before_it new table as after_it for each statement execute function keep_item_texts();

-- The search text of a collection has its title and its description.
create index collection_search on collection using gin (tenant_id, search_text gin_trgm_ops)
  where trashed_at is null;
create index collection_trashed_search on collection using gin (tenant_id, search_text gin_trgm_ops)
  where trashed_at is not null;

create table item_date (
  tenant_id integer not null,
  item_uuid uuid not null,
  name text not null,
  place integer not null,
  edtf text not null,
  first_day integer not null,
  last_day integer not null constraint item_date_order check (first_day <= last_day),
  primary key (tenant_id, item_uuid, name, place),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid) on delete cascade
);
create index item_date_days on item_date (tenant_id, name, first_day, last_day, item_uuid);
comment on table item_date is
  'The days that the values of DATE fields may mean, as far as they are understood; place counts the values of a field from 0.';
comment on column item_date.first_day is
  'Year × 10000 + month × 100 + day, with a year 0 that was 1 BC; -2000000000 without a beginning, as last_day 2000000000 without an end.';

-- Pressmarks that are nearly equal, told while one is typed.
create function near_pressmark_items(wanted_norm text, wanted integer) returns setof uuid
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select uuid from item_text join item on item.tenant_id = item_text.tenant_id and item.uuid = item_text.item_uuid
  where item_text.tenant_id = coalesce(current_tenant(), -1) and trashed_at is null
    and near_pressmark = near_pressmark_key(wanted_norm) and pressmark_norm <> wanted_norm
    and ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  order by sort_pressmark, uuid limit wanted
$$;

create function search_collection_ids(pattern text, skipped integer, wanted integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute format(
    'select uuid from collection where tenant_id = %s and trashed_at is null and search_text like %L %s '
    'order by sort_title, uuid offset %s limit %s',
    coalesce(current_tenant(), -1), pattern, seen_condition('collection'), skipped, wanted);
end $$;

create function count_collections_matching(pattern text) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute format(
    'select count(*) from collection where tenant_id = %s and trashed_at is null and search_text like %L %s',
    coalesce(current_tenant(), -1), pattern, seen_condition('collection'))
  into found_count;
  return found_count;
end $$;

-- A search text of an item has four lines, empty ones too: title, author, pressmark as written, pressmark bare. These are
-- the lines that a field stands on; none for all of it.
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

create function texts_of(list jsonb) returns text[]
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$ select array(select jsonb_array_elements_text(list)) $$;

-- How many rows of item the planner expects for a condition. Volatile, as all that asks it: EXPLAIN is.
create function expected_items(condition text) returns float8
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  plan jsonb;
begin
  execute format('explain (format json) select from item where %s', condition) into plan;
  return (plan->0->'Plan'->>'Plan Rows')::float8;
end $$;

-- Items found by a pressmark beside their search text: the one that has exactly it, and those that once had it, also by
-- the bare one, the second line of a former pressmark's text.
create function items_by_pressmark(asked jsonb) returns uuid[]
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

-- The text that is asked for, as a condition on rows that have `search_text` and the uuid of their item in `uuid_column`;
-- also as the beginning of the bare pressmark, the fourth line of an item's text: MS5 is found by "MS. 5" and MS. 5 by
-- "ms5". Both conditions are read by the index of the texts.
create function item_text_condition(asked jsonb, uuid_column text, with_grams boolean) returns text
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

-- A condition on the text, the place and the tenant, for rows of item that are read by the index of their texts; with
-- `walked` for those that are read anyway, in their order or all of them, each with its own text.
create function item_place_condition(asked jsonb, walked boolean) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  condition text := format('item.tenant_id = %s and item.trashed_at is null%s', tenant, seen_condition('item'));
  own text;
begin
  if asked ? 'pattern' then
    own := item_text_condition(asked, 'item.uuid', false);
    if walked then
      condition := condition || ' and ' || own;
    else
      condition := condition || format(
        ' and item.uuid in (select item_uuid from item_text where tenant_id = %s and %s)',
        -- A character that every tenth item has is found sooner without its index.
        tenant, item_text_condition(asked, 'item_uuid',
          asked ? 'grams' and expected_items(format('%s and %s', condition, own)) < 50000));
    end if;
  end if;
  if asked ? 'collection' then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = %L::uuid)', asked->>'collection');
  end if;
  -- Everything stands below the root. Otherwise the collections by name, so that the planner sees how many there are.
  if asked ? 'below' and not exists (
    select from collection where tenant_id = tenant and uuid = (asked->>'below')::uuid and is_root)
  then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = any(%L::uuid[]))', array(
        select descendant_uuid from collection_closure
        where tenant_id = tenant and ancestor_uuid = (asked->>'below')::uuid));
  end if;
  return condition;
end $$;

-- Each filter that is set, by its name, as a condition; `field:…` for each ENUM field. `dates` has for each field the
-- spans of which a value has to share a day; each item is asked for its own days, as for its accounts: among the
-- conditions of the facets, which stand in a select list, a list of all items of a date would be looked through anew for
-- each item as soon as it is larger than the memory of one step.
create function item_filter_conditions(asked jsonb) returns table (filter text, condition text)
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
begin
  if asked ? 'state' then
    return query select 'state', format('item.state = any(%L::text[])', texts_of(asked->'state'));
  end if;
  if asked ? 'media' then
    return query select 'media', format('(%s or %s)',
      case when asked->'media' ? 'image' then 'item.images_count > 0' else 'false' end,
      (select coalesce(string_agg(known.held, ' or '), 'false') from (values
        ('audio', 'item.audios_count > 0'), ('video', 'item.videos_count > 0'), ('3d', 'item.models_count > 0'),
        ('none', 'item.images_count + item.audios_count + item.videos_count + item.models_count = 0'))
        as known (kind, held) where asked->'media' ? known.kind));
  end if;
  return query
    select 'field:' || field.key, format('(%s)', (
      select string_agg(format('item.metadata @> %L::jsonb',
        jsonb_build_array(jsonb_build_object('name', field.key, 'value', one))), ' or ')
      from jsonb_array_elements_text(field.value) as one))
    from jsonb_each(coalesce(asked->'fields', '{}')) as field;
  return query
    select 'date:' || field.key, format('exists (select from item_date made where made.tenant_id = item.tenant_id '
      'and made.item_uuid = item.uuid and made.name = %L and (%s))', field.key, (
      select string_agg(format('made.first_day <= %s and made.last_day >= %s', (span->>1)::integer, (span->>0)::integer), ' or ')
      from jsonb_array_elements(field.value) as span))
    from jsonb_each(coalesce(asked->'dates', '{}')) as field;
  if asked ? 'changedBy' then
    return query select 'changedBy', format('exists (select from item_contributor contributor '
      'where contributor.tenant_id = item.tenant_id and contributor.item_uuid = item.uuid '
      'and contributor.account_uuid = any(%L::uuid[]))', texts_of(asked->'changedBy'));
  end if;
  return query
    select named, string_agg(format('item.%s %L::timestamptz', compared, asked->>given), ' and ')
    from (values ('created', 'createdFrom', 'created_at >='), ('created', 'createdTo', 'created_at <'),
      ('modified', 'modifiedFrom', 'modified_at >='), ('modified', 'modifiedTo', 'modified_at <'))
      as dates (named, given, compared)
    where asked ? given group by named;
end $$;

create function item_walked_condition(asked jsonb) returns text
  language sql
  set search_path = armarium, public, pg_temp
as $$
  select item_place_condition(asked, true)
    || coalesce((select string_agg(' and ' || condition, '') from item_filter_conditions(asked)), '')
$$;

-- By the index of the texts, unless so much is expected that all rows are read anyway.
create function item_query_condition(asked jsonb) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  walked text := item_walked_condition(asked);
begin
  if not asked ? 'pattern' or expected_items(walked) > 200000 then return walked; end if;
  return item_place_condition(asked, false)
    || coalesce((select string_agg(' and ' || condition, '') from item_filter_conditions(asked)), '');
end $$;

-- All items asked for, in no order.
create function item_query_uuids(asked jsonb) returns setof uuid
  language plpgsql security definer rows 1000
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute 'select item.uuid from item where ' || item_query_condition(asked);
end $$;

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
-- `text:`, `number:` and `date:` stand before the name of a field, whose first value counts; of a date where it begins,
-- else where it ends.
create function item_sort_expression(sort_key text) returns text
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
declare
  name text := substr(sort_key, strpos(sort_key, ':') + 1);
  value text := format('(jsonb_path_query_first(item.metadata, ''$[*] ? (@.name == $name).value'', %L::jsonb) #>> ''{}'')',
    jsonb_build_object('name', name));
begin
  if sort_key not in ('sort_title', 'sort_pressmark', 'created_at', 'modified_at', 'images_count', 'autn', 'state',
    'visibility', 'parents') and sort_key !~ '^(text|number|date):'
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
      format('case when %1$s ~ ''^-?\d{1,100}([.]\d{1,100})?$'' then %1$s::numeric end', value)
    when sort_key like 'date:%' then format(
      '(select array[case when made.first_day = -2000000000 then made.last_day else made.first_day end, made.last_day] '
      'from item_date made where made.tenant_id = item.tenant_id and made.item_uuid = item.uuid and made.name = %L '
      'and made.place = 0)', name) end;
end $$;

-- A page of them, sorted by one column or several. Whichever has exactly the pressmark, or had it, stands at place 0 and
-- nowhere else. By what has no index all that is asked for is sorted: the caller sees to it that it isn't too much. Items
-- without a value come last, both ways.
create function item_query_page(asked jsonb, sort_columns text[], descending boolean[], skipped integer, wanted integer)
  returns setof uuid
  language plpgsql security definer rows 20
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  -- For rows that are read anyway, and for those that are read by the index of their texts.
  walked text := item_walked_condition(asked);
  condition text;
  everything text := item_place_condition('{}', true);
  walk constant integer := 10000;
  sorted text;
  range text;
  expected float8;
  standing float8;
  found uuid[];
  exact_one uuid;
  beside text := '';
begin
  if asked ? 'pressmark' then
    execute format(
      'select item.uuid from item where %s and (item.pressmark_norm = %L or exists ('
      'select from former_pressmark former where former.tenant_id = item.tenant_id and former.item_uuid = item.uuid '
      'and former.pressmark_norm = %2$L)) and item.uuid = any(%L::uuid[]) '
      'order by item.pressmark_norm = %2$L desc, item.uuid limit 1',
      walked, asked->>'pressmark', items_by_pressmark(asked))
    into exact_one;
  end if;
  if exact_one is not null then
    if skipped = 0 and wanted > 0 then
      return next exact_one;
      wanted := wanted - 1;
    else
      skipped := greatest(0, skipped - 1);
    end if;
    beside := format(' and item.uuid <> %L::uuid', exact_one);
    walked := walked || beside;
  end if;
  if not sort_columns <@ array['sort_title', 'sort_pressmark', 'created_at', 'modified_at'] then
    condition := item_query_condition(asked) || beside;
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
  if walked = everything then
    return query execute format('select item.uuid from item where %s %s', walked, range);
    return;
  end if;
  -- What is looked for often stands together in the order (a title's first word, what came with one import), which no
  -- statistics tell: a walk along the order is tried for so many rows and no further.
  expected := expected_items(walked);
  select greatest(reltuples, 1) into standing from pg_class where oid = 'item'::regclass;
  if expected * walk / standing >= 2 * (skipped::float8 + wanted) then
    execute format('select array(select item.uuid from (select * from item where %s order by %s limit %s) as item where %s %s)',
      everything, sorted, walk, walked, range)
    into found;
    if cardinality(found) = wanted then
      return query select unnest(found);
      return;
    end if;
  end if;
  if expected > 200000 then
    return query execute format('select item.uuid from item where %s %s', walked, range);
    return;
  end if;
  condition := item_query_condition(asked) || beside;
  return query execute format(
    'with item as materialized (select uuid, %s from item where %s) select item.uuid from item %s',
    (select string_agg(distinct format('item.%I', name), ', ') from unnest(sort_columns) as name), condition, range);
end $$;

-- A text alone is counted where the texts are, less what lies in the trash and what is hidden.
create function item_query_count(asked jsonb) returns bigint
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

-- How many items there are of each value of a filter, with all the other filters applied, in one pass. Rows alike are
-- counted together first. `enum_fields` are names, of each the 200 most frequent values are told, and those asked for;
-- with_people counts who changed the items as well.
create function item_query_facets(asked jsonb, enum_fields text[], with_people boolean) returns jsonb
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  filters text[];
  held text[];
  everything text;
  -- What holds but one filter: the condition under which that filter's own values are counted.
  others jsonb;
  found jsonb;
  people jsonb := '[]';
begin
  select coalesce(array_agg(filter order by filter), '{}'), coalesce(array_agg(condition order by filter), '{}')
  into filters, held from item_filter_conditions(asked);
  select coalesce(string_agg('holds[' || place || ']', ' and '), 'true'),
    coalesce(jsonb_object_agg(filter, coalesce((
      select string_agg('holds[' || other || ']', ' and ')
      from generate_subscripts(filters, 1) as other where other <> place), 'true')), '{}')
  into everything, others
  from unnest(filters) with ordinality as given (filter, place);
  execute format($facets$
    with alike as materialized (
      select item.state, (item.images_count > 0)::integer + 2 * (item.audios_count > 0)::integer + 4 * (item.videos_count > 0)::integer + 8 * (item.models_count > 0)::integer as kinds,
        extract(year from item.created_at at time zone 'UTC')::integer as created,
        extract(year from item.modified_at at time zone 'UTC')::integer as modified,
        %1$s as listed, %2$s as holds, count(*) as items
      from item where %3$s group by 1, 2, 3, 4, 5, 6
    ), value as (
      select 'state' as facet, state as value, sum(items) as items from alike where %5$s group by state
      union all
      select 'media', coalesce(kind, 'none'), sum(items)
      from alike left join (values ('image', 1), ('audio', 2), ('video', 4), ('3d', 8)) as medium (kind, bit)
        on kinds & bit <> 0
      where %6$s group by kind
      union all
      select 'createdYear', created::text, sum(items) from alike where %7$s group by created
      union all
      select 'modifiedYear', modified::text, sum(items) from alike where %8$s group by modified
      union all
      select 'field:' || split_part(pair, E'\x1f', 1), split_part(pair, E'\x1f', 2), sum(items)
      from alike, unnest(listed) as pair
      where case 'field:' || split_part(pair, E'\x1f', 1) %9$s else %4$s end
      group by pair
    )
    select jsonb_build_object('total', (select coalesce(sum(items), 0) from alike where %4$s),
      'facets', coalesce((select jsonb_object_agg(facet, valued) from (
        select facet, jsonb_agg(jsonb_build_object('value', value, 'count', items) order by items desc, value) as valued
        from (select *, row_number() over (partition by facet order by items desc, value) as place from value) as placed
        where place <= 200 or facet not like 'field:%%' or coalesce(%10$L::jsonb->substr(facet, 7) ? value, false)
        group by facet) as facets), '{}'))
    $facets$,
    case when enum_fields = '{}' then 'null::text[]' else format(
      'array(select distinct (entry->>''name'') || E''\x1f'' || (entry->>''value'') from jsonb_array_elements(item.metadata) '
      'as entry where entry->>''name'' = any(%L::text[]) order by 1)', enum_fields) end,
    'array[' || array_to_string(held, ', ') || ']::boolean[]',
    item_place_condition(asked, not asked ? 'pattern' or expected_items(item_place_condition(asked, true)) > 200000),
    everything,
    coalesce(others->>'state', everything), coalesce(others->>'media', everything),
    coalesce(others->>'created', everything), coalesce(others->>'modified', everything),
    coalesce((select string_agg(format('when %L then %s', filter, others->>filter), ' ')
      from unnest(filters) as filter where filter like 'field:%'), 'when '''' then true'),
    coalesce(asked->'fields', '{}'))
  into found;
  if with_people then
    execute format($people$
      select coalesce(jsonb_agg(jsonb_build_object('uuid', account_uuid, 'count', items, 'name', coalesce(
          (select coalesce(nullif(btrim(account.name || ' ' || account.surname), ''), account.username)
            from account where account.uuid = account_uuid),
          (select account_name from change_set where change_set.tenant_id = %1$s
            and change_set.account_uuid = counted.account_uuid limit 1), '')) order by items desc, account_uuid), '[]')
      from (
        select contributor.account_uuid, count(*) as items
        from item_contributor contributor join item on item.tenant_id = contributor.tenant_id
          and item.uuid = contributor.item_uuid
        where contributor.tenant_id = %1$s and %2$s
        group by contributor.account_uuid order by count(*) desc, contributor.account_uuid limit 100
      ) as counted
      $people$, coalesce(current_tenant(), -1), item_query_condition(asked - 'changedBy'))
    into people;
  end if;
  return found || jsonb_build_object('people', people);
end $$;

-- The records whose changes are asked for, at most `wanted`: those of exactly this pressmark first, then what is gone,
-- then what stands, those in the trash and purged ones too. With the pattern where the planner sees it, which walks the
-- table instead of an index where most rows match. Without an order within, so that it stops at `wanted`. `asked` is made
-- by record-changes.ts.
create function records_by_name(asked jsonb, wanted integer) returns table (record_uuid uuid, resource_type text)
  language plpgsql stable security definer rows 200
  set search_path = armarium, public, pg_temp
as $$
declare
  own text := format('tenant_id = %s', coalesce(current_tenant(), -1));
  -- Who may read the histories of own records only, and who sees which of the restricted ones.
  mine text := format('created_by = %L::uuid', asked->>'account');
  seen text := case when asked->>'history' = 'own' then format(' and %s', mine) else '' end
    || case asked->>'restricted' when 'all' then ''
      when 'own' then format(' and (visibility <> ''restricted'' or %s)', mine)
      else ' and visibility <> ''restricted''' end;
  -- Whose record it was that is gone is told by the first entry of its history.
  buried text := replace(seen, mine, format('(select change_set.account_uuid from history join change_set '
    'on change_set.tenant_id = history.tenant_id and change_set.uuid = history.change_set '
    'where history.tenant_id = tombstone.tenant_id and history.record_uuid = tombstone.record_uuid '
    'order by history.id limit 1) = %L::uuid', asked->>'account'));
  texts text := format('select item_uuid from item_text where %s and (%s or %s)', own,
    search_text_holds('sgtt', asked->>'pattern'), search_text_holds('pressmark', asked->>'pattern'));
  former text := 'select uuid, ''ITEM'', %s from item where ' || own || seen || ' and uuid in '
    '(select item_uuid from former_pressmark where ' || own || ' and %s)';
  parts text[] := array[
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is null%s',
      own, asked->>'pressmark', seen),
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is not null%s',
      own, asked->>'pressmark', seen),
    format(former, '0', format('pressmark_norm = %L', asked->>'pressmark')),
    format('select record_uuid, resource_type, 0 from tombstone where %s and pressmark_norms @> array[%L]%s',
      own, asked->>'pressmark', buried)];
begin
  if asked ? 'pattern' then
    parts := parts || array[
      format('select record_uuid, resource_type, 1 from tombstone where %s and search_text like %L%s',
        own, asked->>'pattern', buried),
      format('select uuid, ''ITEM'', 1 from item where %s and trashed_at is not null and uuid in (%s)%s',
        own, texts, seen),
      format('select uuid, ''COLLECTION'', 1 from collection where %s and trashed_at is not null and %s%s', own,
        search_text_holds('sgtt', asked->>'pattern'), seen),
      format(former, '2', format('search_text like %L', asked->>'pattern')),
      format('select uuid, ''COLLECTION'', 2 from collection where %s and trashed_at is null and %s%s', own,
        search_text_holds('sgtt', asked->>'pattern'), seen),
      format('select uuid, ''ITEM'', 2 from item where %s and trashed_at is null and uuid in (%s)%s',
        own, texts, seen)];
  end if;
  return query execute format(
    'select uuid, kind from (%s) as found (uuid, kind, place) group by uuid, kind order by min(place), uuid limit %s',
    (select string_agg(format('(%s limit %s)', part, wanted), ' union all ') from unnest(parts) as part), wanted);
end $$;

revoke all on function search_pairs, pairs_query, keep_item_texts, near_pressmark_items, search_collection_ids,
  count_collections_matching, search_text_holds, texts_of, expected_items, items_by_pressmark, item_text_condition,
  item_place_condition, item_filter_conditions, item_walked_condition, item_query_condition, item_query_uuids,
  natural_key, item_sort_expression, item_query_page, item_query_count, item_query_facets, records_by_name from public;
grant execute on function search_pairs, keep_item_texts, near_pressmark_items, search_collection_ids,
  count_collections_matching, item_query_uuids, item_query_page, item_query_count, item_query_facets, records_by_name
  to armarium_app;
