-- The vocabulary of each tenant: which words its items have, and in how many of them. It completes words while they are
-- typed, and corrects those that nothing has.
--
-- Locks item_text against writing while it counts the words of all items, about a minute for a million items.

create table vocabulary (
  tenant_id integer not null references tenant (id),
  word text collate "C" not null,
  items integer not null,
  primary key (tenant_id, word)
);
comment on table vocabulary is
  'The words of letters in item_text, and how many items have each, those in the trash and restricted ones too: whoever offers a word makes sure that its user may see an item with it.';
create index vocabulary_gone on vocabulary (tenant_id) where items <= 0;

-- Each statement appends what it changes, so that no writer waits for another. The job count-words adds it up.
create table vocabulary_change (
  tenant_id integer not null,
  id bigint generated always as identity,
  word text collate "C" not null,
  items integer not null,
  primary key (tenant_id, id)
);
comment on table vocabulary_change is 'What is still to be added to the vocabulary.';

-- Words of two letters at least, without digits: pressmarks and numbers would be most of a vocabulary. Scripts without
-- spaces are kept in pairs of characters, which are no words.
create function is_in_vocabulary(word text) returns boolean
  language sql immutable
as $$
  select word collate pg_c_utf8 ~ '^[[:alpha:]]{2,40}$'
    and word !~ '[\u0E00-\u0EFF\u1100-\u11FF\u1780-\u17FF\u2E80-\uA4CF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U00020000-\U0003FFFF]'
$$;

lock table item_text in share row exclusive mode;
insert into vocabulary (tenant_id, word, items)
select tenant_id, word, count(*)
from item_text, unnest(tsvector_to_array(words)) as word
group by tenant_id, word having is_in_vocabulary(word);

create function note_words() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into vocabulary_change (tenant_id, word, items)
    select tenant_id, word, count(*) from after_it, unnest(tsvector_to_array(words)) as word
    group by tenant_id, word having is_in_vocabulary(word);
  elsif tg_op = 'DELETE' then
    insert into vocabulary_change (tenant_id, word, items)
    select tenant_id, word, -count(*) from before_it, unnest(tsvector_to_array(words)) as word
    group by tenant_id, word having is_in_vocabulary(word);
  else
    insert into vocabulary_change (tenant_id, word, items)
    select tenant_id, word, sum(more) from (
      select tenant_id, unnest(tsvector_to_array(words)), 1 from after_it
      union all select tenant_id, unnest(tsvector_to_array(words)), -1 from before_it
    ) as changed (tenant_id, word, more)
    group by tenant_id, word having sum(more) <> 0 and is_in_vocabulary(word);
  end if;
  return null;
end $$;
create trigger item_words_made after insert on item_text
  referencing new table as after_it for each statement execute function note_words();
create trigger item_words_changed after update on item_text
  referencing old table as before_it new table as after_it for each statement execute function note_words();
create trigger item_words_gone after delete on item_text
  referencing old table as before_it for each statement execute function note_words();

-- Adds up at most `wanted` changes of the tenant, the oldest first, so that no word is lost before it was there. Returns
-- how many there were.
create function count_words(wanted integer) returns bigint
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  taken bigint;
begin
  with change as (
    delete from vocabulary_change where tenant_id = current_tenant() and id = any(array(
      select id from vocabulary_change where tenant_id = current_tenant() order by id limit wanted for update skip locked))
    returning word, items
  ), added as (
    insert into vocabulary as known (tenant_id, word, items)
    select current_tenant(), word, sum(items) from change group by word having sum(items) <> 0 order by word
    on conflict (tenant_id, word) do update set items = known.items + excluded.items
  )
  select count(*) from change into taken;
  delete from vocabulary where tenant_id = current_tenant() and items <= 0;
  return taken;
end $$;

-- The tenants whose changes wait to be added up; ids only.
create function uncounted_words() returns setof integer
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select distinct tenant_id from vocabulary_change where tenant_id = coalesce(current_tenant(), tenant_id)
$$;

