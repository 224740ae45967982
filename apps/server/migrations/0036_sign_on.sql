-- Sign-on by OpenID Connect (decisions §12). `session` is locked against all use while a column and its foreign key are added,
-- which checks a few thousand rows; `account` is locked against writes while its index is built.
create table sign_on_provider (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  position integer not null,
  label text not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  groups_claim text,
  group_roles jsonb not null,
  default_role text,
  primary key (tenant_id, uuid),
  constraint sign_on_provider_issuer unique (tenant_id, issuer) deferrable initially deferred,
  constraint sign_on_provider_never_admin check (default_role <> 'ROLE_ADMIN' and not group_roles @> '[{"role": "ROLE_ADMIN"}]')
);
comment on table sign_on_provider is 'The providers of sign-on of an organisation (OpenID Connect).';
comment on column sign_on_provider.client_secret is 'The provider asks for it as it is, so it is stored as it is. Never shown.';
comment on column sign_on_provider.groups_claim is 'The claim that lists the groups of a person; null where roles are given by hand.';
comment on column sign_on_provider.group_roles is 'A list of {"group", "role"}.';
comment on column sign_on_provider.default_role is 'For people without any of these groups; null: they may not come in.';
alter table sign_on_provider enable row level security;
create policy tenant_rows on sign_on_provider using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

create table account_sign_on (
  tenant_id integer not null references tenant (id),
  issuer text not null,
  subject text not null,
  account_uuid uuid not null references account (uuid) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  removed_at timestamptz,
  primary key (tenant_id, account_uuid, issuer)
);
-- A person opens one account; what an account remembers of a link that was removed does not count.
create unique index account_sign_on_person on account_sign_on (tenant_id, issuer, subject) where removed_at is null;
create index account_sign_on_account on account_sign_on (account_uuid);
comment on table account_sign_on is 'Which person of which issuer opens which account, in one organisation.';
comment on column account_sign_on.removed_at is 'When its owner removed it: it opens nothing, and is not made again by the address.';
comment on column account_sign_on.last_used_at is 'Of the last sign-in; null before the first.';
alter table account_sign_on enable row level security;
create policy tenant_rows on account_sign_on using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));

alter table session add column sign_on_provider uuid,
  add constraint session_sign_on_provider foreign key (tenant_id, sign_on_provider)
    references sign_on_provider (tenant_id, uuid) on delete cascade;
create index session_sign_on_provider on session (tenant_id, sign_on_provider) where sign_on_provider is not null;
comment on column session.sign_on_provider is 'The provider that opened it; it opens no other organisation. Null where the person gave a password or a passkey.';

-- A person is found by the address that the provider vouches for.
create index account_email on account (lower(email)) where email <> '';

grant select, insert, update, delete on sign_on_provider, account_sign_on to armarium_app;

comment on column account.password_hash is 'Null: the account was invited and has set none yet, or a sign-on made it.';
