-- The trash (decisions §4): what went into it together, the links that come back with it, and what is left of records
-- that were purged.

create table trash_entry (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  resource_type text not null,
  record_uuid uuid not null,
  title text not null,
  pressmark text,
  change_set uuid not null,
  reason text not null default '',
  trashed_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  foreign key (tenant_id, change_set) references change_set (tenant_id, uuid)
);
create index trash_entry_trashed on trash_entry (tenant_id, trashed_at desc, uuid);

create table trash_record (
  tenant_id integer not null,
  record_uuid uuid not null,
  entry_uuid uuid not null,
  resource_type text not null constraint trash_record_resource_form
    check (resource_type in ('ITEM', 'COLLECTION', 'MEDIA')),
  primary key (tenant_id, record_uuid),
  foreign key (tenant_id, entry_uuid) references trash_entry (tenant_id, uuid) on delete cascade
);
create index trash_record_entry on trash_record (tenant_id, entry_uuid, resource_type);
comment on table trash_record is 'Each record that lies in the trash, in the entry with which it went; itself included.';

-- As rows, no document: a deleted collection may hold a hundred thousand items, and a link that waits for both of its
-- ends passes from one entry to another. No reference to collections or items: either end may be purged before the other
-- comes back.
create table trash_link (
  tenant_id integer not null,
  entry_uuid uuid not null,
  parent_uuid uuid not null,
  child_uuid uuid not null,
  child_type text not null constraint trash_link_child_form check (child_type in ('ITEM', 'COLLECTION')),
  linked_at timestamptz not null,
  is_move boolean not null default false,
  primary key (tenant_id, entry_uuid, parent_uuid, child_uuid),
  foreign key (tenant_id, entry_uuid) references trash_entry (tenant_id, uuid) on delete cascade
);
create index trash_link_child on trash_link (tenant_id, child_uuid);
comment on column trash_link.linked_at is 'When it was linked: parents keep their order by it.';
comment on column trash_link.is_move is
  'The deletion made this link instead of taking it away (orphans to the parent); a restore takes it back.';

-- A tombstone is found by what its record was: title and pressmarks, former ones too, in lines as search keeps them.
create table tombstone (
  tenant_id integer not null references tenant (id),
  record_uuid uuid not null,
  resource_type text not null,
  title text not null,
  pressmark text,
  pressmark_norms text[] not null default '{}',
  search_text text not null default '',
  visibility text not null default 'private' constraint tombstone_visibility_form
    check (visibility in ('restricted', 'private', 'public')),
  change_set uuid not null,
  reason text not null,
  checksums jsonb not null,
  purged_at timestamptz not null default now(),
  primary key (tenant_id, record_uuid),
  foreign key (tenant_id, change_set) references change_set (tenant_id, uuid)
);
comment on column tombstone.pressmark_norms is 'The pressmark that it had at its end, and those that it had before.';
create index tombstone_search on tombstone using gin (tenant_id, search_text gin_trgm_ops);
create index tombstone_pressmark on tombstone using gin (tenant_id, pressmark_norms);
