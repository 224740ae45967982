-- Texts of one and two characters by their pairs alone: a character is the beginning of a pair. There are a fifth fewer
-- entries, they are made by two replacements instead of character by character, and sorted by their bytes, so that
-- keeping the index takes little more than half of the processor time. What a pressmark is near to is worked out
-- where the pressmark changes, no longer with each change of a text.
-- Locks: ACCESS EXCLUSIVE on item_text while its index is made anew.

-- Pairs of neighbours, white space too; at the end one character may stand alone.
create function search_pairs(search_text text) returns tsvector
  language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
begin
  return array_to_tsvector(array_remove(
    string_to_array(regexp_replace(search_text, '(..)', E'\\1\x1f', 'g'), E'\x1f')
      || string_to_array(regexp_replace(substr(search_text, 2), '(..)', E'\\1\x1f', 'g'), E'\x1f'), ''));
end $$;

-- Characters and pairs (`searchGrams` of record-text.ts) as a question to search_pairs.
create function pairs_query(grams text[]) returns tsquery
  language sql immutable
  set search_path = pg_catalog, pg_temp
as $$
  select string_agg('''' || replace(replace(gram, '\', '\\'), '''', '''''') || ''''
    || case when length(gram) = 1 then ':*' else '' end, ' & ')::tsquery
  from unnest(grams) as gram
$$;

drop index item_text_grams;
create index item_text_pairs on item_text using gin (tenant_id, search_pairs(search_text));

create or replace function item_text_condition(asked jsonb, uuid_column text, with_grams boolean) returns text
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
declare
  holds text := search_text_holds(asked->>'findBy', asked->>'pattern');
  beside uuid[] := items_by_pressmark(asked);
begin
  if with_grams and asked ? 'grams' then
    holds := format('search_pairs(search_text) @@ %L::tsquery and %s', pairs_query(texts_of(asked->'grams')), holds);
  end if;
  return case when beside = '{}' then holds
    else format('(%s or %s = any(%L::uuid[]))', holds, uuid_column, beside) end;
end $$;

drop function search_grams(text);
revoke all on function search_pairs, pairs_query from public;
grant execute on function search_pairs to armarium_app;

create or replace function keep_item_texts() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into item_text (tenant_id, item_uuid, search_text, near_pressmark)
    select tenant_id, uuid, search_text, near_pressmark_key(pressmark_norm) from after_it;
  else
    -- No key holds an equals sign: it stands for the one that there is.
    insert into item_text (tenant_id, item_uuid, search_text, near_pressmark)
    select after_it.tenant_id, after_it.uuid, after_it.search_text,
      case when before_it.pressmark_norm = after_it.pressmark_norm then '=' else near_pressmark_key(after_it.pressmark_norm) end
    from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
    where (before_it.search_text, before_it.pressmark_norm) is distinct from (after_it.search_text, after_it.pressmark_norm)
    on conflict (tenant_id, item_uuid) do update set search_text = excluded.search_text,
      near_pressmark = case when excluded.near_pressmark = '=' then item_text.near_pressmark else excluded.near_pressmark end;
  end if;
  return null;
end $$;
