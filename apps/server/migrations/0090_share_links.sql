-- Links that open one record to whoever has them (decisions §4, A-58), until they are withdrawn or their time is over.
-- Locks: SHARE ROW EXCLUSIVE on item and collection for a moment, for the foreign keys.

create table share_link (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  item_uuid uuid,
  collection_uuid uuid,
  token_digest bytea not null constraint share_link_digest_form check (octet_length(token_digest) = 32),
  note text not null constraint share_link_note_form check (char_length(note) <= 200),
  created_at timestamptz not null default now(),
  created_by_name text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by_name text,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, item_uuid) references item (tenant_id, uuid) on delete cascade,
  foreign key (tenant_id, collection_uuid) references collection (tenant_id, uuid) on delete cascade,
  constraint share_link_one_record check (num_nonnulls(item_uuid, collection_uuid) = 1),
  constraint share_link_revoked_whole check (num_nonnulls(revoked_at, revoked_by_name) in (0, 2))
);
comment on column share_link.token_digest is 'SHA-256 of the token, which is told once, to whoever makes the link.';
comment on column share_link.note is 'For whom it is, as its maker says; may be empty.';
create index share_link_item on share_link (tenant_id, item_uuid) where item_uuid is not null;
create index share_link_collection on share_link (tenant_id, collection_uuid) where collection_uuid is not null;

alter table share_link enable row level security;
create policy tenant_rows on share_link using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on share_link to armarium_app;

-- Processes remember the links of an item together with its images (0044_image_delivery.sql).
create trigger tell_of_right after insert or update or delete on share_link for each row
  execute function tell_of_right('images');
