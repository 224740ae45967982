-- What those get who may not see an image as it is: a watermark, a smaller public size (decisions §7), and word to every
-- process when somebody's right to see something changes.
-- Locks: SHARE ROW EXCLUSIVE on item, asset, session, account_role, account and tenant for a moment.

create table image_delivery (
  tenant_id integer primary key references tenant (id),
  public_max_px integer constraint image_delivery_public_form check (public_max_px between 1024 and 1000000),
  watermark_key text,
  watermark_place text constraint image_delivery_place_form
    check (watermark_place in ('repeated', 'centre', 'north-west', 'north-east', 'south-west', 'south-east')),
  watermark_opacity integer constraint image_delivery_opacity_form check (watermark_opacity between 5 and 100),
  watermark_width integer constraint image_delivery_width_form check (watermark_width between 5 and 100),
  watermark_revision uuid,
  constraint image_delivery_watermark_whole check (num_nonnulls(watermark_key, watermark_place, watermark_opacity,
    watermark_width, watermark_revision) in (0, 5))
);
comment on table image_delivery is 'A tenant without a row, or with nulls in it, has no watermark and shows public images whole.';
comment on column image_delivery.public_max_px is 'The longest side of what visitors get of a public image.';
comment on column image_delivery.watermark_opacity is 'Percent of what the picture has itself.';
comment on column image_delivery.watermark_width is 'Percent of the width of an image.';
comment on column image_delivery.watermark_revision is 'Another one with each change: it tells which images have it.';

create table watermarked_image (
  tenant_id integer not null,
  asset_uuid uuid not null,
  version_number integer not null,
  revision uuid not null,
  pyramid jsonb not null,
  thumbnail jsonb not null,
  primary key (tenant_id, asset_uuid, version_number),
  foreign key (tenant_id, asset_uuid, version_number) references asset_version (tenant_id, asset_uuid, number)
);
comment on table watermarked_image is 'The pyramid and the thumbnail of an image with the watermark in them.';
comment on column watermarked_image.revision is 'Of the watermark. An older one is shown until the new one is made.';

do $$
declare
  table_name text;
begin
  foreach table_name in array array['image_delivery', 'watermarked_image'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;

-- The tenants whose images and watermarks do not go together; ids only. For the hourly look at all tenants.
create function unsettled_watermarks() returns setof integer
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select tenant.id from tenant
    left join image_delivery delivery on delivery.tenant_id = tenant.id
  where case when delivery.watermark_revision is null
    then exists (select from watermarked_image made where made.tenant_id = tenant.id)
    else exists (
      select from asset join asset_version version on version.tenant_id = asset.tenant_id
        and version.asset_uuid = asset.uuid and version.number = asset.current_version
      where asset.tenant_id = tenant.id and asset.kind = 'image' and version.pyramid is not null
        and not exists (
          select from watermarked_image made
          where made.tenant_id = version.tenant_id and made.asset_uuid = version.asset_uuid
            and made.version_number = version.number and made.revision = delivery.watermark_revision)) end
$$;
revoke all on function unsettled_watermarks from public;
grant execute on function unsettled_watermarks to armarium_app;

-- What processes remember of somebody's rights: `images:` with a tenant, `account:` with an account, `sessions` of all.
-- Several of one kind in a transaction are told once.
create function tell_of_right() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  it record := coalesce(new, old);
begin
  if tg_argv[0] = 'images' then perform pg_notify('armarium_right', 'images:' || it.tenant_id);
  elsif tg_argv[0] = 'account' then perform pg_notify('armarium_right', 'account:' || it.account_uuid);
  else perform pg_notify('armarium_right', tg_argv[0]); end if;
  return null;
end $$;
revoke all on function tell_of_right from public;

create trigger tell_of_right after update on item for each row
  when (old.visibility <> new.visibility or old.trashed_at is distinct from new.trashed_at)
  execute function tell_of_right('images');
create trigger tell_of_right after update on asset for each row
  when ((old.current_version, old.item_uuid) <> (new.current_version, new.item_uuid)
    or old.trashed_at is distinct from new.trashed_at)
  execute function tell_of_right('images');
create trigger tell_of_right after insert or update or delete on image_delivery for each row
  execute function tell_of_right('images');
create trigger tell_of_right after insert or update or delete on watermarked_image for each row
  execute function tell_of_right('images');
create trigger tell_of_right after delete on session for each row execute function tell_of_right('account');
create trigger tell_of_right after insert or update or delete on account_role for each row
  execute function tell_of_right('account');
create trigger tell_of_right after update on tenant for each row when (old.user_rights <> new.user_rights)
  execute function tell_of_right('sessions');
