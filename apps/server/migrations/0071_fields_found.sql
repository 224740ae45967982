-- Values of fields are found: those of searchable fields by the search text (A-101), dates by the days that they may
-- mean (decisions §4).
-- Locks: ACCESS EXCLUSIVE on metadata_template for a moment; otherwise creates only.

-- What is found by a field that was defined, or changed, after its values were written: a job goes through them.
alter table metadata_template add column to_index boolean not null default false;
comment on column metadata_template.to_index is 'The values that there are have to be gone through by the job index-fields.';
update metadata_template set to_index = true
where resource_type in ('ITEM', 'COLLECTION')
  and (resource_type = 'ITEM' and type = 'DATE' or searchable and archived_at is null and name not in ('sgtt', 'autn', 'pressmark'));

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
alter table item_date enable row level security;
create policy tenant_rows on item_date using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on item_date to armarium_app;

-- As before (0026_item_tables.sql), with `date:` before the name of a field: where it begins, else where it ends.
create or replace function item_sort_expression(sort_key text) returns text
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

-- As before (0021_large_catalogues.sql), with `dates`: for each field the spans of which a value has to share a day.
create or replace function item_filter_conditions(asked jsonb) returns table (filter text, condition text)
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
  return query
    select 'date:' || field.key, format('item.uuid in (select made.item_uuid from item_date made where made.tenant_id = %s '
      'and made.name = %L and (%s))', coalesce(current_tenant(), -1), field.key, (
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
