-- A restricted record is seen by those who may change records only (decisions §4, A-93): everybody else's reads pass it
-- over, wherever they look. A transaction of theirs says so in `app.hides`, with the account whose own records it sees
-- all the same; where the setting is not there, as for those who see everything, nothing is looked at.
-- Locks: SHARE on item and collection while two indexes are built that hold nothing yet, ACCESS EXCLUSIVE on both for a
-- moment.

create index item_restricted on item (tenant_id, uuid) where visibility = 'restricted';
create index collection_restricted on collection (tenant_id, uuid) where visibility = 'restricted';

-- The account of a transaction that does not see everything, in a tenant in which anything is restricted: who keeps
-- nothing from anybody pays for two looks into an empty index, once a statement.
create function hiding_account() returns uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  if exists (select from item where tenant_id = current_tenant() and visibility = 'restricted')
    or exists (select from collection where tenant_id = current_tenant() and visibility = 'restricted')
  then
    return nullif(current_setting('app.hides', true), '')::uuid;
  end if;
  return null;
end $$;

-- From whom records are hidden; null from nobody. Inlined, so that who sees everything calls no function of ours.
create function hidden_from() returns uuid
  language sql stable
  return case when nullif(current_setting('app.hides', true), '') is null then null else armarium.hiding_account() end;

create policy seen_rows on item as restrictive
  using ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  with check (true);
create policy seen_rows on collection as restrictive
  using ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  with check (true);

-- How many members of collections are hidden, for those that have any.
create function hidden_members(collections uuid[]) returns table (uuid uuid, items integer, collections_count integer)
  language plpgsql stable security definer rows 1
  set search_path = armarium, public, pg_temp
as $$
declare
  account uuid := hidden_from();
begin
  if account is null then return; end if;
  return query
    select member.parent, (count(*) filter (where is_item))::integer, (count(*) filter (where not is_item))::integer
    from (
      select link.collection_uuid as parent, true as is_item
      from item join item_link link on link.tenant_id = item.tenant_id and link.item_uuid = item.uuid
      where item.tenant_id = current_tenant() and visibility = 'restricted' and trashed_at is null
        and created_by is distinct from account and link.collection_uuid = any(collections)
      union all
      select link.parent_uuid, false
      from collection join collection_link link on link.tenant_id = collection.tenant_id and link.child_uuid = collection.uuid
      where collection.tenant_id = current_tenant() and visibility = 'restricted' and trashed_at is null
        and created_by is distinct from account and link.parent_uuid = any(collections)
    ) as member
    group by member.parent;
end $$;

-- Whether a record of any kind is hidden, also one that lies in the trash or was purged: for what outlives records.
create function hides_record(record uuid) returns boolean
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  account uuid := nullif(current_setting('app.hides', true), '')::uuid;
  tenant integer := current_tenant();
begin
  return account is not null and (
    exists (select from item where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from collection where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from asset join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
      where asset.tenant_id = tenant and asset.uuid = record and item.visibility = 'restricted'
        and item.created_by is distinct from account)
    -- Whose record it was is told by the first entry of its history.
    or exists (select from tombstone where tombstone.tenant_id = tenant and record_uuid = record
      and visibility = 'restricted' and account is distinct from (
        select change_set.account_uuid from history join change_set on change_set.tenant_id = history.tenant_id
          and change_set.uuid = history.change_set
        where history.tenant_id = tombstone.tenant_id and history.record_uuid = tombstone.record_uuid
        order by history.id limit 1)));
end $$;

-- The same as a condition for statements that step over the policies; nothing where nothing is hidden.
create function seen_condition(alias text) returns text
  language sql stable
  set search_path = armarium, public, pg_temp
as $$
  select coalesce((
    select format(' and (%1$s.visibility <> ''restricted'' or %1$s.created_by = %2$L::uuid)', alias, account)
    from hidden_from() as account where account is not null), '')
$$;

revoke all on function hiding_account, hidden_from, hidden_members, hides_record, seen_condition from public;
grant execute on function hiding_account, hidden_from, hidden_members, hides_record to armarium_app;

-- An order of a collection that someone does not see grows as well.
alter function note_link_changes() security definer;
revoke all on function note_link_changes from public;
grant execute on function note_link_changes to armarium_app;

create or replace function near_pressmark_items(wanted_norm text, wanted integer) returns setof uuid
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select uuid from item_text join item on item.tenant_id = item_text.tenant_id and item.uuid = item_text.item_uuid
  where item_text.tenant_id = coalesce(current_tenant(), -1) and trashed_at is null
    and near_pressmark = near_pressmark_key(wanted_norm) and pressmark_norm <> wanted_norm
    and ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  order by sort_pressmark, uuid limit wanted
$$;

create or replace function search_collection_ids(pattern text, skipped integer, wanted integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute format(
    'select uuid from collection where tenant_id = %s and trashed_at is null and search_text like %L %s '
    'order by sort_title, uuid offset %s limit %s',
    coalesce(current_tenant(), -1), pattern, seen_condition('collection'), skipped, wanted);
end $$;

create or replace function count_collections_matching(pattern text) returns bigint
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  found_count bigint;
begin
  execute format(
    'select count(*) from collection where tenant_id = %s and trashed_at is null and search_text like %L %s',
    coalesce(current_tenant(), -1), pattern, seen_condition('collection'))
  into found_count;
  return found_count;
end $$;

-- As before (0031_item_text.sql), without what is hidden.
create or replace function item_place_condition(asked jsonb, walked boolean) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  condition text := format('item.tenant_id = %s and item.trashed_at is null%s', tenant, seen_condition('item'));
  own text;
begin
  if asked ? 'pattern' then
    own := item_text_condition(asked, 'item.uuid', false);
    if walked then
      condition := condition || ' and ' || own;
    else
      condition := condition || format(
        ' and item.uuid in (select item_uuid from item_text where tenant_id = %s and %s)',
        -- A character that every tenth item has is found sooner without its index.
        tenant, item_text_condition(asked, 'item_uuid',
          asked ? 'grams' and expected_items(format('%s and %s', condition, own)) < 50000));
    end if;
  end if;
  if asked ? 'collection' then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = %L::uuid)', asked->>'collection');
  end if;
  -- Everything stands below the root. Otherwise the collections by name, so that the planner sees how many there are.
  if asked ? 'below' and not exists (
    select from collection where tenant_id = tenant and uuid = (asked->>'below')::uuid and is_root)
  then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = any(%L::uuid[]))', array(
        select descendant_uuid from collection_closure
        where tenant_id = tenant and ancestor_uuid = (asked->>'below')::uuid));
  end if;
  return condition;
