-- An image can be turned: a version of the same file, set upright by so much more.
-- Locks: ACCESS EXCLUSIVE on asset_version for a moment, to add a column with a constant default; its rows are looked
-- through once for the check.

alter table asset_version add column rotation smallint not null default 0
  constraint asset_version_rotation_form check (rotation in (0, 90, 180, 270));
comment on column asset_version.rotation is
  'Degrees clockwise by which what is made of the file is turned, beside what the file says itself; width and height are those after it.';
