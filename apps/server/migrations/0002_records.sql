-- The catalogue (decisions §4): fields and states of a tenant, collections and items with their metadata and links, and
-- what was changed. Every table has tenant_id first in its key.

create table metadata_template (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  name text not null,
  label text not null,
  type text not null constraint metadata_template_type_form
    check (type in ('STRING', 'INTEGER', 'NUMBER', 'DATE', 'TEXT', 'BOOLEAN', 'EMAIL', 'ENUM')),
  resource_type text not null constraint metadata_template_resource_form
    check (resource_type in ('COLLECTION', 'ITEM', 'MEDIA', 'STORY', 'SERIES')),
  priority text not null constraint metadata_template_priority_form check (priority in ('HIGH', 'MEDIUM', 'LOW')),
  sort_order integer not null,
  enum_values jsonb not null default '[]',
  default_value jsonb,
  locked boolean not null default false,
  required boolean not null default false,
  repeatable boolean not null default false,
  searchable boolean not null default false,
  to_index boolean not null default false,
  help text not null default '',
  archived_at timestamptz,
  version bigint not null default 1,
  primary key (tenant_id, uuid)
);
-- What is found by a field that was defined, or changed, after its values were written.
comment on column metadata_template.to_index is 'The values that there are have to be gone through by the job index-fields.';
create unique index metadata_template_name_key on metadata_template (tenant_id, resource_type, name)
  where archived_at is null;

create table item_state (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  name text not null,
  color text not null constraint item_state_color_form check (color ~ '^#[0-9a-f]{6}$'),
  sort_order integer not null,
  version bigint not null default 1,
  primary key (tenant_id, uuid),
  constraint item_state_name_key unique (tenant_id, name)
);

create table change_set (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  account_uuid uuid,
  account_name text not null,
  kind text not null,
  undoes uuid,
  batch_uuid uuid,
  made_at timestamptz not null default now(),
  primary key (tenant_id, uuid)
);
create index change_set_made on change_set (tenant_id, made_at desc, uuid);
comment on table change_set is 'Every write belongs to one; who is kept as a name too, since history outlives accounts.';
comment on column change_set.batch_uuid is 'The batch in whose job it was made.';

create table history (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  change_set uuid not null,
  record_uuid uuid not null,
  resource_type text not null,
  action text not null,
  before jsonb,
  after jsonb,
  made_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, change_set) references change_set (tenant_id, uuid)
);
create index history_record on history (tenant_id, record_uuid, id);
create index history_change_set on history (tenant_id, change_set, id);

create table collection (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  sgtt text not null,
  sgti text not null default '',
  metadata jsonb not null default '[]',
  state text not null default 'Default',
  visibility text not null default 'private' constraint collection_visibility_form
    check (visibility in ('restricted', 'private', 'public')),
  is_root boolean not null default false,
  sort_title text collate "C" not null,
  search_text text not null,
  collections_count integer not null default 0,
  items_count integer not null default 0,
  items_order bigint not null default 0,
  ever_public boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version bigint not null default 1,
  trashed_at timestamptz,
  primary key (tenant_id, uuid)
);
create unique index collection_root_key on collection (tenant_id) where is_root;
comment on column collection.metadata is 'Ordered list of {name, value}; the columns of the same names mirror its first values.';
-- To remember places in the order by. Links are written under the lock of the graph alone.
comment on column collection.items_order is 'Grows with every change of the order of its items; kept by a trigger on item_link.';

create table collection_link (
  tenant_id integer not null,
  parent_uuid uuid not null,
  child_uuid uuid not null,
  sort_title text collate "C" not null,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, parent_uuid, child_uuid),
  foreign key (tenant_id, parent_uuid) references collection (tenant_id, uuid),
  foreign key (tenant_id, child_uuid) references collection (tenant_id, uuid)
);
create index collection_link_sorted on collection_link (tenant_id, parent_uuid, sort_title, child_uuid);
create index collection_link_child on collection_link (tenant_id, child_uuid, linked_at, parent_uuid);

create table collection_closure (
  tenant_id integer not null,
  ancestor_uuid uuid not null,
  descendant_uuid uuid not null,
  primary key (tenant_id, ancestor_uuid, descendant_uuid),
  foreign key (tenant_id, ancestor_uuid) references collection (tenant_id, uuid),
  foreign key (tenant_id, descendant_uuid) references collection (tenant_id, uuid)
);
create index collection_closure_descendant on collection_closure (tenant_id, descendant_uuid, ancestor_uuid);
comment on table collection_closure is 'Who stands above whom, itself included, whatever the number of ways.';

