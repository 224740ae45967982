-- The workflow (decisions §8): transitions between states, the tasks on them, and the log of those performed.
-- Locks: none of consequence, creates only.

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
  constraint transition_task_combination_key unique (tenant_id, transition_uuid, template_name, parameters),
  foreign key (tenant_id, transition_uuid) references transition_template (tenant_id, uuid) on delete cascade
);

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

do $$
declare
  table_name text;
begin
  foreach table_name in array array['transition_template', 'transition_task', 'transition_log'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;
revoke update, delete on transition_log from armarium_app;

-- The default workflow for the tenants that there are; those to come get the same (standard-setup.ts).
with chain (sort_order, name, from_state, to_state, roles) as (values
  (0, 'Start', 'Default', 'In progress', '{}'::text[]),
  (1, 'Submit', 'In progress', 'In review', '{}'),
  (2, 'Request changes', 'In review', 'Changes requested', '{ROLE_METADATA_EDITOR,ROLE_PUBLISHER,ROLE_TENANT_ADMIN,ROLE_ADMIN}'),
  (3, 'Request changes', 'Approved', 'Changes requested', '{ROLE_METADATA_EDITOR,ROLE_PUBLISHER,ROLE_TENANT_ADMIN,ROLE_ADMIN}'),
  (4, 'Resubmit', 'Changes requested', 'In review', '{}'),
  (5, 'Approve', 'In review', 'Approved', '{ROLE_METADATA_EDITOR,ROLE_PUBLISHER,ROLE_TENANT_ADMIN,ROLE_ADMIN}'),
  (6, 'Publish', 'Approved', 'Published', '{ROLE_PUBLISHER,ROLE_TENANT_ADMIN,ROLE_ADMIN}'),
  (7, 'Revise', 'Published', 'In progress', '{}'),
  (8, 'Withdraw', 'Published', 'Withdrawn', '{ROLE_PUBLISHER,ROLE_TENANT_ADMIN,ROLE_ADMIN}'),
  (9, 'Reopen', 'Withdrawn', 'In progress', '{}'),
  (10, 'Archive', 'Published', 'Archived', '{ROLE_TENANT_ADMIN,ROLE_ADMIN}'),
  (11, 'Archive', 'Withdrawn', 'Archived', '{ROLE_TENANT_ADMIN,ROLE_ADMIN}')
), made as (
  insert into transition_template (tenant_id, uuid, name, resource_type, from_state, to_state, roles,
    changes_visibility, sort_order)
  select tenant.id, gen_random_uuid(), chain.name, resource_type, from_state, to_state, roles,
    resource_type <> 'MEDIA' and chain.name in ('Publish', 'Withdraw'), chain.sort_order
  from tenant cross join unnest('{ITEM,COLLECTION,MEDIA,STORY,SERIES}'::text[]) as resource_type cross join chain
  where exists (select from item_state where tenant_id = tenant.id and item_state.name = from_state)
    and exists (select from item_state where tenant_id = tenant.id and item_state.name = to_state)
  returning tenant_id, uuid, name, resource_type
), task (transition, sort_order, template_name, parameters) as (values
  ('Publish', 0, 'REQUIRE_METADATA', null),
  ('Publish', 1, 'REQUIRE_ASSETS_READY', '{}'::jsonb),
  ('Publish', 2, 'SET_VISIBILITY', '{"visibility": "public"}'),
  ('Withdraw', 0, 'SET_VISIBILITY', '{"visibility": "private"}')
)
insert into transition_task (tenant_id, uuid, transition_uuid, sort_order, template_name, parameters)
select tenant_id, gen_random_uuid(), made.uuid, task.sort_order, template_name, coalesce(parameters,
  case resource_type when 'ITEM' then '{"fields": ["sgtt", "pressmark"]}' else '{"fields": ["sgtt"]}' end::jsonb)
from made join task on task.transition = made.name
where resource_type <> 'MEDIA' or template_name <> 'SET_VISIBILITY';
