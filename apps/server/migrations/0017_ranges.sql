-- Dates, numbers, and whether a field has a value become words (record-words.ts). The job index-fields continues with
-- what is marked here.
update metadata_template set to_index = true
where archived_at is null and (resource_type, name) in (('ITEM', 'sgtt'), ('COLLECTION', 'sgtt'));

-- Days are found by words, and item_date is for sorting alone.
drop index item_date_days;

-- Each filter that is set, by its name, as a condition; `field:…` for the values of each field. Dates and numbers are among
-- the words. A value that is true or false may be a text or a boolean.
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
        union all select given::jsonb from jsonb_array_elements_text(field.value) as given where given in ('true', 'false')
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
  return query execute format('select held.value, count(*) from item cross join lateral ('
    'select distinct entry->>''value'' as value from jsonb_array_elements(item.metadata) as entry '
    'where entry->>''name'' = %L) as held where %s '
    'group by held.value order by count(*) desc, held.value collate "C" limit %s',
    field, item_query_condition(asked), wanted);
end $$;

revoke all on function item_field_values from public;
grant execute on function item_field_values to armarium_app;
