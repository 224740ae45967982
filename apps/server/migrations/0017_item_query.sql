-- Items by what they have in common (decisions §10): text, place, filters, in one builder for lists, counts and batches.
-- Locks: SHARE ROW EXCLUSIVE on history and item for the trigger and the reference; former_pressmark is small.

-- Who made or changed an item: history holds it too, but by change set, so that a filter would read it all.
create table item_contributor (
  tenant_id integer not null,
  account_uuid uuid not null,
  item_uuid uuid not null,
  primary key (tenant_id, account_uuid, item_uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid) on delete cascade
);
create index item_contributor_item on item_contributor (tenant_id, item_uuid, account_uuid);
comment on table item_contributor is 'The accounts in an item''s history and the one that made it; kept by a trigger on history.';

alter table item_contributor enable row level security;
create policy tenant_rows on item_contributor using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on item_contributor to armarium_app;

insert into item_contributor (tenant_id, account_uuid, item_uuid)
select item.tenant_id, item.created_by, item.uuid from item
where created_by is not null and created_by <> '00000000-0000-0000-0000-000000000000'
union
select history.tenant_id, change_set.account_uuid, history.record_uuid
from history
  join change_set on change_set.tenant_id = history.tenant_id and change_set.uuid = history.change_set
  join item on item.tenant_id = history.tenant_id and item.uuid = history.record_uuid
where history.resource_type = 'ITEM' and change_set.account_uuid is not null;

create function note_contributors() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  insert into item_contributor (tenant_id, account_uuid, item_uuid)
  select distinct written.tenant_id, change_set.account_uuid, written.record_uuid
  from written
    join change_set on change_set.tenant_id = written.tenant_id and change_set.uuid = written.change_set
    join item on item.tenant_id = written.tenant_id and item.uuid = written.record_uuid
  where written.resource_type = 'ITEM' and change_set.account_uuid is not null
  on conflict do nothing;
  return null;
end $$;
create trigger history_contributors after insert on history
  referencing new table as written for each statement execute function note_contributors();

-- A pressmark that an item had is looked through like the one that it has; who writes the row folds it
-- (record-text.ts). Those that stand already are folded here as nearly as the database can.
alter table former_pressmark add column search_text text not null default '';
update former_pressmark set search_text = folded || E'\n' || regexp_replace(folded, '[^[:alnum:]]+', '', 'g')
from (
  select tenant_id, item_uuid, pressmark_norm, btrim(lower(upper(regexp_replace(regexp_replace(
    normalize(pressmark, NFKD), '[\u0300-\u036F]+', '', 'g'), '\s+', ' ', 'g')))) as folded
  from former_pressmark
) as former
where (former.tenant_id, former.item_uuid, former.pressmark_norm)
  = (former_pressmark.tenant_id, former_pressmark.item_uuid, former_pressmark.pressmark_norm);
create index former_pressmark_search on former_pressmark using gin (tenant_id, search_text gin_trgm_ops);

-- The lines of an item's search text that a field stands on; none for all of it.
create or replace function search_text_holds(field text, pattern text) returns text
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$
  select format('search_text like %L', pattern) || case field
    when 'sgtt' then format(' and split_part(search_text, E''\n'', 1) like %L', pattern)
    when 'autn' then format(' and split_part(search_text, E''\n'', 2) like %L', pattern)
    when 'pressmark' then format(
      ' and (split_part(search_text, E''\n'', 3) like %L or split_part(search_text, E''\n'', 4) like %L)',
      pattern, pattern)
    else '' end
$$;

create function texts_of(list jsonb) returns text[]
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$ select array(select jsonb_array_elements_text(list)) $$;

-- Items found by a pressmark beside their search text: the one that has exactly it, and those that once had it.
create function items_by_pressmark(asked jsonb) returns uuid[]
  language sql stable
  set search_path = armarium, public, pg_temp
as $$
  select array(
    select uuid from item
    where tenant_id = coalesce(current_tenant(), -1) and pressmark_norm = asked->>'pressmark' and trashed_at is null
    union
    select item_uuid from former_pressmark
    where asked ? 'pressmark' and tenant_id = coalesce(current_tenant(), -1)
      and (pressmark_norm = asked->>'pressmark' or search_text like asked->>'pattern'))
$$;

