-- What is sent to people and servers outside (decisions §12, §13), and the sender of an organisation's mail. `tenant` is
-- locked against all use while its columns are added: it has one row for each organisation.
alter table tenant
  add column mail_name text not null default '',
  add column mail_reply_to text;
comment on column tenant.mail_name is 'The name of the sender; empty for that of the organisation.';
comment on column tenant.mail_reply_to is 'Where answers go; null for the address of the installation.';
grant update (mail_name, mail_reply_to) on tenant to armarium_app;

-- One row for each recipient, written by the transaction that wants it sent. The job that sends it is enqueued with it.
create table delivery (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  kind text not null constraint delivery_kind_form check (kind in ('mail')),
  purpose text not null,
  recipient text not null,
  content jsonb not null,
  account_uuid uuid,
  state text not null default 'PENDING' constraint delivery_state_form check (state in ('PENDING', 'DONE', 'ERROR')),
  attempts integer not null default 0,
  made_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  next_attempt_at timestamptz default now(),
  result jsonb,
  primary key (tenant_id, uuid),
  constraint delivery_next_form check ((state = 'PENDING') = (next_attempt_at is not null))
);
create index delivery_pending on delivery (tenant_id, next_attempt_at) where state = 'PENDING';
comment on column delivery.uuid is 'The same in all attempts: those who get it twice can tell.';
comment on column delivery.account_uuid is 'Whose turn the job takes; null for the program''s own.';
comment on column delivery.result is 'The outcome of the last attempt.';
alter table delivery enable row level security;
create policy tenant_rows on delivery using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on delivery to armarium_app;
