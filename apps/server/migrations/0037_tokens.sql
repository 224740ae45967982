-- Tokens for programs (decisions §12). `change_set`, `batch` and `spreadsheet` are locked against all use while a column is
-- added, which rewrites no row; `account_membership` is locked against writes while it gets its triggers.
create table account_token (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  account_uuid uuid not null references account (uuid) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  capabilities text[] not null,
  sign_on_provider uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant_id, uuid),
  constraint account_token_name unique (tenant_id, account_uuid, name),
  constraint account_token_sign_on_provider foreign key (tenant_id, sign_on_provider)
    references sign_on_provider (tenant_id, uuid) on delete cascade
);
create index account_token_account on account_token (account_uuid);
create index account_token_provider on account_token (tenant_id, sign_on_provider) where sign_on_provider is not null;
comment on table account_token is 'By which programs act for an account, in one organisation.';
comment on column account_token.token_hash is 'SHA-256: a copy of the table opens nothing.';
comment on column account_token.capabilities is 'What the token names; the roles of the account must include it too.';
comment on column account_token.sign_on_provider is 'The provider that opened the session in which it was made; it ends with that one. Null elsewhere.';
comment on column account_token.last_used_at is 'To the minute; null before the first use.';
alter table account_token enable row level security;
create policy tenant_rows on account_token using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on account_token to armarium_app;

create trigger tell_of_right after delete on account_token for each row execute function tell_of_right('account');
-- A deactivated account may have tokens without having a session.
create trigger tell_of_right after update on account_membership for each row when (old.active <> new.active)
  execute function tell_of_right('account');
create trigger tell_of_right_of_new after insert on account_membership for each row when (not new.active)
  execute function tell_of_right('account');

alter table change_set add column token_name text;
comment on column change_set.token_name is 'The token by which a program made it; kept as a name, since history outlives tokens. Null: a person did.';

alter table batch add column token_uuid uuid;
comment on column batch.token_uuid is 'The token by which a program started it; the job does what that one may do.';
alter table spreadsheet add column token_uuid uuid;
comment on column spreadsheet.token_uuid is 'The token by which a program started the dry run.';
