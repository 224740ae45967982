-- Passkeys (decisions §12). `session` and `account_totp` are locked against all use while columns are added, which takes no
-- time.
create table account_passkey (
  uuid uuid primary key,
  account_uuid uuid not null references account (uuid) on delete cascade,
  host text not null,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index account_passkey_account on account_passkey (account_uuid);
comment on table account_passkey is 'The passkeys of the accounts (WebAuthn).';
comment on column account_passkey.host is 'The RP ID: the host name at which it works.';
comment on column account_passkey.public_key is 'COSE key. The private key never leaves the device.';
comment on column account_passkey.sign_count is 'The latest signature counter. A lower one comes from a copy of the key; devices that back keys up always send 0.';
comment on column account_passkey.transports is 'How the browser can reach it, as it said.';
comment on column account_passkey.name is 'Given by the person.';

create table used_challenge (
  challenge bytea primary key,
  used_at timestamptz not null default now()
);
comment on table used_challenge is 'Challenges that came back, so that none is taken twice. A challenge itself tells when it is over.';

alter table session add column passkey_uuid uuid;
comment on column session.passkey_uuid is 'The passkey that was given as second factor; null where that was a code, or none was given.';

alter table account_totp add column started_at timestamptz not null default now();
comment on column account_totp.started_at is 'When the secret was made. It is put to use soon, or not at all.';

grant select, insert, update, delete on account_passkey, used_challenge to armarium_app;
