-- What an organisation says of itself (decisions §12), changed by its administrators as well as by the person who runs the
-- installation. `tenant` is locked against all use while it runs: it has one row for each organisation.
alter table tenant
  -- Names the organisation in the history.
  add column uuid uuid not null default gen_random_uuid(),
  -- Grows with each change: the entity tag.
  add column version integer not null default 1,
  add column accent text constraint tenant_accent_form check (accent ~ '^#[0-9a-f]{6}$'),
  add column language text constraint tenant_language_form check (language in ('en', 'it')),
  add column trash_days integer constraint tenant_trash_days_form check (trash_days between 1 and 36500);
comment on column tenant.accent is 'As it was chosen; null for the program''s own colour.';
comment on column tenant.language is 'For people who chose none; null where their browser decides.';
comment on column tenant.trash_days is 'Null where the installation decides.';

-- The texts that people agree to before a download. None is ever changed, since each download names one: the newest is in
-- force.
create table download_agreement (
  tenant_id integer not null references tenant (id),
  number integer not null,
  text text,
  language text constraint download_agreement_language_form check (language in ('en', 'it')),
  made_at timestamptz not null default now(),
  primary key (tenant_id, number),
  constraint download_agreement_text_form check ((text is null) = (language is null))
);
comment on column download_agreement.text is 'Null for the program''s own text, from then on.';
alter table download_agreement enable row level security;
create policy tenant_rows on download_agreement using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert on download_agreement to armarium_app;

-- Everybody reads all organisations, since a host tells which one is meant. Each changes only itself.
alter table tenant enable row level security;
create policy all_rows on tenant for select using (true);
create policy own_row on tenant for update using (id = (select current_tenant()))
  with check (id = (select current_tenant()));
grant update (display_name, accent, language, user_rights, trash_days, logo_key, version) on tenant
  to armarium_app;

-- Open pages and other processes are told of every change, whoever makes it.
alter table event drop constraint event_kind_form, add constraint event_kind_form check (kind in ('item.created',
  'record.changed', 'record.state', 'import.progress', 'job.progress', 'resync', 'organisation.changed'));

create function count_tenant_change() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_tenant_change before update on tenant for each row
  when (old is distinct from new) execute function count_tenant_change();

create function tell_of_organisation() returns trigger
  language plpgsql security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  changed integer := case when tg_argv[0] = 'tenant' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'tenant_id' end;
begin
  insert into event (tenant_id, kind) values (changed, 'organisation.changed');
  perform pg_notify('armarium_right', 'tenants');
  perform pg_notify('armarium_event', changed::text);
  return null;
end $$;
create trigger tell_of_organisation after update on tenant for each row
  when (old is distinct from new) execute function tell_of_organisation('tenant');
create trigger tell_of_organisation after update on image_delivery for each row
  when (old is distinct from new) execute function tell_of_organisation('image_delivery');
revoke all on function count_tenant_change, tell_of_organisation from public;
grant execute on function count_tenant_change, tell_of_organisation to armarium_app;
