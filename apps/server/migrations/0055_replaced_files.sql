-- The file of an asset can be replaced, and the old one stays shown until what is made of the new one is ready.
-- Locks: ACCESS EXCLUSIVE on asset for a moment, to add a column with a constant default; the few assets of which an
-- import of files replaced what had failed are written.

alter table asset add column wanted_version integer not null default 1;
update asset set wanted_version = current_version where current_version <> 1;
comment on column asset.current_version is 'The version that is shown.';
comment on column asset.wanted_version is
  'The version that was asked for last, by a replacement or by bringing one back: it becomes the current one when it is ready, and its import is told as the asset''s.';
