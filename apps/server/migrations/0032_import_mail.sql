-- Mail about the end of a long import, for accounts that have chosen it (preference `importMail`). `account` is locked
-- against all use while its column is added, which takes no time. Building the indexes locks `asset_import` and `batch`
-- against writing for as long as that takes, about a second for a million rows.
alter table account add column import_mail_since timestamptz;
comment on column account.import_mail_since is
  'Since when the preference importMail is true; null where it is not. What was imported before is not told.';
create index account_import_mail on account (uuid) where import_mail_since is not null;

create table import_mail (
  tenant_id integer not null references tenant (id),
  account_uuid uuid not null references account (uuid) on delete cascade,
  told_until timestamptz not null,
  primary key (tenant_id, account_uuid)
);
comment on column import_mail.told_until is 'Imports of the account that began later belong to its next message.';
create index asset_import_sent on asset_import (tenant_id, account_uuid, created_at);
create index batch_sheets on batch (tenant_id, account_uuid, started_at) where kind = 'spreadsheet';

alter table import_mail enable row level security;
create policy tenant_rows on import_mail using (tenant_id = (select current_tenant()))
  with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on import_mail to armarium_app;
