-- Relevance (decisions §11): what a search finds is sorted by how well it fits. The titles are kept beside the words, so
-- that thousands of records are ranked without reading the records themselves.
--
-- Locks item_text and collection_text exclusively while it writes them anew, about a minute for a million items.

-- A title in the form of titleWords (record-words.ts), as nearly as the database can make it.
create function title_as_words(title text) returns text
  language sql immutable
as $$
  select left(btrim(regexp_replace(
    lower(upper(regexp_replace(normalize(title, NFKD), '[\u0300-\u036F]+', '', 'g'))), '[^[:alnum:]]+', ' ', 'g')), 200)
$$;

drop index item_text_words;
alter table item_text add column title text collate "C", add column sort_title text collate "C";
update item_text set title = title_as_words(item.sgtt), sort_title = item.sort_title
from item where item.tenant_id = item_text.tenant_id and item.uuid = item_text.item_uuid;
alter table item_text alter column title set not null, alter column sort_title set not null;
create index item_text_words on item_text using gin (tenant_id, words) with (gin_pending_list_limit = 512);
comment on column item_text.title is 'Of item.sgtt, as titleWords makes it; sort_title is that of the item.';

alter table collection_text add column title text collate "C";
update collection_text set title = title_as_words(collection.sgtt)
from collection where collection.tenant_id = collection_text.tenant_id and collection.uuid = collection_text.collection_uuid;
alter table collection_text alter column title set not null;

drop function title_as_words;
-- The program's own titles come with the job index-fields, which continues what is marked here.
update metadata_template set to_index = true
where archived_at is null and (resource_type, name) in (('ITEM', 'sgtt'), ('COLLECTION', 'sgtt'));

-- How well a row fits a search, from its columns words, title and sort_title: 1 is best. The title may be equal, or begin,
-- as it is written or as it is filed. `ranks` is made by search-ranks.ts; what it does not have is null here, and true of
-- no row.
create function rank_expression(ranks jsonb) returns text
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$
  select format('case when words @@ %L::tsquery then 1 when title = %L or sort_title = %L then 2 '
    'when starts_with(title, %2$L) or starts_with(sort_title, %3$L) then 3 '
    'when words @@ %4$L::tsquery then 4 when words @@ %5$L::tsquery then 5 else 6 end',
    ranks->>'pressmark', ranks->>'title', ranks->>'sortTitle', ranks->>'inTitle', ranks->>'inTitleOrAuthor')
$$;

-- A page of items that are in order already, without those that do not fulfil the condition. They are read in parts that
-- grow, until the page is full.
create function page_of_sorted(sorted uuid[], condition text, skipped integer, wanted integer) returns setof uuid
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  part_size integer := least(skipped + wanted, cardinality(sorted));
  first integer := 1;
  part uuid[];
begin
  while wanted > 0 and first <= cardinality(sorted) loop
    execute format('select array(select item.uuid from unnest($1) with ordinality as listed (uuid, place) '
      'join item using (uuid) where %s order by place)', condition)
    into part using sorted[first : first + part_size - 1];
    return query select unnest(part[skipped + 1 : skipped + wanted]);
    wanted := wanted - greatest(0, cardinality(part) - skipped);
    skipped := greatest(0, skipped - cardinality(part));
    first := first + part_size;
    part_size := part_size * 2;
  end loop;
end $$;

-- A page of the items that words find, by rank and title; with null `ranks` by title alone. `many` is how many they find
-- in all. Up to 10,000 are ranked each by itself. Of more, those whose titles begin with the text come first, since the
-- index of titles knows no other rank. `left_out` is an item that the caller has listed already, or null.
create function items_by_words(asked jsonb, ranks jsonb, is_descending boolean, many bigint, left_out uuid,
  skipped integer, wanted integer) returns setof uuid
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  is_frequent constant boolean := many > 10000;
  walk constant integer := 10000;
  needed constant integer := skipped + wanted;
  everything constant text := item_place_condition('{}', true);
  place constant text := format('sort_title %1$s, %%I %1$s', case when is_descending then 'desc' else 'asc' end);
  -- The titles that begin with the text, as a range of their index.
  begins constant text := format('(sort_title >= %L and sort_title < %L)', ranks->>'sortTitle',
    (ranks->>'sortTitle') || U&'\+10FFFF');
  parts text[] := case when ranks ? 'sortTitle' then array[begins, 'not ' || begins] else '{true}' end;
  part text;
  met uuid[];
  sorted uuid[] := '{}';
  is_cut boolean := false;
