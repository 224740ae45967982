-- The ground: installation, tenants, accounts, sessions. These tables stand outside row-level security
-- (decisions §2 lists them as the exceptions); everything after them is a tenant's.
-- Locks: none of consequence, creates only.

create table installation (
  name text primary key,
  value bytea not null
);
comment on table installation is 'Secrets of the installation that every process shares, such as the session secret.';

create table tenant (
  id integer generated always as identity primary key,
  name text not null constraint tenant_name_key unique
    constraint tenant_name_form check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  display_name text not null default '',
  url text constraint tenant_url_key unique,
  user_rights text not null default 'all' constraint tenant_user_rights_form check (user_rights in ('all', 'own', 'read-only')),
  created_at timestamptz not null default now()
);

create table account (
  uuid uuid primary key,
  username text not null,
  username_norm text not null constraint account_username_key unique,
  password_hash text not null,
  name text not null default '',
  surname text not null default '',
  email text not null default '',
  home_tenant integer not null references tenant (id),
  created_at timestamptz not null default now()
);

create table account_role (
  account_uuid uuid not null references account (uuid) on delete cascade,
  tenant_id integer not null references tenant (id),
  role text not null,
  primary key (account_uuid, tenant_id, role)
);

create table session (
  token_hash bytea primary key,
  account_uuid uuid not null references account (uuid) on delete cascade,
  tenant_id integer not null references tenant (id),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index session_account on session (account_uuid);
create index session_seen on session (seen_at);
comment on column session.token_hash is 'SHA-256 of the cookie: a copy of the table opens no session.';

-- The tenant of the transaction, null where none is set, so that a query that forgot it finds nothing.
create function current_tenant() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::integer;

grant select on tenant, installation to armarium_app;
grant select, insert, update, delete on account, account_role, session to armarium_app;
