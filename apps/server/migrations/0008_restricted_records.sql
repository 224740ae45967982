-- A restricted record is seen by those who may change records only (decisions §4, A-93): everybody else's reads pass it
-- over, wherever they look. A transaction of theirs says so in `app.hides`, with the account whose own records it sees
-- all the same; where the setting is not there, as for those who see everything, nothing is looked at. The policies that
-- read by these functions are in 0011_isolation.sql.

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

-- Whether a record of any kind is hidden, also one that lies in the trash or was purged: for what outlives records. The
-- purge of a single image leaves no tombstone; it names the item, and is hidden as that is.
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
    or exists (select from history join item on item.tenant_id = history.tenant_id
        and item.uuid = (history.before ->> 'culturalItem')::uuid
      where history.tenant_id = tenant and history.record_uuid = record and history.action = 'purge'
        and item.visibility = 'restricted' and item.created_by is distinct from account)
    -- Whose record it was is told by the first entry of its history.
    or exists (select from tombstone where tombstone.tenant_id = tenant
      and (record_uuid = record or record_uuid in (
        select (history.before ->> 'culturalItem')::uuid from history
        where history.tenant_id = tenant and history.record_uuid = record and history.action = 'purge'))
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
