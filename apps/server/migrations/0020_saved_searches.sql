-- Saved searches, of one account or of the whole organisation (decisions §11).

create table saved_search (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  account_uuid uuid references account (uuid) on delete cascade,
  name text not null,
  name_key text collate "C" not null,
  address text not null,
  primary key (tenant_id, uuid),
  constraint saved_search_name_key unique nulls not distinct (tenant_id, account_uuid, name_key)
);
comment on column saved_search.account_uuid is 'Whose it is; null: the organisation''s.';
comment on column saved_search.name_key is 'The folded name, by which names are compared and sorted.';
comment on column saved_search.address is 'Path and query of the page of results in the client.';

alter table saved_search enable row level security;
create policy tenant_rows on saved_search using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on saved_search to armarium_app;
