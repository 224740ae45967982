-- Failed sign-ins, counted for all processes and over their restarts (decisions §5).
-- Locks: none of consequence, creates only.

-- Stands beside session, outside row-level security: names are guessed before anybody knows whose they are.
create table sign_in_attempt (
  key_hash bytea primary key,
  failures integer not null,
  until timestamptz not null
);
create index sign_in_attempt_until on sign_in_attempt (until);
comment on column sign_in_attempt.key_hash is
  'SHA-256 of a name, an address, or both: what people type as their name by mistake may be a password.';
grant select, insert, update, delete on sign_in_attempt to armarium_app;
