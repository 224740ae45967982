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

insert into vocabulary (tenant_id, word, items)
select tenant_id, word, count(*)
from item_text, unnest(tsvector_to_array(words)) as word
group by tenant_id, word having is_in_vocabulary(word);

create function note_words() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
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

-- How many items the rarest of some conditions on words finds, as the planner expects.
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
    execute format('explain (format json) select from item_text where words @@ %L::tsquery', condition) into plan;
    fewest := least(fewest, (plan->0->'Plan'->>'Plan Rows')::float8);
  end loop;
  return fewest;
end $$;

-- Whether the items that some conditions on words find are so few that all of them are read while somebody types. Of one
-- condition each expected item is found; of several, most are only looked at. Otherwise those are looked at that stand
-- first in the order of titles, so that an answer never takes long.
create function are_few(conditions text[]) returns boolean
  language sql
  set search_path = armarium, public, pg_temp
as $$ select expected_items(conditions) <= case cardinality(conditions) when 1 then 1500 else 5000 end $$;

-- A FROM clause, as `item`: the items that stand first in the order of titles, with their words.
create function first_items() returns text
  language sql stable
  set search_path = armarium, public, pg_temp
as $$
  select format('(select first.uuid, sought.words from (select tenant_id, uuid from item where %s '
    'order by sort_title, uuid limit 2000) as first join item_text sought on sought.tenant_id = first.tenant_id '
    'and sought.item_uuid = first.uuid) as item', item_place_condition('{}', true))
$$;

-- Whether words find an item.
create function has_items(asked jsonb) returns boolean
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  conditions constant text[] := texts_of(asked->'words');
  is_there boolean := false;
begin
  if not are_few(conditions) then
    execute format('select exists (select from %s where (words @@ %L::tsquery) is true)',
      first_items(), array_to_string(conditions, ' & ')) into is_there;
  end if;
  if not is_there then
    execute format('select exists (select from item where %s)',
      item_place_condition(jsonb_build_object('words', conditions), false)) into is_there;
  end if;
  return is_there;
end $$;

-- Items to offer while a search is typed, the best first: what few items fit, by relevance; of many the one with the
-- pressmark, those whose title or pressmark begins with the text, and those of the first ones that have it in their title;
-- where there are none of these, any.
-- `pressmark_key` is the text as pressmarks are sorted.
create function suggested_items(asked jsonb, ranks jsonb, pressmark_key text, wanted integer) returns setof uuid
  language plpgsql security definer rows 8
  set search_path = armarium, public, pg_temp
as $$
declare
  conditions constant text[] := texts_of(asked->'words');
  exact_one constant uuid := item_of_pressmark(asked);
  found uuid[] := case when exact_one is null then '{}' else array[exact_one] end;
  met uuid[];
  part text;
begin
  if are_few(conditions) then
    return query select item_query_page(asked, '{sort_title}', '{false}', 0, wanted, ranks, 0);
    return;
  end if;
  foreach part in array array(
    select format('select uuid from item where %1$s and %2$I >= %3$L and %2$I < %4$L and uuid <> all($1) order by %2$I, uuid',
      item_place_condition('{}', true), key, beginning, beginning || U&'\+10FFFF')
    from (values ('sort_title', ranks->>'sortTitle'), ('sort_pressmark', pressmark_key)) as sorted (key, beginning)
    where beginning <> ''
  ) || format('select uuid from %s where (words @@ %L::tsquery) is true and uuid <> all($1)',
    first_items(), ranks->>'inTitle') loop
    exit when cardinality(found) >= wanted;
    execute format('select array(%s limit %s)', part, wanted - cardinality(found))
    into met using found;
    found := found || met;
  end loop;
  if found = '{}' then
    return query select item_query_page(asked, '{sort_title}', '{false}', 0, wanted, ranks, expected_items(conditions)::bigint);
  end if;
  return query select unnest(found[:wanted]);
end $$;

-- The words with this beginning that items have which are asked for. Where the items are few, the most frequent words of
-- all; else of the candidates, in their order, those that one of them has, then the most frequent of some items. `asked`
-- has the beginning as its last condition on words.
create function suggested_words(asked jsonb, beginning text, candidates text[], wanted integer) returns setof text
  language plpgsql security definer rows 8
  set search_path = armarium, public, pg_temp
as $$
declare
  conditions constant text[] := texts_of(asked->'words');
  reads_all constant boolean := are_few(conditions);
  read constant integer := 300;
  rows_read integer;
  met text[];
  candidate text;
  exact text;
  others jsonb;
  is_there boolean;
begin
  execute format('with found as materialized (%s limit %s) select (select count(*) from found), coalesce('
    'array_agg(word order by items desc, word), ''{}'') from (select word, count(*) as items '
    'from found, unnest(tsvector_to_array(found.words)) as word where starts_with(word, %L) group by word) as counted',
    case when reads_all
      then format('select sought.words from item join item_text sought on sought.tenant_id = item.tenant_id '
        'and sought.item_uuid = item.uuid where %s', item_place_condition(asked, false))
      else format('select words from %s where (words @@ %L::tsquery) is true',
        first_items(), array_to_string(conditions, ' & ')) end,
    read, beginning)
  into rows_read, met;
  if reads_all and rows_read < read then
    return query select unnest(met[:wanted]);
    return;
  end if;
  foreach candidate in array candidates loop
    exit when wanted <= 0;
    if candidate <> all(met) then
      exact := '''' || replace(replace(candidate, '\', '\\'), '''', '''''') || '''';
      others := to_jsonb(conditions[: cardinality(conditions) - 1] || exact);
      execute format('select exists (select from item where %s)',
        item_place_condition(jsonb_build_object('words', others), false)) into is_there;
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
  has_items, suggested_items, suggested_words from public;
grant execute on function is_in_vocabulary, count_words, uncounted_words, has_items, suggested_items,
  suggested_words to armarium_app;
