-- Search, filters and lists that hold at a million items (decisions §10; design: the catalogue at a million items).
-- Locks: SHARE on item while two indexes are built, SHARE ROW EXCLUSIVE on item and item_link for their triggers,
-- ACCESS EXCLUSIVE on collection for a moment.

-- What changed in a catalogue, to remember counts by: one row for each statement, folded together now and then. Their
-- sum grows with each commit that a reader sees and with nothing else, and no writer waits for another's.
create table catalogue_change (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  changes bigint not null default 1,
  primary key (tenant_id, id)
);
comment on table catalogue_change is 'The sum of changes is the version of a tenant''s catalogue.';
alter table catalogue_change enable row level security;
create policy tenant_rows on catalogue_change using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on catalogue_change to armarium_app;

create function catalogue_version() returns bigint
  language sql stable
  set search_path = armarium, public, pg_temp
as $$ select coalesce(sum(changes), 0)::bigint from catalogue_change where tenant_id = current_tenant() $$;

create function note_change(changed_tenant integer) returns void
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  made bigint;
begin
  insert into catalogue_change (tenant_id) values (changed_tenant) returning id into made;
  if made % 64 = 0 then
    -- Rows that another folds just now are left to it.
    with folded as (
      delete from catalogue_change
      where tenant_id = changed_tenant and id in (
        select id from catalogue_change where tenant_id = changed_tenant for update skip locked)
      returning changes
    )
    insert into catalogue_change (tenant_id, changes) select changed_tenant, sum(changes) from folded having count(*) > 0;
  end if;
end $$;

-- Only what lists, filters and counts look at: an image that becomes ready changes none of them.
create function note_item_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  changed integer;
begin
  if tg_op = 'UPDATE' then
    for changed in
      select distinct after_it.tenant_id
      from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
      where (before_it.trashed_at, before_it.state, before_it.visibility, before_it.images_count, before_it.modified_at,
          before_it.created_at, before_it.search_text, before_it.sort_title, before_it.sort_pressmark, before_it.metadata)
        is distinct from (after_it.trashed_at, after_it.state, after_it.visibility, after_it.images_count,
          after_it.modified_at, after_it.created_at, after_it.search_text, after_it.sort_title, after_it.sort_pressmark,
          after_it.metadata)
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
create trigger item_made after insert on item
  referencing new table as after_it for each statement execute function note_item_changes();
create trigger item_changed after update on item
  referencing old table as before_it new table as after_it for each statement execute function note_item_changes();
create trigger item_gone after delete on item
  referencing old table as before_it for each statement execute function note_item_changes();

-- The order of a collection's items, to remember places in it by. Links are written under the lock of the graph alone.
alter table collection add column items_order bigint not null default 0;
comment on column collection.items_order is 'Grows with every change of the order of its items; kept by a trigger on item_link.';

create function note_link_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  changed integer;
begin
  if tg_op = 'DELETE' then
    update collection set items_order = items_order + 1
    where (tenant_id, uuid) in (select tenant_id, collection_uuid from before_it);
    for changed in select distinct tenant_id from before_it loop perform note_change(changed); end loop;
  else
    update collection set items_order = items_order + 1
    where (tenant_id, uuid) in (select tenant_id, collection_uuid from after_it);
    for changed in select distinct tenant_id from after_it loop perform note_change(changed); end loop;
  end if;
  return null;
end $$;
create trigger item_link_made after insert on item_link
  referencing new table as after_it for each statement execute function note_link_changes();
create trigger item_link_changed after update on item_link
  referencing new table as after_it for each statement execute function note_link_changes();
create trigger item_link_gone after delete on item_link
  referencing old table as before_it for each statement execute function note_link_changes();

-- Texts of one or two characters, which trigrams can't find: each character and each pair of neighbours, of any script.
create function search_grams(search_text text) returns text[]
  language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
  -- White space and line ends come before all other characters.
  select coalesce(array_agg(one) filter (where one > ' ' collate "C"), '{}')
    || coalesce(array_agg(one || next) filter (where one > ' ' collate "C" and next > ' ' collate "C"), '{}')
  from unnest(string_to_array(search_text, null), (string_to_array(search_text, null))[2:]) as neighbours (one, next)
$$;
create index item_grams on item using gin (tenant_id, search_grams(search_text)) where trashed_at is null;
create index item_metadata on item using gin (tenant_id, metadata jsonb_path_ops) where trashed_at is null;

-- The planner has to tell frequent words from rare ones: frequent ones are found sooner by walking the order.
alter table item alter column search_text set statistics 300;

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

