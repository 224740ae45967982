-- The texts of items beside them, for searching. What an item's indexes of characters cost is paid where its texts
-- change, no longer with each change of its state, its place or its version; and what is counted is read from rows a
-- seventh as long.
-- Locks: SHARE ROW EXCLUSIVE on item for its triggers, while the texts are copied and indexed; SHARE and, at the end,
-- ACCESS EXCLUSIVE for a moment, to make a small index and drop three.

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
alter table item_text enable row level security;
create policy tenant_rows on item_text using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on item_text to armarium_app;

-- Which items an update changed is found by a plan that the connection keeps (0030_trigger_plans.sql); the rows are
-- then written one by one, by their key.
create function keep_item_texts() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into item_text (tenant_id, item_uuid, search_text, near_pressmark)
    select tenant_id, uuid, search_text, near_pressmark_key(pressmark_norm) from after_it;
  else
    insert into item_text (tenant_id, item_uuid, search_text, near_pressmark)
    select after_it.tenant_id, after_it.uuid, after_it.search_text, near_pressmark_key(after_it.pressmark_norm)
    from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
    where (before_it.search_text, before_it.pressmark_norm) is distinct from (after_it.search_text, after_it.pressmark_norm)
    on conflict (tenant_id, item_uuid)
      do update set search_text = excluded.search_text, near_pressmark = excluded.near_pressmark;
  end if;
  return null;
end $$;
create trigger item_text_made after insert on item
  referencing new table as after_it for each statement execute function keep_item_texts();
create trigger item_text_changed after update on item
  referencing old table as before_it new table as after_it for each statement execute function keep_item_texts();

insert into item_text (tenant_id, item_uuid, search_text, near_pressmark)
select tenant_id, uuid, search_text, near_pressmark_key(pressmark_norm) from item;

-- What lies in the trash is in them too, or to go there and to come back would write them anew.
create index item_text_trigrams on item_text using gin (tenant_id, search_text gin_trgm_ops);
create index item_text_grams on item_text using gin (tenant_id, search_grams(search_text));
create index item_text_near on item_text (tenant_id, near_pressmark);
create index item_trashed on item (tenant_id, uuid) where trashed_at is not null;
alter table item_text alter column search_text set statistics 300;
analyze item_text;

create or replace function near_pressmark_items(wanted_norm text, wanted integer) returns setof uuid
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select uuid from item_text join item on item.tenant_id = item_text.tenant_id and item.uuid = item_text.item_uuid
  where item_text.tenant_id = coalesce(current_tenant(), -1) and trashed_at is null
    and near_pressmark = near_pressmark_key(wanted_norm) and pressmark_norm <> wanted_norm
  order by sort_pressmark, uuid limit wanted
$$;

-- The text that is asked for, as a condition on rows that have `search_text` and the uuid of their item in `uuid_column`.
create function item_text_condition(asked jsonb, uuid_column text, with_grams boolean) returns text
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
declare
  holds text := search_text_holds(asked->>'findBy', asked->>'pattern');
  beside uuid[] := items_by_pressmark(asked);
begin
  if with_grams and asked ? 'grams' then
    holds := format('search_grams(search_text) @> %L::text[] and %s', texts_of(asked->'grams'), holds);
  end if;
  return case when beside = '{}' then holds
    else format('(%s or %s = any(%L::uuid[]))', holds, uuid_column, beside) end;
end $$;

-- A condition on the text, the place and the tenant, for rows of item that are read by the index of their texts; with
-- `walked` for those that are read anyway, in their order or all of them, each with its own text.
drop function item_place_condition(jsonb);
create function item_place_condition(asked jsonb, walked boolean) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  condition text := format('item.tenant_id = %s and item.trashed_at is null', tenant);
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

create function item_walked_condition(asked jsonb) returns text
  language sql
  set search_path = armarium, public, pg_temp
as $$
  select item_place_condition(asked, true)
    || coalesce((select string_agg(' and ' || condition, '') from item_filter_conditions(asked)), '')
$$;

-- By the index of the texts, unless so much is expected that all rows are read anyway.
create or replace function item_query_condition(asked jsonb) returns text
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

-- A page. As before (0021_large_catalogues.sql), otherwise.
create or replace function item_query_page(asked jsonb, sort_columns text[], descending boolean[], skipped integer, wanted integer)
  returns setof uuid
  language plpgsql security definer rows 20
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  -- For rows that are read anyway, and for those that are read by the index of their texts.
  walked text := item_walked_condition(asked);
  condition text;
  everything text := format('item.tenant_id = %s and item.trashed_at is null', coalesce(current_tenant(), -1));
  walk constant integer := 10000;
  sorted text;
  range text;
  expected float8;
  standing float8;
  found uuid[];
  exact_one uuid;
begin
  if not sort_columns <@ array['sort_title', 'sort_pressmark', 'created_at', 'modified_at'] then
    raise exception 'items cannot be sorted by %', sort_columns using errcode = 'invalid_parameter_value';
  end if;
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
    walked := walked || format(' and item.uuid <> %L::uuid', exact_one);
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
  condition := item_query_condition(asked)
    || case when exact_one is null then '' else format(' and item.uuid <> %L::uuid', exact_one) end;
  return query execute format(
    'with item as materialized (select uuid, %s from item where %s) select item.uuid from item %s',
    (select string_agg(distinct format('item.%I', name), ', ') from unnest(sort_columns) as name), condition, range);
end $$;

-- A text alone is counted where the texts are, less what lies in the trash.
create or replace function item_query_count(asked jsonb) returns bigint
  language plpgsql security definer
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  holds text;
  found_count bigint;
begin
  if asked ? 'pattern' and asked - '{pattern,findBy,grams,pressmark}'::text[] = '{}' then
    holds := item_text_condition(asked, 'item_uuid',
      asked ? 'grams' and expected_items(item_walked_condition(asked)) < 50000);
    execute format('select count(*) - (select count(*) from item_text where tenant_id = %1$s and %2$s and item_uuid in ('
      'select uuid from item where tenant_id = %1$s and trashed_at is not null)) '
      'from item_text where tenant_id = %1$s and %2$s', tenant, holds)
    into found_count;
  else
    execute 'select count(*) from item where ' || item_query_condition(asked) into found_count;
  end if;
  return found_count;
end $$;

-- As before (0025_mends.sql), by the index of the texts or by all rows, whichever is shorter.
create or replace function item_query_facets(asked jsonb, enum_fields text[], with_people boolean) returns jsonb
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
      select item.state, item.images_count > 0 as pictured,
        extract(year from item.created_at at time zone 'UTC')::integer as created,
        extract(year from item.modified_at at time zone 'UTC')::integer as modified,
        %1$s as listed, %2$s as holds, count(*) as items
      from item where %3$s group by 1, 2, 3, 4, 5, 6
    ), value as (
      select 'state' as facet, state as value, sum(items) as items from alike where %5$s group by state
      union all
      select 'media', case when pictured then 'image' else 'none' end, sum(items) from alike where %6$s group by pictured
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

revoke all on function keep_item_texts, item_text_condition, item_place_condition, item_walked_condition from public;
grant execute on function keep_item_texts to armarium_app;

-- Last: from here on nobody reads items until the end.
drop index item_search;
drop index item_grams;
drop index item_near_pressmark;
