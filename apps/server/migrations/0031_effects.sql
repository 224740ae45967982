-- Effects of transitions (decisions §8, §13): what is sent after a transition was committed. The transition's transaction
-- writes them. `delivery` is locked against all use while its columns are added; it has only unsent and recent messages.

-- One for each task and each thousand records of what is collected.
create table effect (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  task_uuid uuid not null,
  template_name text not null,
  parameters jsonb not null,
  resource_type text not null,
  transition_uuid uuid not null,
  transition_name text not null,
  from_state text not null,
  to_state text not null,
  comment text not null,
  account_uuid uuid not null,
  username text not null,
  account_name text not null,
  collected_by uuid not null,
  records integer not null default 0,
  state text not null default 'PENDING' constraint effect_state_form check (state in ('PENDING', 'DONE', 'ERROR')),
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  result jsonb,
  made_at timestamptz not null default now(),
  sealed_at timestamptz,
  composed_at timestamptz,
  primary key (tenant_id, uuid)
);
create index effect_collecting on effect (tenant_id, collected_by) where sealed_at is null;
create index effect_of_state on effect (tenant_id, state, uuid desc);
create index effect_not_composed on effect (tenant_id, made_at) where composed_at is null;
comment on column effect.parameters is 'Of the task at that time, with its secret: never shown.';
comment on column effect.state is 'With attempts, times and result that of its deliveries: of one that failed before one that waits.';
comment on column effect.collected_by is 'The batch, or the set of changes, whose records go out together.';
comment on column effect.sealed_at is 'From then on no record joins it.';
comment on column effect.composed_at is 'When its deliveries were written; null where they are to be written (again).';

create table effect_record (
  tenant_id integer not null,
  effect_uuid uuid not null,
  log_uuid uuid not null,
  record_uuid uuid not null,
  title text not null,
  pressmark text,
  primary key (tenant_id, effect_uuid, log_uuid),
  foreign key (tenant_id, effect_uuid) references effect (tenant_id, uuid) on delete cascade,
  foreign key (tenant_id, log_uuid) references transition_log (tenant_id, uuid) on delete cascade
);
create index effect_record_log on effect_record (tenant_id, log_uuid);
comment on column effect_record.title is 'As it was after the transition, with the pressmark: the message says so whatever happens meanwhile.';

alter table delivery
  add column effect_uuid uuid,
  add foreign key (tenant_id, effect_uuid) references effect (tenant_id, uuid) on delete cascade,
  drop constraint delivery_kind_form,
  add constraint delivery_kind_form check (kind in ('mail', 'webhook'));
-- Those of an effect; one for each recipient.
create unique index delivery_of_effect on delivery (tenant_id, effect_uuid, recipient) where effect_uuid is not null;

do $$
declare name text;
begin
  foreach name in array array['effect', 'effect_record'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant_rows on %I using (tenant_id = (select current_tenant()))
      with check (tenant_id = (select current_tenant()))', name);
    execute format('grant select, insert, update, delete on %I to armarium_app', name);
  end loop;
end $$;