-- A condition on the text, the place and the tenant. As before (0017_item_query.sql), with `grams`: what a text must hold
-- that has no three letters in a row.
create function item_place_condition(asked jsonb) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  condition text := format('item.tenant_id = %s and item.trashed_at is null', coalesce(current_tenant(), -1));
  holds text;
  beside uuid[];
begin
  if asked ? 'pattern' then
    holds := search_text_holds(asked->>'findBy', asked->>'pattern');
    -- A character that every tenth item has is found sooner without its index.
    if asked ? 'grams' and expected_items(format('%s and %s', condition, holds)) < 50000 then
      holds := format('search_grams(item.search_text) @> %L::text[] and %s', texts_of(asked->'grams'), holds);
    end if;
    beside := items_by_pressmark(asked);
    condition := condition || case when beside = '{}' then format(' and %s', holds)
      else format(' and (%s or item.uuid = any(%L::uuid[]))', holds, beside) end;
  end if;
  if asked ? 'collection' then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = %L::uuid)', asked->>'collection');
  end if;
  -- Everything stands below the root. Otherwise the collections by name, so that the planner sees how many there are.
  if asked ? 'below' and not exists (
    select from collection where tenant_id = coalesce(current_tenant(), -1) and uuid = (asked->>'below')::uuid and is_root)
  then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = any(%L::uuid[]))', array(
        select descendant_uuid from collection_closure
        where tenant_id = coalesce(current_tenant(), -1) and ancestor_uuid = (asked->>'below')::uuid));
  end if;
  return condition;
end $$;

-- Each filter that is set, by its name, as a condition; `field:…` for each ENUM field.
create function item_filter_conditions(asked jsonb) returns table (filter text, condition text)
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
begin
  if asked ? 'state' then
    return query select 'state', format('item.state = any(%L::text[])', texts_of(asked->'state'));
  end if;
  if asked ? 'media' then
    -- What can be stored so far: images. Items with other media there are none.
    return query select 'media', format('(%s or %s)',
      case when asked->'media' ? 'image' then 'item.images_count > 0' else 'false' end,
      case when asked->'media' ? 'none' then 'item.images_count = 0' else 'false' end);
  end if;
  return query
    select 'field:' || field.key, format('(%s)', (
      select string_agg(format('item.metadata @> %L::jsonb',
        jsonb_build_array(jsonb_build_object('name', field.key, 'value', one))), ' or ')
      from jsonb_array_elements_text(field.value) as one))
    from jsonb_each(coalesce(asked->'fields', '{}')) as field;
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

create or replace function item_query_condition(asked jsonb) returns text
  language sql
  set search_path = armarium, public, pg_temp
as $$
  select item_place_condition(asked)
    || coalesce((select string_agg(' and ' || condition, '') from item_filter_conditions(asked)), '')
$$;

-- A page, sorted by one column or several. As before, otherwise.
drop function item_query_page(jsonb, text, boolean, integer, integer);
create function item_query_page(asked jsonb, sort_columns text[], descending boolean[], skipped integer, wanted integer)
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
  if not sort_columns <@ array['sort_title', 'sort_pressmark', 'created_at', 'modified_at'] then
    raise exception 'items cannot be sorted by %', sort_columns using errcode = 'invalid_parameter_value';
  end if;
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

-- How many items there are of each value of a filter, with all the other filters applied, in one pass. Rows alike are
-- counted together first. `enum_fields` are names; with_people counts who changed the items as well.
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
        from value group by facet) as facets), '{}'))
    $facets$,
    case when enum_fields = '{}' then 'null::text[]' else format(
      'array(select distinct (entry->>''name'') || E''\x1f'' || (entry->>''value'') from jsonb_array_elements(item.metadata) '
      'as entry where entry->>''name'' = any(%L::text[]) order by 1)', enum_fields) end,
    'array[' || array_to_string(held, ', ') || ']::boolean[]',
    item_place_condition(asked),
    everything,
    coalesce(others->>'state', everything), coalesce(others->>'media', everything),
    coalesce(others->>'created', everything), coalesce(others->>'modified', everything),
    coalesce((select string_agg(format('when %L then %s', filter, others->>filter), ' ')
      from unnest(filters) as filter where filter like 'field:%'), 'when '''' then true'))
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

alter function item_query_uuids volatile;
alter function item_query_count volatile;
alter function item_query_count set work_mem = '32MB';
revoke all on function expected_items, catalogue_version, note_change, note_item_changes, note_link_changes, search_grams,
  item_place_condition, item_filter_conditions, item_query_page, item_query_facets from public;
grant execute on function catalogue_version, note_change, note_item_changes, note_link_changes, search_grams,
  item_query_page, item_query_facets to armarium_app;
