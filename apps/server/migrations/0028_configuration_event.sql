-- Open pages are told that fields, states, transitions or actions changed (decisions §5, "Events"). The constraint of `event`
-- is replaced, which locks that table against all use for a moment; a trigger is added to four tables of some dozens of rows
-- for a tenant, which waits for those who write to them.
alter table event drop constraint event_kind_form, add constraint event_kind_form check (kind in ('item.created',
  'record.changed', 'record.state', 'import.progress', 'job.progress', 'resync', 'organisation.changed',
  'configuration.changed'));

-- Once for each transaction, however many rows it changes. No tenant is set while a new one is made, and nobody looks on then.
create function tell_of_configuration() returns trigger
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := current_tenant();
begin
  if tenant is null or exists (
    select from event where tenant_id = tenant and made_in = pg_current_xact_id()::text::bigint
      and kind = 'configuration.changed')
  then
    return null;
  end if;
  insert into event (tenant_id, kind) values (tenant, 'configuration.changed');
  perform pg_notify('armarium_event', tenant::text);
  return null;
end $$;
create trigger tell_of_configuration after insert or update or delete on metadata_template
  for each statement execute function tell_of_configuration();
create trigger tell_of_configuration after insert or update or delete on item_state
  for each statement execute function tell_of_configuration();
create trigger tell_of_configuration after insert or update or delete on transition_template
  for each statement execute function tell_of_configuration();
create trigger tell_of_configuration after insert or update or delete on transition_task
  for each statement execute function tell_of_configuration();
revoke all on function tell_of_configuration from public;
grant execute on function tell_of_configuration to armarium_app;
