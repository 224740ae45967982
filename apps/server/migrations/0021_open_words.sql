-- The vocabulary tells which words begin with some letters, and whether it has all of them. If it has, a search looks up
-- these words in place of the beginning (wordsInPlaceOf).
--
-- Locks item_text against writing while it counts the words of all items, about twenty seconds for a million items.

-- What the vocabulary counts a word as. A word of two to forty letters is itself. Another word that begins with two letters
-- or more (lat12, or one of fifty letters) is these letters, at most forty, and an ellipsis. All others are null. Scripts
-- without spaces are kept in pairs of characters, which are no words.
create function vocabulary_entry(word text) returns text
  language sql immutable
as $$
  select case when armarium.is_in_vocabulary(word) then word
    else substring(word collate pg_c_utf8 from
      '^(?:(?![\u0E00-\u0EFF\u1100-\u11FF\u1780-\u17FF\u2E80-\uA4CF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U00020000-\U0003FFFF])[[:alpha:]]){2,40}')
      || U&'\2026' end
$$;
comment on table vocabulary is
  'The words of letters in item_text, and how many items have each, those in the trash and restricted ones too: whoever offers a word makes sure that its user may see an item with it. An entry that ends with an ellipsis stands for other words that begin so (vocabulary_entry).';

lock table item_text in share row exclusive mode;
insert into vocabulary (tenant_id, word, items)
with counted as materialized (
  select tenant_id, word, count(*) as items
  from item_text, unnest(tsvector_to_array(words)) as word
  -- Without numbers, and without the words behind the prefix of their field.
  where word >= 'A' collate "C"
  group by tenant_id, word
)
select tenant_id, entry, sum(items) from counted, vocabulary_entry(word) as entry
where entry <> word group by tenant_id, entry;

create or replace function note_words() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
begin
  -- Each word is counted first, and once (materialized), since telling its entry takes longer than counting it.
  if tg_op = 'INSERT' then
    insert into vocabulary_change (tenant_id, word, items)
    with counted as materialized (
      select tenant_id, word, count(*) as items from after_it, unnest(tsvector_to_array(words)) as word
      group by tenant_id, word
    )
    select tenant_id, entry, sum(items) from counted, vocabulary_entry(word) as entry
    where entry is not null group by tenant_id, entry;
  elsif tg_op = 'DELETE' then
    insert into vocabulary_change (tenant_id, word, items)
    with counted as materialized (
      select tenant_id, word, count(*) as items from before_it, unnest(tsvector_to_array(words)) as word
      group by tenant_id, word
    )
    select tenant_id, entry, -sum(items) from counted, vocabulary_entry(word) as entry
    where entry is not null group by tenant_id, entry;
  else
    insert into vocabulary_change (tenant_id, word, items)
    with counted as materialized (
      select tenant_id, word, sum(more) as items from (
        select tenant_id, unnest(tsvector_to_array(words)), 1 from after_it
        union all select tenant_id, unnest(tsvector_to_array(words)), -1 from before_it
      ) as both_sides (tenant_id, word, more)
      group by tenant_id, word having sum(more) <> 0
    )
    select tenant_id, entry, sum(items) from counted, vocabulary_entry(word) as entry
    where entry is not null group by tenant_id, entry having sum(items) <> 0;
  end if;
  return null;
end $$;

-- A page of the items that words find, by rank and title; with null `ranks` by title alone. `many` is how many they find
-- in all. Up to 10,000 are ranked each by itself. Of more, those whose titles begin with the text come first, since the
-- index of titles knows no other rank. `left_out` is an item that the caller has listed already, or null.
create or replace function items_by_words(asked jsonb, ranks jsonb, is_descending boolean, many bigint, left_out uuid,
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
      -- To read and sort so many hits takes no longer than a walk that is in vain. A walk along the titles that begin with the
      -- text rarely is in vain.
      exit when many <= 2 * walk and part is distinct from begins;
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

revoke all on function vocabulary_entry from public;
grant execute on function vocabulary_entry to armarium_app;
