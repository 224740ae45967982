-- Closed accounts (decisions §12). `account` is locked against all use while a column is added, which rewrites no row.
alter table account add column closed_at timestamptz;
comment on column account.closed_at is 'Since when the whole account is closed: it signs in to no organisation. Null: it is not.';
-- A closed account may have tokens without having a session.
create function tell_of_closed() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  perform pg_notify('armarium_right', 'account:' || new.uuid);
  return null;
end $$;
create trigger tell_of_closed after update of closed_at on account for each row execute function tell_of_closed();
revoke all on function tell_of_closed from public;
