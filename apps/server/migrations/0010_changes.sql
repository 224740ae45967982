-- What triggers note of changes, so that no way of changing a record can forget to: the version of a catalogue, by which
-- counts are remembered; events for those who look on; and news of rights for every process.
--
-- Triggers that compare the rows of a statement before and after it keep their plan for as long as their connection
-- lives. One that was made for the change of a single record would compare each of a thousand records with each: a second
-- for each trigger (bench/README.md). Without nested loops the plan is right for one row and for a hundred thousand.

-- One row for each statement, folded together now and then. Their sum grows with each commit that a reader sees and with
-- nothing else, and no writer waits for another's.
create table catalogue_change (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  changes bigint not null default 1,
  primary key (tenant_id, id)
);
comment on table catalogue_change is 'The sum of changes is the version of a tenant''s catalogue.';

create function catalogue_version() returns bigint
  language sql stable
  set search_path = armarium, public, pg_temp
as $$ select coalesce(sum(changes), 0)::bigint from catalogue_change where tenant_id = current_tenant() $$;

create function note_change(changed_tenant integer) returns void
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  made bigint;
begin
  insert into catalogue_change (tenant_id) values (changed_tenant) returning id into made;
  if made % 64 = 0 then
    -- Rows that another folds just now are left to it.
    with folded as (
      delete from catalogue_change
      where tenant_id = changed_tenant and id in (
        select id from catalogue_change where tenant_id = changed_tenant for update skip locked)
      returning changes
    )
    insert into catalogue_change (tenant_id, changes) select changed_tenant, sum(changes) from folded having count(*) > 0;
  end if;
end $$;

-- Only what lists, filters and counts look at: an image that becomes ready changes none of them.
create function note_item_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
declare
  changed integer;
begin
  if tg_op = 'UPDATE' then
    for changed in
      select distinct after_it.tenant_id
      from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
      where (before_it.trashed_at, before_it.state, before_it.visibility, before_it.images_count, before_it.modified_at,
          before_it.created_at, before_it.search_text, before_it.sort_title, before_it.sort_pressmark, before_it.metadata)
        is distinct from (after_it.trashed_at, after_it.state, after_it.visibility, after_it.images_count,
          after_it.modified_at, after_it.created_at, after_it.search_text, after_it.sort_title, after_it.sort_pressmark,
          after_it.metadata)
    loop
      perform note_change(changed);
    end loop;
  elsif tg_op = 'INSERT' then
    for changed in select distinct tenant_id from after_it loop perform note_change(changed); end loop;
  else
    for changed in select distinct tenant_id from before_it loop perform note_change(changed); end loop;
  end if;
  return null;
end $$;
create trigger item_made after insert on item
  referencing new table as after_it for each statement execute function note_item_changes();
create trigger item_changed after update on item
  referencing old table as before_it new table as after_it for each statement execute function note_item_changes();
create trigger item_gone after delete on item
  referencing old table as before_it for each statement execute function note_item_changes();

-- Also the order of a collection that someone does not see grows.
create function note_link_changes() returns trigger
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  changed integer;
begin
  if tg_op = 'DELETE' then
    update collection set items_order = items_order + 1
    where (tenant_id, uuid) in (select tenant_id, collection_uuid from before_it);
    for changed in select distinct tenant_id from before_it loop perform note_change(changed); end loop;
  else
    update collection set items_order = items_order + 1
    where (tenant_id, uuid) in (select tenant_id, collection_uuid from after_it);
    for changed in select distinct tenant_id from after_it loop perform note_change(changed); end loop;
  end if;
  return null;
end $$;
create trigger item_link_made after insert on item_link
  referencing new table as after_it for each statement execute function note_link_changes();
create trigger item_link_changed after update on item_link
  referencing new table as after_it for each statement execute function note_link_changes();
create trigger item_link_gone after delete on item_link
  referencing old table as before_it for each statement execute function note_link_changes();

-- What stands below a collection changes where collections move, though no item does.
create function note_closure_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  changed integer;
begin
  for changed in select distinct tenant_id from changed_rows loop perform note_change(changed); end loop;
  return null;
end $$;
create trigger closure_made after insert on collection_closure
  referencing new table as changed_rows for each statement execute function note_closure_changes();
create trigger closure_gone after delete on collection_closure
  referencing old table as changed_rows for each statement execute function note_closure_changes();

-- What a collection's summary looks at beside items and their places: its images and the collections below it. An image
-- that becomes ready changes none of it.
create function note_dated_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
declare
  changed integer;
begin
  for changed in
    select distinct after_it.tenant_id
    from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
    where (before_it.modified_at, before_it.trashed_at) is distinct from (after_it.modified_at, after_it.trashed_at)
  loop
    perform note_change(changed);
  end loop;
  return null;
end $$;
create trigger asset_changed after update on asset
  referencing old table as before_it new table as after_it for each statement execute function note_dated_changes();
create trigger collection_changed after update on collection
  referencing old table as before_it new table as after_it for each statement execute function note_dated_changes();

