-- The installation, its tenants, and the accounts of people with their sessions. All but table_layouts stand outside
-- row-level security (decisions §2 lists them as the exceptions): they say whose tenant it is, or are no tenant's.

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
  logo_key text,
  created_at timestamptz not null default now()
);
comment on column tenant.logo_key is 'Where the storage keeps the logo, a PNG; another logo has another key. Null where there is none.';

-- The tenant of the transaction, null where none is set, so that a query that forgot it finds nothing.
create function current_tenant() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::integer;

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

create table account_avatar (
  account_uuid uuid primary key references account (uuid) on delete cascade,
  png bytea not null,
  sha256 text not null
);
comment on table account_avatar is 'At most one a head, drawn anew by us as a PNG of 300 × 300 px; small enough to go with the rows.';

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

-- The way of a session from one tenant to another.
create table handoff (
  token_hash bytea primary key,
  -- Whoever signs out ends what was to come of the session too.
  session_hash bytea not null references session (token_hash) on delete cascade,
  tenant_id integer not null references tenant (id),
  host text not null,
  created_at timestamptz not null default now()
);
create index handoff_session on handoff (session_hash);
create index handoff_created on handoff (created_at);
comment on column handoff.token_hash is 'SHA-256 of the token in the address: a copy of the table opens no session.';
comment on column handoff.host is 'The host name to which the account was sent, without a port; no other may redeem it.';

-- Failed sign-ins, counted for all processes and over their restarts (decisions §5).
create table sign_in_attempt (
  key_hash bytea primary key,
  failures integer not null,
  until timestamptz not null
);
create index sign_in_attempt_until on sign_in_attempt (until);
comment on column sign_in_attempt.key_hash is
  'SHA-256 of a name, an address, or both: what people type as their name by mistake may be a password.';

-- What each person calls one's tables of items, in each tenant.
create table table_layouts (
  tenant_id integer not null references tenant (id),
  account_uuid uuid not null references account (uuid) on delete cascade,
  layouts jsonb not null,
  version bigint not null default 1,
  primary key (tenant_id, account_uuid)
);
comment on column table_layouts.layouts is 'Ordered list of {name, columns, sort}.';
