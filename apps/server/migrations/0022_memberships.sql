-- What an account has in one organisation beside its roles (decisions §12): whether it is active there, and when it last
-- signed in. An account without a row is active and has not signed in since this migration. The foreign keys keep others
-- from writing to tenant and account until the table is made, which is a moment. Who deactivates an account deletes its
-- sessions, which processes are told of by the trigger of that table.
create table account_membership (
  tenant_id integer not null references tenant (id),
  account_uuid uuid not null references account (uuid) on delete cascade,
  active boolean not null default true,
  last_sign_in_at timestamptz,
  primary key (tenant_id, account_uuid)
);
create index account_membership_account on account_membership (account_uuid);
grant select, insert, update, delete on account_membership to armarium_app;
