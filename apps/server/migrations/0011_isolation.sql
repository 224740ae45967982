-- Who may do what with the tables. A tenant's rows are seen and written only in a transaction that named the tenant
-- (decisions §2): row-level security on every table of tenants. The subselect makes the setting be read once a query, not
-- once a row.

grant select on tenant, installation to armarium_app;
grant select, insert, update, delete on account, account_role, account_avatar, session, handoff, sign_in_attempt
  to armarium_app;

do $$
declare
  table_name text;
begin
  foreach table_name in array array[
    'table_layouts', 'metadata_template', 'item_state', 'change_set', 'history', 'collection', 'collection_link',
    'collection_closure', 'item', 'item_link', 'former_pressmark', 'item_contributor', 'upload', 'resumable_upload',
    'resumable_part', 'asset', 'asset_version', 'derivative', 'asset_part', 'caption', 'asset_import', 'trash_entry',
    'trash_record', 'trash_link', 'tombstone', 'transition_template', 'transition_task', 'transition_log', 'batch',
    'batch_record', 'spreadsheet', 'spreadsheet_row', 'spreadsheet_mapping', 'image_delivery', 'watermarked_image',
    'image_archive', 'download', 'share_link', 'item_text', 'item_date', 'catalogue_change'
  ] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;

-- What happened is written once and never touched again.
revoke update, delete on history, tombstone, change_set, transition_log, download from armarium_app;

-- Triggers write events, of whatever tenant the row is.
alter table event enable row level security;
create policy tenant_rows on event using (tenant_id = (select current_tenant()));
grant select, insert on event to armarium_app;

-- Restricted records (0008_restricted_records.sql).
create policy seen_rows on item as restrictive
  using ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  with check (true);
create policy seen_rows on collection as restrictive
  using ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  with check (true);
