-- Where a session was opened, for the person who looks at the own sessions and ends one, and what an account has
-- chosen for itself (decisions §12). Both tables are locked against all use while it runs: `session` is written anew, a few
-- thousand short rows; `account` is not.
alter table session
  -- Names a session without opening it.
  add column uuid uuid not null default gen_random_uuid(),
  add column user_agent text check (char_length(user_agent) <= 400),
  add column address text;
create unique index session_uuid on session (uuid);
comment on column session.user_agent is 'As the browser sent it; null for sessions opened before it was kept.';

-- Text: the values are the clients' own, and the database looks for nothing in them.
alter table account add column preferences text not null default '{}';
