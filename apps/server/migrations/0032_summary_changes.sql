-- What a collection's summary looks at beside items and their places (0021_large_catalogues.sql): its images and the
-- collections below it, so that it can be remembered by the catalogue's version as other counts are.
-- Locks: SHARE ROW EXCLUSIVE on asset and collection for a moment.

-- An image that becomes ready changes none of it.
create function note_dated_changes() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp set enable_nestloop = off
as $$
declare
  changed integer;
begin
  for changed in
    select distinct after_it.tenant_id
    from after_it join before_it on before_it.tenant_id = after_it.tenant_id and before_it.uuid = after_it.uuid
    where (before_it.modified_at, before_it.trashed_at) is distinct from (after_it.modified_at, after_it.trashed_at)
  loop
    perform note_change(changed);
  end loop;
  return null;
end $$;
create trigger asset_changed after update on asset
  referencing old table as before_it new table as after_it for each statement execute function note_dated_changes();
create trigger collection_changed after update on collection
  referencing old table as before_it new table as after_it for each statement execute function note_dated_changes();
revoke all on function note_dated_changes from public;
grant execute on function note_dated_changes to armarium_app;
