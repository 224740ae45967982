-- What changed, for those who look on (decisions §5, wire.md "Events"): a row for each change of the last minutes,
-- written by the change's own transaction, and a word to the processes that hold streams.
-- Locks: SHARE ROW EXCLUSIVE on item, collection, asset and asset_import for a moment.

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
alter table event enable row level security;
create policy tenant_rows on event using (tenant_id = (select current_tenant()));
grant select, insert on event to armarium_app;

-- Told by triggers, so that no way of changing a record can forget to. A statement that changes more records than a
-- screen shows says only: look again.
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
  set search_path = armarium, public, pg_temp
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

revoke all on function tell, tell_of_made, tell_of_changed, forget_events from public;
grant execute on function forget_events to armarium_app;