-- What changed, for those who look on (decisions §5, wire.md "Events"): a row for each change of the last minutes,
-- written by the change's own transaction, and a word to the processes that hold streams.
create table event (
  tenant_id integer not null,
  id bigint generated always as identity,
  made_in bigint not null default pg_current_xact_id()::text::bigint,
  kind text not null constraint event_kind_form
    check (kind in ('item.created', 'record.changed', 'record.state', 'import.progress', 'job.progress', 'resync')),
  resource_type text,
  record_uuid uuid,
  made_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index event_made_in on event (tenant_id, made_in);
create index event_made_at on event (made_at);
comment on table event is 'Ids only: what is told of a record is read when it is told.';
comment on column event.made_in is
  'The transaction. Numbers are given before the commit: whoever has read up to one reads those below it again whose transaction was under way then.';

-- A statement that changes more records than a screen shows says only: look again.
create function tell(kind text, resource_type text, tenant_ids integer[], uuids uuid[]) returns void
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  insert into event (tenant_id, kind, resource_type, record_uuid)
  select told.tenant_id, tell.kind, tell.resource_type, told.uuid
  from (select tenant_id, uuid, count(*) over (partition by tenant_id) as together
    from unnest(tenant_ids, uuids) as named (tenant_id, uuid)) told
  where together <= 100;
  insert into event (tenant_id, kind)
  select tenant_id, 'resync' from unnest(tenant_ids) as named (tenant_id) group by tenant_id having count(*) > 100;
  perform pg_notify('armarium_event', tenant_id::text)
  from (select distinct tenant_id from unnest(tenant_ids) as named (tenant_id)) told;
end $$;

create function tell_of_made() returns trigger
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  perform tell(tg_argv[0], tg_argv[1], array_agg(tenant_id), array_agg(uuid)) from after_rows having count(*) > 0;
  return null;
end $$;

-- Version, state, trash. Counters and the pictures of cards are told of by imports.
create function tell_of_changed() returns trigger
  language plpgsql security definer
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
begin
  perform tell('record.changed', tg_argv[0], array_agg(now_row.tenant_id), array_agg(uuid))
  from after_rows now_row join before_rows was using (tenant_id, uuid)
  where (now_row.version, now_row.state, now_row.trashed_at) is distinct from (was.version, was.state, was.trashed_at)
  having count(*) > 0;
  perform tell('record.state', tg_argv[0], array_agg(now_row.tenant_id), array_agg(uuid))
  from after_rows now_row join before_rows was using (tenant_id, uuid)
  where now_row.state <> was.state
  having count(*) > 0;
  return null;
end $$;
create trigger tell_of_made after insert on item referencing new table as after_rows
  for each statement execute function tell_of_made('item.created', 'ITEM');
create trigger tell_of_made after insert on collection referencing new table as after_rows
  for each statement execute function tell_of_made('record.changed', 'COLLECTION');
create trigger tell_of_made after insert on asset_import referencing new table as after_rows
  for each statement execute function tell_of_made('import.progress', 'MEDIA');
create trigger tell_of_progress after update on asset_import referencing new table as after_rows
  for each statement execute function tell_of_made('import.progress', 'MEDIA');
create trigger tell_of_made after insert on batch referencing new table as after_rows
  for each statement execute function tell_of_made('job.progress', 'BATCH');
create trigger tell_of_progress after update on batch referencing new table as after_rows
  for each statement execute function tell_of_made('job.progress', 'BATCH');
create trigger tell_of_changed after update on item referencing old table as before_rows new table as after_rows
  for each statement execute function tell_of_changed('ITEM');
create trigger tell_of_changed after update on collection referencing old table as before_rows new table as after_rows
  for each statement execute function tell_of_changed('COLLECTION');
create trigger tell_of_changed after update on asset referencing old table as before_rows new table as after_rows
  for each statement execute function tell_of_changed('MEDIA');

-- Over all tenants: what nobody can ask for any more.
create function forget_events(older_than interval) returns bigint
  language sql security definer
  set search_path = armarium, public, pg_temp
as $$
  with gone as (delete from event where made_at < now() - older_than returning 1) select count(*) from gone
$$;

-- What processes remember of somebody's rights: `images:` with a tenant, `account:` with an account, `sessions` of all.
-- Several of one kind in a transaction are told once.
create function tell_of_right() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  it record := coalesce(new, old);
begin
  if tg_argv[0] = 'images' then perform pg_notify('armarium_right', 'images:' || it.tenant_id);
  elsif tg_argv[0] = 'account' then perform pg_notify('armarium_right', 'account:' || it.account_uuid);
  else perform pg_notify('armarium_right', tg_argv[0]); end if;
  return null;
end $$;
create trigger tell_of_right after update on item for each row
  when (old.visibility <> new.visibility or old.trashed_at is distinct from new.trashed_at)
  execute function tell_of_right('images');
create trigger tell_of_right after update on asset for each row
  when ((old.current_version, old.item_uuid) <> (new.current_version, new.item_uuid)
    or old.trashed_at is distinct from new.trashed_at)
  execute function tell_of_right('images');
create trigger tell_of_right after insert or update or delete on image_delivery for each row
  execute function tell_of_right('images');
create trigger tell_of_right after insert or update or delete on watermarked_image for each row
  execute function tell_of_right('images');
-- The links of an item are remembered together with its images.
create trigger tell_of_right after insert or update or delete on share_link for each row
  execute function tell_of_right('images');
create trigger tell_of_right after delete on session for each row execute function tell_of_right('account');
create trigger tell_of_right after insert or update or delete on account_role for each row
  execute function tell_of_right('account');
create trigger tell_of_right after update on tenant for each row when (old.user_rights <> new.user_rights)
  execute function tell_of_right('sessions');

revoke all on function catalogue_version, note_change, note_item_changes, note_link_changes, note_closure_changes,
  note_dated_changes, tell, tell_of_made, tell_of_changed, forget_events, tell_of_right from public;
grant execute on function catalogue_version, note_change, note_item_changes, note_link_changes, note_closure_changes,
  note_dated_changes, forget_events to armarium_app;
