-- The import monitor (back office §2.1): what has failed or is in progress, and what an account made or sent files to, is found
-- by an index, however many items the tenant has.
--
-- Locks asset_import and item against writing while it reads them for the indexes, about a second for a million rows each.

create index asset_import_unready on asset_import (tenant_id, account_uuid) where overall_state <> 'DONE';
create index asset_import_sender on asset_import (tenant_id, account_uuid, item_uuid);
-- With what the policy of restricted records looks at, so that counting reads the index alone.
create index item_maker on item (tenant_id, created_by, created_at desc, uuid desc) include (visibility)
  where trashed_at is null;