-- What is asked, as a condition on the rows of item, of the tenant of the transaction and of nobody else. As text,
-- so that the planner sees patterns and values; every value goes through %L. `asked` is made by item-query.ts.
create function item_query_condition(asked jsonb) returns text
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
declare
  condition text := format('item.tenant_id = %s and item.trashed_at is null', coalesce(current_tenant(), -1));
  beside uuid[];
  field record;
begin
  if asked ? 'pattern' then
    beside := items_by_pressmark(asked);
    condition := condition || case when beside = '{}'
      then format(' and %s', search_text_holds(asked->>'findBy', asked->>'pattern'))
      else format(' and (%s or item.uuid = any(%L::uuid[]))',
        search_text_holds(asked->>'findBy', asked->>'pattern'), beside) end;
  end if;
  if asked ? 'collection' then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = %L::uuid)', asked->>'collection');
  end if;
  if asked ? 'below' then
    condition := condition || format(' and exists (select from item_link link join collection_closure closure '
      'on closure.tenant_id = link.tenant_id and closure.descendant_uuid = link.collection_uuid '
      'where link.tenant_id = item.tenant_id and link.item_uuid = item.uuid and closure.ancestor_uuid = %L::uuid)',
      asked->>'below');
  end if;
  if asked ? 'state' then
    condition := condition || format(' and item.state = any(%L::text[])', texts_of(asked->'state'));
  end if;
  if asked ? 'media' then
    -- What can be stored so far: images. Items with other media there are none.
    condition := condition || format(' and (%s or %s)',
      case when asked->'media' ? 'image' then 'item.images_count > 0' else 'false' end,
      case when asked->'media' ? 'none' then 'item.images_count = 0' else 'false' end);
  end if;
  for field in select key as name, value as wanted from jsonb_each(coalesce(asked->'fields', '{}')) loop
    condition := condition || format(' and (%s)', (
      select string_agg(format('item.metadata @> %L::jsonb',
        jsonb_build_array(jsonb_build_object('name', field.name, 'value', one))), ' or ')
      from jsonb_array_elements_text(field.wanted) as one));
  end loop;
  if asked ? 'changedBy' then
    condition := condition || format(' and exists (select from item_contributor contributor '
      'where contributor.tenant_id = item.tenant_id and contributor.item_uuid = item.uuid '
      'and contributor.account_uuid = any(%L::uuid[]))', texts_of(asked->'changedBy'));
  end if;
  for field in select * from (values ('createdFrom', 'created_at >='), ('createdTo', 'created_at <'),
    ('modifiedFrom', 'modified_at >='), ('modifiedTo', 'modified_at <')) as dates (name, compared)
  loop
    if asked ? field.name then
      condition := condition || format(' and item.%s %L::timestamptz', field.compared, asked->>field.name);
    end if;
  end loop;
  return condition;
end $$;

-- As before (0004_isolation.sql): over the policy, of the tenant of the transaction, ids and counts only.
drop function search_item_ids(text, text, uuid, text, boolean, integer, integer);
drop function count_items_matching(text, text);

-- All items asked for, in no order.
create function item_query_uuids(asked jsonb) returns setof uuid
  language plpgsql stable security definer rows 1000
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute 'select item.uuid from item where ' || item_query_condition(asked);
end $$;

-- A page of them. Whichever has exactly the pressmark, or had it, stands at place 0 and nowhere else.
create function item_query_page(asked jsonb, sort_column text, descending boolean, skipped integer, wanted integer)
  returns setof uuid
  language plpgsql stable security definer rows 20
  set search_path = armarium, public, pg_temp
as $$
declare
  condition text := item_query_condition(asked);
  direction text := case when descending then 'desc' else 'asc' end;
  exact_one uuid;
begin
  if sort_column not in ('sort_title', 'sort_pressmark', 'created_at', 'modified_at') then
    raise exception 'items cannot be sorted by %', sort_column using errcode = 'invalid_parameter_value';
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
  return query execute format('select item.uuid from item where %s order by item.%I %s, item.uuid %3$s offset %s limit %s',
    condition, sort_column, direction, skipped, wanted);
end $$;

create function item_query_count(asked jsonb) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute 'select count(*) from item where ' || item_query_condition(asked) into found_count;
  return found_count;
end $$;

revoke all on function note_contributors, texts_of, items_by_pressmark, item_query_condition, item_query_uuids,
  item_query_page, item_query_count from public;
grant execute on function note_contributors, item_query_uuids, item_query_page, item_query_count to armarium_app;
