-- An item without images has the picture of its first video or model (decisions §6).
-- Locks: ROW EXCLUSIVE on item; only items with videos or models and without a picture are written.

comment on column item.thumbnail is
  'The picture for cards, {asset, kind, width_px, height_px}: of the first image that is ready, without `kind`, else of '
  'the first video, else of the first model.';

update item set thumbnail = (
  select jsonb_build_object('asset', asset.uuid, 'kind', asset.kind,
    'width_px', version.thumbnail -> 'width_px', 'height_px', version.thumbnail -> 'height_px')
  from asset join asset_version version on version.tenant_id = asset.tenant_id
    and version.asset_uuid = asset.uuid and version.number = asset.current_version
  where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind in ('video', 'model3d')
    and asset.trashed_at is null and version.thumbnail is not null
  order by asset.kind desc, asset.position, asset.uuid limit 1)
where thumbnail is null and videos_count + models_count > 0;
