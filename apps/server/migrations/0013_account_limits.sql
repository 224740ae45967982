-- What an account has sent that belongs to no record yet, which is limited (decisions §15).
create index upload_unclaimed_sizes on upload (tenant_id, account_uuid) include (size_bytes) where claimed_at is null;
create index resumable_upload_open on resumable_upload (tenant_id, account_uuid) where state = 'OPEN';
