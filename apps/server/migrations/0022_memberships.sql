-- What an account has in one organisation beside its roles (decisions §12): whether it is active there, and when it last
-- signed in. An account without a row is active and has not signed in since this migration.
create table account_membership (
  tenant_id integer not null references tenant (id),
  account_uuid uuid not null references account (uuid) on delete cascade,
  active boolean not null default true,
  last_sign_in_at timestamptz,
  primary key (tenant_id, account_uuid)
);
create index account_membership_account on account_membership (account_uuid);
grant select, insert, update, delete on account_membership to armarium_app;

-- Processes remember what the account of a session may do.
create trigger tell_of_right_inactive after insert on account_membership for each row when (not new.active)
  execute function tell_of_right('account');
create trigger tell_of_right after update on account_membership for each row when (old.active <> new.active)
  execute function tell_of_right('account');
