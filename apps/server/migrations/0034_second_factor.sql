-- The second factor (decisions §12). `session` and `tenant` are locked against all use while a column with a constant
-- default is added, which takes no time.
create table account_totp (
  account_uuid uuid primary key references account (uuid) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery_salt bytea
);
comment on table account_totp is 'The authenticator app of an account (RFC 6238).';
comment on column account_totp.secret is 'Shared with the app. Codes can only be checked with it, so it is stored as it is.';
comment on column account_totp.confirmed_at is 'Null: it was shown, and no code by it has been given yet.';
comment on column account_totp.last_step is 'The time step of the latest code that was accepted. No code works twice, and none that is older than it.';
comment on column account_totp.recovery_salt is 'The salt with which the recovery codes are hashed; null before there are any.';

create table recovery_code (
  account_uuid uuid not null references account_totp (account_uuid) on delete cascade,
  code_hash bytea not null,
  primary key (account_uuid, code_hash)
);
comment on table recovery_code is 'The recovery codes that are left. Each is deleted when it is used.';
comment on column recovery_code.code_hash is 'Argon2id of the code.';

alter table session
  add column second_factor boolean not null default false,
  add column pending boolean not null default false;
comment on column session.second_factor is 'Whether a second factor was given.';
comment on column session.pending is 'Whether it was opened without a second factor that was needed. Then it opens nothing until that is given, and is never anything else without it.';
-- The former token opens nothing in other processes either.
create trigger tell_of_renewal after update of token_hash on session for each row
  execute function tell_of_right('account');

alter table tenant add column demand_second_factor boolean not null default false;
comment on column tenant.demand_second_factor is 'Whether those who administer it need a second factor to sign in.';
create trigger tell_of_demand after update of demand_second_factor on tenant for each row
  when (old.demand_second_factor <> new.demand_second_factor) execute function tell_of_right('sessions');

grant select, insert, update, delete on account_totp, recovery_code to armarium_app;
grant update (demand_second_factor) on tenant to armarium_app;
