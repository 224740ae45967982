-- Numbers below a collection that moves, long parameters of tasks, and long lists of values.
-- Locks: SHARE ROW EXCLUSIVE on collection_closure for a moment, SHARE UPDATE EXCLUSIVE on item while it is analysed,
-- ACCESS EXCLUSIVE on transition_task (a table of a few hundred rows) while its index is built.

-- What stands below a collection changes where collections move, though no item does (0021_large_catalogues.sql).
create function note_closure_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  changed integer;
begin
  for changed in select distinct tenant_id from changed_rows loop perform note_change(changed); end loop;
  return null;
end $$;
create trigger closure_made after insert on collection_closure
  referencing new table as changed_rows for each statement execute function note_closure_changes();
create trigger closure_gone after delete on collection_closure
  referencing old table as changed_rows for each statement execute function note_closure_changes();

-- The indexes and statistics of 0021_large_catalogues.sql are of use to the planner only after this.
analyze item;

-- A B-tree holds no long parameters: they are compared by their digests.
alter table transition_task drop constraint transition_task_combination_key;
create unique index transition_task_combination_key
  on transition_task (tenant_id, transition_uuid, template_name, md5(parameters::text));

-- As before (0021_large_catalogues.sql), but of each field the 200 most frequent values, and those asked for.
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
    item_place_condition(asked),
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

revoke all on function note_closure_changes from public;
grant execute on function note_closure_changes to armarium_app;
