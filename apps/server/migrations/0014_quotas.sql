-- The quotas of organisations, and what each one uses (decisions §15). Triggers keep the sums, so that no way of adding a
-- record or a file can forget to, and nobody counts a whole catalogue.

alter table tenant add column storage_quota_bytes bigint
  constraint tenant_storage_quota_form check (storage_quota_bytes >= 0);
alter table tenant add column records_quota bigint constraint tenant_records_quota_form check (records_quota >= 0);
comment on column tenant.storage_quota_bytes is 'The most bytes of uploaded files; null where there is no quota.';
comment on column tenant.records_quota is 'The most items and collections together, those in the trash too; null where there is no quota.';

-- Each statement adds a row, like those of catalogue_change, so that no writer waits for another. Every 64th row replaces
-- the rows before it by their sum.
create table tenant_usage (
  tenant_id integer not null references tenant (id),
  id bigint generated always as identity,
  stored_bytes bigint not null default 0,
  records bigint not null default 0,
  primary key (tenant_id, id)
);
comment on table tenant_usage is
  'The sums of its rows are what a tenant uses: the bytes of its uploads, and its items and collections, those in the trash too.';

insert into tenant_usage (tenant_id, stored_bytes, records)
select id,
  (select coalesce(sum(size_bytes), 0) from upload where upload.tenant_id = tenant.id),
  (select count(*) from item where item.tenant_id = tenant.id)
    + (select count(*) from collection where collection.tenant_id = tenant.id)
from tenant;

create function note_usage(changed_tenant integer, more_bytes bigint, more_records bigint) returns void
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  made bigint;
begin
  insert into tenant_usage (tenant_id, stored_bytes, records) values (changed_tenant, more_bytes, more_records)
    returning id into made;
  if made % 64 = 0 then
    -- Rows that another transaction is adding up now are left to it.
    with folded as (
      delete from tenant_usage
      where tenant_id = changed_tenant and id in (
        select id from tenant_usage where tenant_id = changed_tenant for update skip locked)
      returning stored_bytes, records
    )
    insert into tenant_usage (tenant_id, stored_bytes, records)
    select changed_tenant, sum(stored_bytes), sum(records) from folded having count(*) > 0;
  end if;
end $$;

create function note_stored_bytes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  perform note_usage(tenant_id, sum(case tg_op when 'INSERT' then size_bytes else -size_bytes end)::bigint, 0)
  from changed_rows group by tenant_id;
  return null;
end $$;
create trigger upload_usage_made after insert on upload
  referencing new table as changed_rows for each statement execute function note_stored_bytes();
create trigger upload_usage_gone after delete on upload
  referencing old table as changed_rows for each statement execute function note_stored_bytes();

create function note_records() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  perform note_usage(tenant_id, 0, case tg_op when 'INSERT' then count(*) else -count(*) end)
  from changed_rows group by tenant_id;
  return null;
end $$;
create trigger item_usage_made after insert on item
  referencing new table as changed_rows for each statement execute function note_records();
create trigger item_usage_gone after delete on item
  referencing old table as changed_rows for each statement execute function note_records();
create trigger collection_usage_made after insert on collection
  referencing new table as changed_rows for each statement execute function note_records();
create trigger collection_usage_gone after delete on collection
  referencing old table as changed_rows for each statement execute function note_records();

alter table tenant_usage enable row level security;
create policy tenant_rows on tenant_usage using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on tenant_usage to armarium_app;
revoke all on function note_usage, note_stored_bytes, note_records from public;
grant execute on function note_usage, note_stored_bytes, note_records to armarium_app;
