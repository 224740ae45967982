-- The pictures of accounts. They stand beside account, outside row-level security: an account is no tenant's.
-- Locks: none of consequence, creates only.

create table account_avatar (
  account_uuid uuid primary key references account (uuid) on delete cascade,
  png bytea not null,
  sha256 text not null
);
comment on table account_avatar is 'At most one a head, drawn anew by us as a PNG of 300 × 300 px; small enough to go with the rows.';
grant select, insert, update, delete on account_avatar to armarium_app;
