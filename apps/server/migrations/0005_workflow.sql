-- The workflow (decisions §8): transitions between states, the tasks on them, and the log of those performed. The
-- default workflow that a new tenant gets is in standard-setup.ts.

create table transition_template (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  name text not null constraint transition_template_name_form check (name <> ''),
  label text not null default '',
  workflow_name text not null default 'default',
  resource_type text not null constraint transition_template_resource_form
    check (resource_type in ('COLLECTION', 'ITEM', 'MEDIA', 'STORY', 'SERIES')),
  from_state text not null,
  to_state text not null,
  roles text[] not null default '{}',
  changes_visibility boolean not null default false,
  sort_order integer not null,
  version bigint not null default 1,
  primary key (tenant_id, uuid),
  constraint transition_template_combination_key unique (tenant_id, resource_type, name, from_state, to_state),
  -- A state that is renamed takes its transitions along; one that they use can't be deleted.
  foreign key (tenant_id, from_state) references item_state (tenant_id, name) on update cascade,
  foreign key (tenant_id, to_state) references item_state (tenant_id, name) on update cascade
);
create index transition_template_from on transition_template (tenant_id, resource_type, from_state, sort_order);
create index transition_template_to on transition_template (tenant_id, to_state);
comment on column transition_template.roles is 'Only these may perform it; none named: all whose right to transitions reaches.';
comment on column transition_template.changes_visibility is
  'Whether a task of it is SET_VISIBILITY: then it is for PU, TA and AD alone. Kept with the tasks.';

create table transition_task (
  tenant_id integer not null,
  uuid uuid not null,
  transition_uuid uuid not null,
  sort_order integer not null,
  template_name text not null,
  parameters jsonb not null default '{}',
  version bigint not null default 1,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, transition_uuid) references transition_template (tenant_id, uuid) on delete cascade
);

-- A B-tree holds no long parameters: they are compared by their digests.
create unique index transition_task_combination_key
  on transition_task (tenant_id, transition_uuid, template_name, md5(parameters::text));

-- Names beside the ids: the log outlives the transition, the states and the record.
create table transition_log (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  record_uuid uuid not null,
  resource_type text not null,
  transition_uuid uuid not null,
  transition_name text not null,
  from_state text not null,
  to_state text not null,
  comment text not null default '',
  before jsonb not null,
  caused_by uuid,
  change_set uuid not null,
  made_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  foreign key (tenant_id, change_set) references change_set (tenant_id, uuid)
);
create index transition_log_record on transition_log (tenant_id, record_uuid, uuid desc);
create index transition_log_change_set on transition_log (tenant_id, change_set, record_uuid);
comment on column transition_log.before is 'What it changed, as it was: state, and visibility, customMetadataList where they changed.';
comment on column transition_log.caused_by is 'The entry whose task CASCADE performed this one.';