begin
  -- What is frequent is soon met on a walk along the titles, unless it stands together far behind.
  if is_frequent then
    foreach part in array parts loop
      execute format('select array(select uuid from (select * from item where %1$s and %2$s order by %3$s limit %4$s) as item '
        'where %5$s and uuid is distinct from %6$L order by %3$s limit %7$s)',
        everything, part, format(place, 'uuid'), walk, item_condition(asked, true), left_out, needed - cardinality(sorted))
      into met;
      sorted := sorted || met;
      if cardinality(sorted) = needed then
        return query select unnest(sorted[skipped + 1 :]);
        return;
      end if;
      execute format('select exists (select from item where %s and %s offset %s)', everything, part, walk) into is_cut;
      exit when is_cut;
    end loop;
  end if;
  execute format('select array(select item_text.item_uuid from %s and item_text.item_uuid is distinct from %L order by %s %s)',
    -- Without other conditions item_text alone is read. What of it is in the trash or hidden is left out of the page.
    case when asked - '{words,pressmark}'::text[] = '{}'
      then format('item_text where tenant_id = %s and %s', coalesce(current_tenant(), -1), item_words_condition(asked))
      -- The item has a sort_title as well.
      else '(select tenant_id, uuid from item where ' || item_condition(asked, false)
        || ') as item join item_text on item_text.tenant_id = item.tenant_id and item_text.item_uuid = item.uuid where true' end,
    left_out,
    case when is_frequent and ranks ? 'sortTitle' then begins || ' desc,'
      when not is_frequent and ranks is not null then rank_expression(ranks) || ',' end,
    format(place, 'item_uuid'))
  into sorted;
  return query select page_of_sorted(sorted, everything, skipped, wanted);
end $$;

-- The item that has exactly the pressmark that was typed; where none has it now, one that had it.
create function item_of_pressmark(asked jsonb) returns uuid
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  found uuid;
begin
  if not asked ? 'pressmark' then return null; end if;
  execute format(
    'select item.uuid from item where %s and item.uuid in ('
    'select uuid from item where tenant_id = %3$s and pressmark_norm = %2$L and trashed_at is null '
    'union select item_uuid from former_pressmark where tenant_id = %3$s and pressmark_norm = %2$L) '
    'order by item.pressmark_norm = %2$L desc, item.uuid limit 1',
    item_condition(asked, true), asked->>'pressmark', coalesce(current_tenant(), -1))
  into found;
  return found;
end $$;

-- A page of the items that are asked for: by relevance where `ranks` are given, else by one column or several. `many` is
-- how many are found in all; it decides how they are read, and whether all ranks are told. Whichever
-- has exactly the pressmark, or had it, stands at place 0 and nowhere else. By what has no index all that is asked for is
-- sorted: the caller sees to it that it isn't too much. Items without a value come last, both ways.
drop function item_query_page;
create function item_query_page(asked jsonb, sort_columns text[], descending boolean[], skipped integer, wanted integer,
  ranks jsonb default null, many bigint default 0) returns setof uuid
  language plpgsql security definer rows 20
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  -- For rows that are read anyway, and for those that are found by the index of their words.
  walked text;
  condition text;
  everything text := item_place_condition('{}', true);
  walk constant integer := 10000;
  sorted text;
  range text;
  standing float8;
  found uuid[];
  exact_one uuid := item_of_pressmark(asked);
  beside text := '';
begin
  if exact_one is not null then
    if skipped = 0 and wanted > 0 then
      return next exact_one;
      wanted := wanted - 1;
    else
      skipped := greatest(0, skipped - 1);
    end if;
    beside := format(' and item.uuid <> %L::uuid', exact_one);
  end if;
  if wanted <= 0 then return; end if;
  if asked ? 'words' and (ranks is not null or sort_columns = '{sort_title}') then
    return query
      select items_by_words(asked, ranks, ranks is null and descending[1], many, exact_one, skipped, wanted);
    return;
  end if;
  walked := item_condition(asked, true) || beside;
  condition := item_condition(asked, false) || beside;
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
  select greatest(reltuples, 1) into standing from pg_class where oid = 'item'::regclass;
  if many * walk / standing >= 2 * (skipped::float8 + wanted) then
    execute format('select array(select item.uuid from (select * from item where %s order by %s limit %s) as item where %s %s)',
      everything, sorted, walk, walked, range)
    into found;
    if cardinality(found) = wanted then
      return query select unnest(found);
      return;
    end if;
  end if;
  if many > 200000 then
    return query execute format('select item.uuid from item where %s %s', walked, range);
    return;
  end if;
  return query execute format(
    'with item as materialized (select uuid, %s from item where %s) select item.uuid from item %s',
    (select string_agg(distinct format('item.%I', name), ', ') from unnest(sort_columns) as name), condition, range);
end $$;

-- By relevance where `ranks` are given, else by title.
drop function search_collection_ids;
create function search_collection_ids(words tsquery, skipped integer, wanted integer, ranks jsonb default null)
  returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute format('select uuid from %s order by %s sort_title, uuid offset %s limit %s',
    found_collections(words),
    case when ranks is null then '' else format('(select %s from collection_text where tenant_id = collection.tenant_id '
      'and collection_uuid = collection.uuid),', rank_expression(ranks)) end,
    skipped, wanted);
end $$;

revoke all on function rank_expression, page_of_sorted, items_by_words, item_of_pressmark, item_query_page,
  search_collection_ids from public;
grant execute on function item_query_page, search_collection_ids to armarium_app;
