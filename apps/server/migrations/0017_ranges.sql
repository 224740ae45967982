-- Dates, numbers, and the names of fields with a value become words (record-words.ts). The job index-fields continues with
-- what is marked here.
update metadata_template set to_index = true
where archived_at is null and (resource_type, name) in (('ITEM', 'sgtt'), ('COLLECTION', 'sgtt'));

-- Days are found by words, and item_date is for sorting alone.
drop index item_date_days;

-- Each filter that is set, by its name, as a condition; `field:…` for the values of each field. Dates and numbers are among
-- the words. A value may be a text, a number or a boolean.
create or replace function item_filter_conditions(asked jsonb) returns table (filter text, condition text)
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
      from (
        select to_jsonb(given) from jsonb_array_elements_text(field.value) as given
        union all select given::jsonb from jsonb_array_elements_text(field.value) as given 
          where given in ('true', 'false') or given ~ '^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,10})?$'
      ) as alternative (one)))
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

-- By the index of the words, however many they find: a hash of a million of them takes a fifth of the time that a look at
-- the words of each item takes.
create or replace function item_query_condition(asked jsonb) returns text
  language sql
  set search_path = armarium, public, pg_temp
as $$ select item_condition(asked, false) $$;

-- As before, by the index of the words.
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
    item_place_condition(asked, false),
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

drop function expected_items;

-- The values of a field among the items that are asked for, the most frequent first; with `having_words` only of items
-- whose words fulfil that too.
create function item_field_values(asked jsonb, having_words text, field text, wanted integer)
  returns table (value text, items bigint)
  language plpgsql security definer rows 50
  set search_path = armarium, public, pg_temp
as $$
begin
  if having_words is not null then
    asked := asked || jsonb_build_object('words', coalesce(asked->'words', '[]') || to_jsonb(having_words));
  end if;
  return query execute format('select held.value, count(distinct held.uuid) from ('
    'select item.uuid, entry->>''value'' as value from item cross join lateral jsonb_array_elements(item.metadata) as entry '
    'where %s and entry->>''name'' = %L) as held '
    'group by held.value order by count(distinct held.uuid) desc, held.value collate "C" limit %s',
    item_query_condition(asked), field, wanted);
end $$;

revoke all on function item_field_values from public;
grant execute on function item_field_values to armarium_app;
