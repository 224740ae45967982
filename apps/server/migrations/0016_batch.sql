-- Batches (decisions §4, A-107): changes of many records that a job makes, and that are undone as one.
-- Locks: ACCESS EXCLUSIVE on change_set for a moment, to add a column without a default.

create table batch (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  kind text not null constraint batch_kind_form
    check (kind in ('move', 'link', 'unlink', 'edit', 'transition', 'trash', 'undo')),
  state text not null default 'PENDING' constraint batch_state_form
    check (state in ('PENDING', 'IN_PROGRESS', 'DONE', 'ERROR')),
  cause text,
  account_uuid uuid not null,
  account_name text not null,
  action jsonb not null,
  undoes uuid,
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, undoes) references batch (tenant_id, uuid)
);
comment on column batch.action is 'What was asked for; of an undo what the first batch, which began it all, was asked for.';
create index batch_started on batch (tenant_id, started_at desc, uuid);
create index batch_undoes on batch (tenant_id, undoes, started_at) where undoes is not null;
create index batch_open on batch (tenant_id, started_at) where ended_at is null;

-- The records of a selection as it was when the batch began, and what became of each. No reference to the records:
-- they may be purged, and what happened to them still happened.
create table batch_record (
  tenant_id integer not null,
  batch_uuid uuid not null,
  record_uuid uuid not null,
  result text not null default 'pending' constraint batch_record_result_form
    check (result in ('pending', 'changed', 'unchanged', 'failed')),
  code text,
  detail text,
  change_set uuid,
  primary key (tenant_id, batch_uuid, record_uuid),
  foreign key (tenant_id, batch_uuid) references batch (tenant_id, uuid),
  foreign key (tenant_id, change_set) references change_set (tenant_id, uuid)
);
comment on column batch_record.change_set is 'Where it was changed: its history under this one is what the batch wrote.';

alter table change_set add column batch_uuid uuid;
comment on column change_set.batch_uuid is 'The batch in whose job it was made.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['batch', 'batch_record'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;
