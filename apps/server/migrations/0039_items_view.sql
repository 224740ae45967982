-- How each account wants to see the items of a collection (decisions §12). The references lock `tenant`, `account` and
-- `collection` against writes while the empty table is made, which is a moment.

create table items_view (
  tenant_id integer not null references tenant (id),
  uuid uuid not null default gen_random_uuid(),
  account_uuid uuid not null references account (uuid) on delete cascade,
  collection_uuid uuid,
  view text check (view in ('cards', 'list', 'table')),
  fields text[],
  primary key (tenant_id, uuid),
  constraint items_view_place_key unique nulls not distinct (tenant_id, account_uuid, collection_uuid),
  foreign key (tenant_id, collection_uuid) references collection (tenant_id, uuid) on delete cascade
);
create index items_view_collection on items_view (tenant_id, collection_uuid);
comment on column items_view.collection_uuid is 'Null: the results of searches.';
comment on column items_view.view is 'Null: what suits the items.';
comment on column items_view.fields is 'Names of the fields of the compact list, beside the usual ones; null: none were chosen.';

alter table items_view enable row level security;
create policy tenant_rows on items_view using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on items_view to armarium_app;
