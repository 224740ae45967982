-- Search by words (decisions §11). The program makes the words of a record (record-words.ts) and keeps them beside it; what
-- is typed comes as a tsquery (search-condition.ts). One index serves words, phrases, beginnings, single fields,
-- pressmarks without punctuation, scripts without spaces, and signs.

-- The words of a title, for records that have no words of their own, as nearly as the database can make them.
create function title_words(title text) returns tsvector
  language sql immutable strict parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(string_agg(format(E'%1$s:%2$sA ''\x01%1$s'':%2$sA', word, place), ' '), '')::tsvector
  from regexp_split_to_table(
    lower(upper(regexp_replace(normalize(title, NFKD), '[\u0300-\u036F]+', '', 'g'))), '[^[:alnum:]]+')
    with ordinality as given (word, place)
  where word <> '' and place < 16384 and length(word) <= 200
$$;

-- The words that a text of lines had until now, without those of scripts without spaces. The job index-fields replaces
-- them by the program's own.
create function words_of_lines(lines text, former text, is_item boolean) returns text
  language sql immutable
as $$
  with line as (
    select line, row_number() over () as place,
      case when not is_item then case row_number() over () when 1 then E'\x01' when 2 then E'\x04' end
        else case row_number() over () when 1 then E'\x01' when 2 then E'\x02' when 3 then E'\x03' end end as prefix
    from string_to_table(lines, E'\n') as line
  ), word as (
    select word, prefix, line.place * 1000 + given.place as place,
      case prefix when E'\x01' then 'A' when E'\x03' then 'B' when E'\x02' then 'C' else '' end as weight
    from line, regexp_split_to_table(line.line, '[^[:alnum:]]+') with ordinality as given (word, place)
    where word <> '' and length(word) <= 200 and (not is_item or line.place <> 4)
  )
  select concat_ws(' ', string_agg(
      word || ':' || least(place, 16383) || weight
        || coalesce(' ''' || prefix || word || ''':' || least(place, 16383) || weight, ''), ' '),
    case when is_item and split_part(lines, E'\n', 4) <> ''
      then E'''\x05' || left(split_part(lines, E'\n', 4), 200) || ''':1B' end, former)
  from word
$$;

create table collection_text (
  tenant_id integer not null,
  collection_uuid uuid not null,
  words tsvector not null,
  primary key (tenant_id, collection_uuid),
  foreign key (tenant_id, collection_uuid) references collection (tenant_id, uuid) on delete cascade
);
comment on table collection_text is 'The words of each collection, in the trash too, as record-words.ts makes them.';
insert into collection_text (tenant_id, collection_uuid, words)
select tenant_id, uuid, words_of_lines(search_text, null, false)::tsvector from collection;
create index collection_text_words on collection_text using gin (tenant_id, words);

drop trigger item_text_made on item;
drop trigger item_text_changed on item;
drop function keep_item_texts;
drop index item_text_trigrams, item_text_pairs;
alter table item_text add column words tsvector;
update item_text set words = words_of_lines(search_text, (
  select string_agg(concat_ws(' ',
    (select string_agg(format(E'%1$s:16000B ''\x03%1$s'':16000B', word), ' ')
      from regexp_split_to_table(split_part(former.search_text, E'\n', 1), '[^[:alnum:]]+') as word where word <> ''),
    case when split_part(former.search_text, E'\n', 2) <> ''
      then E'''\x05' || left(split_part(former.search_text, E'\n', 2), 200) || ''':1B' end), ' ')
  from former_pressmark former
  where former.tenant_id = item_text.tenant_id and former.item_uuid = item_text.item_uuid), true)::tsvector;
alter table item_text alter column words set not null, drop column search_text;
comment on table item_text is
  'The words of each item, in the trash too, as record-words.ts makes them, and the nearPressmarkKey of its pressmark.';
-- What is written waits in a list, so that many rows are put into the index together. Each search reads the list, which
-- is therefore short (in kB).
create index item_text_words on item_text using gin (tenant_id, words) with (gin_pending_list_limit = 512);
-- The planner has to tell frequent words from rare ones.
alter table item_text alter column words set statistics 300;

alter table tombstone add column words tsvector not null default '';
update tombstone set words = title_words(search_text);
create index tombstone_words on tombstone using gin (tenant_id, words);
alter table tombstone drop column search_text;
comment on column tombstone.words is 'Of the title and the pressmarks that the record had.';

-- The program's own words come with the job index-fields, which continues what is marked here.
update metadata_template set to_index = true
where archived_at is null and (resource_type, name) in (('ITEM', 'sgtt'), ('COLLECTION', 'sgtt'));

create or replace function note_item_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
declare
  changed integer;
begin
  if tg_op = 'UPDATE' then
    for changed in
      select distinct after_it.tenant_id
      from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
      where (before_it.trashed_at, before_it.state, before_it.visibility, before_it.images_count, before_it.modified_at,
          before_it.created_at, before_it.sort_title, before_it.sort_pressmark, before_it.metadata)
        is distinct from (after_it.trashed_at, after_it.state, after_it.visibility, after_it.images_count,
          after_it.modified_at, after_it.created_at, after_it.sort_title, after_it.sort_pressmark, after_it.metadata)
    loop
      perform note_change(changed);
    end loop;
  elsif tg_op = 'INSERT' then
    for changed in select distinct tenant_id from after_it loop perform note_change(changed); end loop;
  else
    for changed in select distinct tenant_id from before_it loop perform note_change(changed); end loop;
  end if;
  return null;
end $$;

drop function near_pressmark_items, near_pressmark_key, words_of_lines, search_collection_ids,
  count_collections_matching, search_text_holds, items_by_pressmark, item_text_condition, search_pairs, pairs_query;
alter table item drop column search_text;
alter table collection drop column search_text;
alter table former_pressmark drop column search_text;

-- Pressmarks that are nearly equal, told while one is typed. Their keys are made by the program.
create function near_pressmark_items(wanted_key text, wanted_norm text, wanted integer) returns setof uuid
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select uuid from item_text join item on item.tenant_id = item_text.tenant_id and item.uuid = item_text.item_uuid
  where item_text.tenant_id = coalesce(current_tenant(), -1) and trashed_at is null
    and near_pressmark = wanted_key and pressmark_norm <> wanted_norm
    and ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  order by sort_pressmark, uuid limit wanted
$$;

-- Null words are no condition.
create function found_collections(words tsquery) returns text
  language sql stable
  set search_path = armarium, public, pg_temp
as $$
  select format('collection where tenant_id = %s and trashed_at is null%s', coalesce(current_tenant(), -1),
    seen_condition('collection'))
    || case when words is null then '' else format(
      ' and uuid in (select collection_uuid from collection_text where tenant_id = %s and words @@ %L::tsquery)',
      coalesce(current_tenant(), -1), words) end
$$;

create function search_collection_ids(words tsquery, skipped integer, wanted integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute format('select uuid from %s order by sort_title, uuid offset %s limit %s',
    found_collections(words), skipped, wanted);
end $$;

create function count_collections_matching(words tsquery) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute 'select count(*) from ' || found_collections(words) into found_count;
  return found_count;
end $$;

-- The conditions on words, all of which have to hold, as one on rows of item_text. The index is asked for the rarest only:
-- for the beginning of a frequent word it collects all that have it, which takes longer than to look at the rows that
-- the rarest left. `is true` keeps a condition from the index.
create function item_words_condition(asked jsonb) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  given text[] := texts_of(asked->'words');
  plan jsonb;
  condition text;
  expected float8[];
  standing float8;
  rows_left float8 := 'infinity';
  looked_up text[];
  compared text[];
begin
  if cardinality(given) = 1 then return format('words @@ %L::tsquery', given[1]); end if;
  foreach condition in array given loop
    execute format('explain (format json) select from item_text where words @@ %L::tsquery', condition) into plan;
    expected := expected || (plan->0->'Plan'->>'Plan Rows')::float8;
  end loop;
  select array_agg(one order by many), array_agg(many order by many) into given, expected
  from unnest(given, expected) as known (one, many);
  select greatest(reltuples, 1) into standing from pg_class where oid = 'item_text'::regclass;
  for place in 1..cardinality(given) loop
    -- Sixteen entries of the index take as long as a row.
    if expected[place] <= 16 * rows_left then
      looked_up := looked_up || given[place];
      rows_left := least(rows_left, standing) * expected[place] / standing;
    else
      compared := compared || given[place];
    end if;
  end loop;
  return format('words @@ %L::tsquery', array_to_string(looked_up, ' & '))
    || case when compared is null then ''
      else format(' and (words @@ %L::tsquery) is true', array_to_string(compared, ' & ')) end;
end $$;

-- A condition on the words, the place and the tenant, for rows of item that are found by the index of their words; with
-- `walked` for those that are read anyway, in their order or all of them, each with its own words.
create or replace function item_place_condition(asked jsonb, walked boolean) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  condition text := format('item.tenant_id = %s and item.trashed_at is null%s', tenant, seen_condition('item'));
begin
  if asked ? 'words' then
    condition := condition || case when walked
      -- As a value, so that the planner does not make a join of it.
      then format(' and (select sought.words from item_text sought where sought.tenant_id = item.tenant_id '
        'and sought.item_uuid = item.uuid) @@ %L::tsquery', array_to_string(texts_of(asked->'words'), ' & '))
      else format(' and item.uuid in (select item_uuid from item_text where tenant_id = %s and %s)',
        tenant, item_words_condition(asked)) end;
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

drop function item_walked_condition(jsonb), item_query_condition(jsonb);
-- All that is asked for, as a condition on rows of item (item_place_condition).
create function item_condition(asked jsonb, walked boolean) returns text
  language sql
  set search_path = armarium, public, pg_temp
as $$
  select item_place_condition(asked, walked)
    || coalesce((select string_agg(' and ' || condition, '') from item_filter_conditions(asked)), '')
$$;

-- By the index of the words, unless so much is expected that all rows are read anyway.
create function item_query_condition(asked jsonb) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  indexed text := item_condition(asked, false);
begin
  return case when asked ? 'words' and expected_items(indexed) > 200000 then item_condition(asked, true) else indexed end;
end $$;

create or replace function item_query_page(asked jsonb, sort_columns text[], descending boolean[], skipped integer, wanted integer)
  returns setof uuid
  language plpgsql security definer rows 20
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  -- For rows that are read anyway, and for those that are found by the index of their words.
  walked text := item_condition(asked, true);
  condition text := item_condition(asked, false);
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
      'select item.uuid from item where %s and item.uuid in ('
      'select uuid from item where tenant_id = %3$s and pressmark_norm = %2$L and trashed_at is null '
      'union select item_uuid from former_pressmark where tenant_id = %3$s and pressmark_norm = %2$L) '
      'order by item.pressmark_norm = %2$L desc, item.uuid limit 1',
      walked, asked->>'pressmark', coalesce(current_tenant(), -1))
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
    condition := condition || beside;
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
  if walked = everything then
    return query execute format('select item.uuid from item where %s %s', walked, range);
    return;
  end if;
  -- What is looked for often stands together in the order (a title's first word, what came with one import), which no
  -- statistics tell: a walk along the order is tried for so many rows and no further.
  expected := expected_items(condition);
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
  return query execute format(
    'with item as materialized (select uuid, %s from item where %s) select item.uuid from item %s',
    (select string_agg(distinct format('item.%I', name), ', ') from unnest(sort_columns) as name), condition, range);
end $$;

create or replace function item_query_count(asked jsonb) returns bigint
  language plpgsql security definer
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  holds text;
  found_count bigint;
begin
  if asked ? 'words' and asked - '{words,pressmark}'::text[] = '{}' then
    holds := format('tenant_id = %s and %s', tenant, item_words_condition(asked));
    execute format('select count(*) - (select count(*) from item_text where %2$s and item_uuid in ('
      'select uuid from item where tenant_id = %1$s and trashed_at is not null%3$s)) '
      'from item_text where %2$s', tenant, holds, coalesce((
        select format(' union select uuid from item where tenant_id = %s and visibility = ''restricted'' '
          'and created_by is distinct from %L::uuid', tenant, account)
        from hidden_from() as account where account is not null), ''))
    into found_count;
  else
    execute 'select count(*) from item where ' || item_query_condition(asked) into found_count;
  end if;
  return found_count;
end $$;

create or replace function item_query_facets(asked jsonb, enum_fields text[], with_people boolean) returns jsonb
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  indexed text := item_place_condition(asked, false);
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
    case when asked ? 'words' and expected_items(indexed) > 200000 then item_place_condition(asked, true) else indexed end,
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

create or replace function records_by_name(asked jsonb, wanted integer) returns table (record_uuid uuid, resource_type text)
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
  holds text := format('%s and words @@ %L::tsquery', own, asked->>'words');
  items text := format('select item_uuid from item_text where %s', holds);
  collections text := format('select collection_uuid from collection_text where %s', holds);
  parts text[] := array[
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is null%s',
      own, asked->>'pressmark', seen),
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is not null%s',
      own, asked->>'pressmark', seen),
    format('select uuid, ''ITEM'', 0 from item where %s and uuid in (select item_uuid from former_pressmark where %1$s '
      'and pressmark_norm = %L)%s', own, asked->>'pressmark', seen),
    format('select record_uuid, resource_type, 0 from tombstone where %s and pressmark_norms @> array[%L]%s',
      own, asked->>'pressmark', buried)];
begin
  if asked ? 'words' then
    parts := parts || array[
      format('select record_uuid, resource_type, 1 from tombstone where %s%s', holds, buried),
      format('select uuid, ''ITEM'', 1 from item where %s and trashed_at is not null and uuid in (%s)%s', own, items, seen),
      format('select uuid, ''COLLECTION'', 1 from collection where %s and trashed_at is not null and uuid in (%s)%s',
        own, collections, seen),
      format('select uuid, ''COLLECTION'', 2 from collection where %s and trashed_at is null and uuid in (%s)%s',
        own, collections, seen),
      format('select uuid, ''ITEM'', 2 from item where %s and trashed_at is null and uuid in (%s)%s', own, items, seen)];
  end if;
  return query execute format(
    'select uuid, kind from (%s) as found (uuid, kind, place) group by uuid, kind order by min(place), uuid limit %s',
    (select string_agg(format('(%s limit %s)', part, wanted), ' union all ') from unnest(parts) as part), wanted);
end $$;

alter table collection_text enable row level security;
create policy tenant_rows on collection_text using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on collection_text to armarium_app;
revoke all on function near_pressmark_items, title_words, item_words_condition, found_collections,
  search_collection_ids, count_collections_matching, item_condition, item_query_condition from public;
grant execute on function title_words, near_pressmark_items, search_collection_ids, count_collections_matching
  to armarium_app;
