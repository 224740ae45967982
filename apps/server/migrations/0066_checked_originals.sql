-- When each original was last compared with its SHA-256, and what was wrong with it then.
-- Locks: upload exclusively while two indexes are made of it: about a second for each million of uploads.

alter table upload add column checked_at timestamptz,
  add column check_fault text constraint upload_check_fault_form
    check (check_fault in ('missing', 'damaged', 'unreadable'));
comment on column upload.checked_at is 'When its file was last compared with its SHA-256; null since it came, when it was hashed.';
comment on column upload.check_fault is 'What was wrong with its file then; null where it was as it was sent.';
create index upload_checked on upload (tenant_id, (coalesce(checked_at, uploaded_at)), uuid);
create index upload_faulty on upload (tenant_id, check_fault) where check_fault is not null;
