-- Who asked for an archive first: an account waits for a few at once.
-- Locks: image_archive exclusively, for a moment.

alter table image_archive add column account_uuid uuid;
comment on column image_archive.account_uuid is 'Who asked for it, as it is being made now; null where that was before there was this column.';
create index image_archive_waiting on image_archive (tenant_id, account_uuid) where state = 'WAITING';