-- How many items of the tenant the rarest of some conditions on words finds, as the planner expects.
create function expected_items(conditions text[]) returns float8
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  condition text;
  plan jsonb;
  fewest float8 := 'infinity';
begin
  foreach condition in array conditions loop
    execute format('explain (format json) select from item_text where tenant_id = %s and words @@ %L::tsquery',
      coalesce(current_tenant(), -1), condition) into plan;
    fewest := least(fewest, (plan->0->'Plan'->>'Plan Rows')::float8);
  end loop;
  return fewest;
end $$;

-- Whether the items that some conditions on words find are so few that all of them are read while somebody types. Of one
-- condition each expected item is found; of several, most are only looked at. Otherwise those are looked at that stand
-- first in an order, so that an answer never takes long.
create function are_few(conditions text[]) returns boolean
  language sql
  set search_path = armarium, public, pg_temp
as $$ select expected_items(conditions) <= case cardinality(conditions) when 1 then 1500 else 5000 end $$;

-- A query for `selected` of the items that are asked for, among the 1,000 that stand first in the order of a column of
-- item. With a `beginning`, these are items whose column begins so.
create function first_items(asked jsonb, selected text, sort_column text, beginning text) returns text
  language sql
  set search_path = armarium, public, pg_temp
as $$
  select format('select %1$s from (select * from item where %2$s%3$s order by %4$I, uuid limit 1000) as item '
    'where %5$s order by %4$I, uuid',
    selected, item_place_condition('{}', true),
    case when beginning = '' then ''
      else format(' and %1$I >= %2$L and %1$I < %3$L', sort_column, beginning, beginning || U&'\+10FFFF') end,
    sort_column, item_place_condition(asked, true))
$$;

-- Whether the words of a query find an item.
create function has_items(asked jsonb) returns boolean
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  words_only constant jsonb := jsonb_build_object('words', asked->'words');
  is_there boolean := false;
begin
  if not are_few(texts_of(asked->'words')) then
    execute format('select exists (%s)', first_items(words_only, 'item.uuid', 'sort_title', '')) into is_there;
  end if;
  if not is_there then
    execute format('select exists (select from item where %s)', item_place_condition(words_only, false)) into is_there;
  end if;
  return is_there;
end $$;

-- Whether an item fulfils two conditions on words. The index of words is asked for the first one; the second one may be
-- empty.
create function occur_together(looked_up text, compared text) returns boolean
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  is_there boolean;
begin
  execute format('select exists (select from item_text sought where tenant_id = %s and words @@ %L::tsquery%s and exists ('
    'select from item where %s and uuid = sought.item_uuid))',
    coalesce(current_tenant(), -1), looked_up,
    case when compared = '' then '' else format(' and (words @@ %L::tsquery) is true', compared) end,
    item_place_condition('{}', true)) into is_there;
  return is_there;
end $$;

-- Items to offer while a search is typed, the best first: what few items fit, by relevance; of many the one with the
-- pressmark, those whose title or pressmark begins with the text, and some whose title begins with its first word or that
-- stand first; of one condition any, where there are none of these. `pressmark_key` is the text as pressmarks are sorted.
create function suggested_items(asked jsonb, ranks jsonb, pressmark_key text, wanted integer) returns setof uuid
  language plpgsql security definer rows 8
  set search_path = armarium, public, pg_temp
as $$
declare
  exact_one constant uuid := item_of_pressmark(asked);
  in_title constant jsonb := asked || jsonb_build_object('words', (asked->'words') || (ranks->'inTitle'));
  title constant text := coalesce(ranks->>'sortTitle', '');
  found uuid[] := case when exact_one is null then '{}' else array[exact_one] end;
  met uuid[];
  part record;
