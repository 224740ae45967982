-- Usernames are compared without the final form of sigma, which is written where a word ends and is no other letter:
-- ΝΙΚΟΣ is νικοσ and νικος. Who would get another's name so keeps the old one, and can't be meant by it.
-- Locks: ROW EXCLUSIVE on account while the names that end so are changed.
update account set username_norm = replace(username_norm, 'ς', 'σ')
where username_norm like '%ς%'
  and not exists (
    select from account other
    where other.uuid <> account.uuid and replace(other.username_norm, 'ς', 'σ') = replace(account.username_norm, 'ς', 'σ')
  );

-- Whoever sweeps handoffs locks them first, and leaves those alone that somebody is taking.
grant update on handoff to armarium_app;
