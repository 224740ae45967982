-- The way from one organisation to another (decisions §2), and an organisation's logo.
-- Locks: ACCESS EXCLUSIVE on tenant for a moment.

-- Stands beside session, outside row-level security: whose tenant it is is what it decides.
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
grant select, insert, delete on handoff to armarium_app;

alter table tenant add column logo_key text;
comment on column tenant.logo_key is 'Where the storage keeps the logo, a PNG; another logo has another key. Null where there is none.';

-- What the sweep asks of all tenants, and a transaction that named one only of that one.
create or replace function open_imports(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select asset_import.tenant_id, asset_import.uuid
  from asset_import where overall_state in ('PENDING', 'IN_PROGRESS') and created_at < now() - older_than
    and asset_import.tenant_id = coalesce(current_tenant(), asset_import.tenant_id)
  order by created_at limit 1000
$$;

create or replace function unclaimed_uploads(older_than interval) returns table (tenant_id integer, uuid uuid)
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select upload.tenant_id, upload.uuid
  from upload where claimed_at is null and uploaded_at < now() - older_than
    and upload.tenant_id = coalesce(current_tenant(), upload.tenant_id)
  order by uploaded_at limit 1000
$$;
