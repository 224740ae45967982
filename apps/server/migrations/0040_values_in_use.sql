-- The values that a field has already, offered while somebody types another one. It locks no table.

-- Of items that have the words. Where these are few, all of them are looked at. Otherwise those of them that are among the
-- 3,000 items that were changed last, since what was typed lately is likely to be typed again, and a sample of the others.
-- Without words the sample is the 3,000 items that come first by title, as they come from anywhere. So an answer takes about
-- the same time in a catalogue of any size. The most frequent value comes first.
create function values_in_use(having_words text, field text, wanted integer) returns setof text
  language plpgsql security definer rows 8
  set search_path = armarium, public, pg_temp
as $$
declare
  seen constant text := item_place_condition('{}', true);
  asked constant jsonb := case when having_words is null then '{}' else jsonb_build_object('words', jsonb_build_array(having_words)) end;
  found text;
begin
  if having_words is not null and are_few(array[having_words]) then
    found := format('select item.metadata from item where %s', item_place_condition(asked, false));
  else
    found := format('(select item.metadata from (select * from item where %s order by modified_at desc, uuid desc limit 3000) '
      'as item where %s) union all (%s)', seen, item_place_condition(asked, true),
      case when having_words is null
        then format('select item.metadata from (select * from item where %s order by sort_title, uuid limit 3000) as item', seen)
        else format('select item.metadata from (select item_uuid from item_text where tenant_id = %s and words @@ %L::tsquery '
          'limit 1000) as sought join item on item.uuid = sought.item_uuid where %s', coalesce(current_tenant(), -1),
          having_words, seen) end);
  end if;
  return query execute format('select held.value from (select entry->>''value'' as value from (%s) as item cross join lateral '
    'jsonb_array_elements(item.metadata) as entry where entry->>''name'' = %L) as held '
    'group by held.value order by count(*) desc, held.value collate "C" limit %s', found, field, wanted);
end $$;

revoke all on function values_in_use from public;
grant execute on function values_in_use to armarium_app;