begin
  if are_few(texts_of(asked->'words')) then
    return query select item_query_page(asked, '{sort_title}', '{false}', 0, wanted, ranks, 0);
    return;
  end if;
  for part in select * from (values (asked, 'sort_title', nullif(title, '')),
    (asked, 'sort_pressmark', nullif(pressmark_key, '')), (asked, 'sort_title', nullif(split_part(title, ' ', 1), title)),
    (in_title, 'sort_title', ''), (asked, 'sort_title', '')) as parts (condition, sort_column, beginning)
    where beginning is not null
  loop
    exit when cardinality(found) >= wanted;
    execute format('select array(select uuid from (%s) as item where uuid <> all($1) limit %s)',
      first_items(part.condition, 'item.uuid', part.sort_column, part.beginning), wanted - cardinality(found))
    into met using found;
    found := found || met;
  end loop;
  if found = '{}' and jsonb_array_length(asked->'words') = 1 then
    return query select item_query_page(asked, '{sort_title}', '{false}', 0, wanted, ranks,
      expected_items(texts_of(asked->'words'))::bigint);
  end if;
  return query select unnest(found[:wanted]);
end $$;

-- The words with this beginning that items have which are asked for. Where the items are few, the most frequent words of
-- all; else of the candidates, in their order, those that one of them has, then the most frequent of some items, whose title
-- begins with `title` where there are any. Beside other conditions only some candidates are looked
-- up. `asked` has the beginning as its last condition on words.
create function suggested_words(asked jsonb, beginning text, title text, candidates text[], wanted integer)
  returns setof text
  language plpgsql security definer rows 8
  set search_path = armarium, public, pg_temp
as $$
declare
  conditions constant text[] := texts_of(asked->'words');
  words_only constant jsonb := jsonb_build_object('words', asked->'words');
  reads_all constant boolean := are_few(conditions);
  read constant integer := 300;
  own_words constant text := '(select sought.words from item_text sought where sought.tenant_id = item.tenant_id '
    'and sought.item_uuid = item.uuid) as words';
  rows_read integer;
  met text[];
  candidate text;
  exact text;
  rest constant text := array_to_string(conditions[: cardinality(conditions) - 1], ' & ');
  rest_is_rare constant boolean := rest <> '' and expected_items(array[rest]) <= 5000;
  looked_up integer := 0;
  is_there boolean;
  title_range text;
begin
  foreach title_range in array array[title, ''] loop
    execute format('with found as materialized (%s limit %s) select (select count(*) from found), coalesce('
      'array_agg(word order by items desc, word), ''{}'') from (select word, count(*) as items '
      'from found, unnest(tsvector_to_array(found.words)) as word where starts_with(word, %L) group by word) as counted',
      case when reads_all
        then format('select %s from item where %s', own_words, item_place_condition(words_only, false))
        else first_items(words_only, own_words, 'sort_title', title_range) end,
      read, beginning)
    into rows_read, met;
    exit when reads_all or rows_read > 0 or title = '';
  end loop;
  if reads_all and rows_read < read then
    return query select unnest(met[:wanted]);
    return;
  end if;
  foreach candidate in array candidates loop
    exit when wanted <= 0;
    if candidate <> all(met) then
      exact := '''' || replace(replace(candidate, '\', '\\'), '''', '''''') || '''';
      continue when rest <> '' and looked_up = 4;
      looked_up := looked_up + 1;
      -- The index is asked for the rarer condition. Two frequent ones would take too long.
      if rest = '' or expected_items(array[exact]) <= 5000 then
        is_there := occur_together(exact, rest);
      else
        is_there := rest_is_rare and occur_together(rest, exact);
      end if;
      continue when not is_there;
    end if;
    return next candidate;
    wanted := wanted - 1;
    met := array_remove(met, candidate);
  end loop;
  return query select unnest(met[:greatest(wanted, 0)]);
end $$;

alter table vocabulary enable row level security;
create policy tenant_rows on vocabulary using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
alter table vocabulary_change enable row level security;
create policy tenant_rows on vocabulary_change using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on vocabulary, vocabulary_change to armarium_app;
revoke all on function is_in_vocabulary, note_words, count_words, uncounted_words, expected_items, are_few, first_items,
  has_items, occur_together, suggested_items, suggested_words from public;
grant execute on function is_in_vocabulary, count_words, uncounted_words, has_items, suggested_items,
  suggested_words to armarium_app;
