-- Invitations and forgotten passwords by mail, and the browsers from which people sign in (decisions §12). `account` is
-- locked against all use while its columns are changed, which takes no time.
alter table account
  alter column password_hash drop not null,
  add column email_confirmed boolean not null default false;
comment on column account.password_hash is 'Null: the account was invited, and has set no password yet.';
comment on column account.email_confirmed is 'Whether somebody followed a link that was sent to this address.';

create table password_link (
  token_hash bytea primary key,
  purpose text not null constraint password_link_purpose_form check (purpose in ('invitation', 'forgotten-password')),
  account_uuid uuid not null references account (uuid) on delete cascade,
  tenant_id integer not null references tenant (id),
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index password_link_account on password_link (account_uuid, made_at);
create index password_link_expires on password_link (expires_at);
comment on column password_link.token_hash is 'SHA-256 of the token in the link; a copy of the table opens nothing.';
comment on column password_link.tenant_id is 'The organisation that sent it. It is not known at the address of another one.';
comment on column password_link.ended_at is 'When it was used, a newer invitation replaced it, or the address or the password of the account was changed.';

create table account_device (
  account_uuid uuid not null references account (uuid) on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (account_uuid, device_hash)
);
create index account_device_seen on account_device (seen_at);
comment on table account_device is 'The browsers from which an account has signed in, by a cookie. A sign-in from another one is told by mail.';
comment on column account_device.device_hash is 'SHA-256 of the cookie.';

grant select, insert, update, delete on password_link, account_device to armarium_app;