create table item (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  sgtt text not null,
  autn text not null default '',
  sgti text not null default '',
  pressmark text not null,
  pressmark_norm text not null,
  metadata jsonb not null default '[]',
  state text not null default 'Default',
  visibility text not null default 'private' constraint item_visibility_form
    check (visibility in ('restricted', 'private', 'public')),
  sort_title text collate "C" not null,
  sort_pressmark text collate "C" not null,
  search_text text not null,
  images_count integer not null default 0,
  not_ready_images_count integer not null default 0,
  failed_images_count integer not null default 0,
  audios_count integer not null default 0,
  videos_count integer not null default 0,
  models_count integer not null default 0,
  not_ready_media_count integer not null default 0,
  failed_media_count integer not null default 0,
  thumbnail jsonb,
  ever_public boolean not null default false,
  import_uuid uuid not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version bigint not null default 1,
  trashed_at timestamptz,
  primary key (tenant_id, uuid),
  constraint item_images_form check (
    images_count >= 0 and not_ready_images_count between 0 and images_count
    and failed_images_count between 0 and images_count),
  constraint item_media_form check (
    audios_count >= 0 and videos_count >= 0 and models_count >= 0
    and not_ready_media_count between 0 and audios_count + videos_count + models_count
    and failed_media_count between 0 and audios_count + videos_count + models_count)
);
comment on column item.not_ready_media_count is 'Of its sounds, videos and models; images are counted by themselves.';
comment on column item.thumbnail is
  'The picture for cards, {asset, kind, width_px, height_px}: of the first image that is ready, without `kind`, else of '
  'the first video, else of the first model.';
create unique index item_pressmark_key on item (tenant_id, pressmark_norm) where trashed_at is null;
create unique index item_import_key on item (tenant_id, import_uuid);
create index item_modified on item (tenant_id, modified_at desc, uuid desc) where trashed_at is null;
create index item_created on item (tenant_id, created_at desc, uuid desc) where trashed_at is null;
create index item_title on item (tenant_id, sort_title, uuid) where trashed_at is null;
create index item_pressmark on item (tenant_id, sort_pressmark, uuid) where trashed_at is null;
create index item_metadata on item using gin (tenant_id, metadata jsonb_path_ops) where trashed_at is null;
create index item_trashed on item (tenant_id, uuid) where trashed_at is not null;
create index item_trashed_pressmark on item (tenant_id, pressmark_norm) where trashed_at is not null;
-- The planner has to tell frequent words from rare ones: frequent ones are found sooner by walking the order.
alter table item alter column search_text set statistics 300;

create table item_link (
  tenant_id integer not null,
  collection_uuid uuid not null,
  item_uuid uuid not null,
  sort_title text collate "C" not null,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, collection_uuid, item_uuid),
  foreign key (tenant_id, collection_uuid) references collection (tenant_id, uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid)
);
create index item_link_sorted on item_link (tenant_id, collection_uuid, sort_title, item_uuid);
create index item_link_item on item_link (tenant_id, item_uuid, linked_at, collection_uuid);

-- A pressmark that an item had is looked through like the one that it has; who writes the row folds it (record-text.ts).
create table former_pressmark (
  tenant_id integer not null,
  item_uuid uuid not null,
  pressmark text not null,
  pressmark_norm text not null,
  search_text text not null default '',
  change_set uuid not null,
  primary key (tenant_id, item_uuid, pressmark_norm),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid),
  foreign key (tenant_id, change_set) references change_set (tenant_id, uuid)
);
create index former_pressmark_norm on former_pressmark (tenant_id, pressmark_norm);
create index former_pressmark_search on former_pressmark using gin (tenant_id, search_text gin_trgm_ops);

-- Who made or changed an item: history holds it too, but by change set, so that a filter would read it all.
create table item_contributor (
  tenant_id integer not null,
  account_uuid uuid not null,
  item_uuid uuid not null,
  primary key (tenant_id, account_uuid, item_uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid) on delete cascade
);
create index item_contributor_item on item_contributor (tenant_id, item_uuid, account_uuid);
comment on table item_contributor is 'The accounts in an item''s history and the one that made it; kept by a trigger on history.';

create function note_contributors() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  insert into item_contributor (tenant_id, account_uuid, item_uuid)
  select distinct written.tenant_id, change_set.account_uuid, written.record_uuid
  from written
    join change_set on change_set.tenant_id = written.tenant_id and change_set.uuid = written.change_set
    join item on item.tenant_id = written.tenant_id and item.uuid = written.record_uuid
  where written.resource_type = 'ITEM' and change_set.account_uuid is not null
  on conflict do nothing;
  return null;
end $$;
create trigger history_contributors after insert on history
  referencing new table as written for each statement execute function note_contributors();
revoke all on function note_contributors from public;
grant execute on function note_contributors to armarium_app;