end $$;

-- A text alone is counted where the texts are, less what lies in the trash and what is hidden.
create or replace function item_query_count(asked jsonb) returns bigint
  language plpgsql security definer
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  holds text;
  found_count bigint;
begin
  if asked ? 'pattern' and asked - '{pattern,findBy,grams,pressmark}'::text[] = '{}' then
    holds := item_text_condition(asked, 'item_uuid',
      asked ? 'grams' and expected_items(item_walked_condition(asked)) < 50000);
    execute format('select count(*) - (select count(*) from item_text where tenant_id = %1$s and %2$s and item_uuid in ('
      'select uuid from item where tenant_id = %1$s and trashed_at is not null%3$s)) '
      'from item_text where tenant_id = %1$s and %2$s', tenant, holds, coalesce((
        select format(' union select uuid from item where tenant_id = %s and visibility = ''restricted'' '
          'and created_by is distinct from %L::uuid', tenant, account)
        from hidden_from() as account where account is not null), ''))
    into found_count;
  else
    execute 'select count(*) from item where ' || item_query_condition(asked) into found_count;
  end if;
  return found_count;
end $$;

-- As before (0034_sorted_pages.sql); what is walked along is all that is seen.
create or replace function item_query_page(asked jsonb, sort_columns text[], descending boolean[], skipped integer, wanted integer)
  returns setof uuid
  language plpgsql security definer rows 20
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
declare
  -- For rows that are read anyway, and for those that are read by the index of their texts.
  walked text := item_walked_condition(asked);
  condition text;
  everything text := item_place_condition('{}', true);
  walk constant integer := 10000;
  sorted text;
  range text;
  expected float8;
  standing float8;
  found uuid[];
  exact_one uuid;
  beside text := '';
begin
  if asked ? 'pressmark' then
    execute format(
      'select item.uuid from item where %s and (item.pressmark_norm = %L or exists ('
      'select from former_pressmark former where former.tenant_id = item.tenant_id and former.item_uuid = item.uuid '
      'and former.pressmark_norm = %2$L)) and item.uuid = any(%L::uuid[]) '
      'order by item.pressmark_norm = %2$L desc, item.uuid limit 1',
      walked, asked->>'pressmark', items_by_pressmark(asked))
    into exact_one;
  end if;
  if exact_one is not null then
    if skipped = 0 and wanted > 0 then
      return next exact_one;
      wanted := wanted - 1;
    else
      skipped := greatest(0, skipped - 1);
    end if;
    beside := format(' and item.uuid <> %L::uuid', exact_one);
    walked := walked || beside;
  end if;
  if not sort_columns <@ array['sort_title', 'sort_pressmark', 'created_at', 'modified_at'] then
    condition := item_query_condition(asked) || beside;
    return query execute (
      select format('select uuid from (select item.uuid, %s from item where %s) as keyed order by %s, uuid offset %s limit %s',
        string_agg(format('%s as key%s', item_sort_expression(name), place), ', ' order by place), condition,
        string_agg(format('key%s %s nulls last', place, case when downwards then 'desc' else 'asc' end), ', ' order by place),
        skipped, wanted)
      from unnest(sort_columns, descending) with ordinality as given (name, downwards, place));
    return;
  end if;
  -- The last word in the direction of the first, so that one index serves both ways.
  select string_agg(format('item.%I %s', name, case when downwards then 'desc' else 'asc' end), ', ' order by place)
    || case when descending[1] then ', item.uuid desc' else ', item.uuid' end
  into sorted
  from unnest(sort_columns, descending) with ordinality as given (name, downwards, place);
  range := format('order by %s offset %s limit %s', sorted, skipped, wanted);
  if walked = everything then
    return query execute format('select item.uuid from item where %s %s', walked, range);
    return;
  end if;
  -- What is looked for often stands together in the order (a title's first word, what came with one import), which no
  -- statistics tell: a walk along the order is tried for so many rows and no further.
  expected := expected_items(walked);
  select greatest(reltuples, 1) into standing from pg_class where oid = 'item'::regclass;
  if expected * walk / standing >= 2 * (skipped::float8 + wanted) then
    execute format('select array(select item.uuid from (select * from item where %s order by %s limit %s) as item where %s %s)',
      everything, sorted, walk, walked, range)
    into found;
    if cardinality(found) = wanted then
      return query select unnest(found);
      return;
    end if;
  end if;
  if expected > 200000 then
    return query execute format('select item.uuid from item where %s %s', walked, range);
    return;
  end if;
  condition := item_query_condition(asked) || beside;
  return query execute format(
    'with item as materialized (select uuid, %s from item where %s) select item.uuid from item %s',
    (select string_agg(distinct format('item.%I', name), ', ') from unnest(sort_columns) as name), condition, range);
end $$;
