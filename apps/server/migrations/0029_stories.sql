-- Stories and series, two more kinds of records (decisions §14, back office §3). The new tables lock nothing that is in use.
-- share_link gets a column, and the check of trash_record is replaced: both tables are locked against all use while their
-- rows are read. The functions that hide restricted records and that find records by name are replaced.
-- The words of stories have no index: a tenant has thousands of stories, not millions.

create table story (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  sgtt text not null,
  autn text not null default '',
  sgti text not null default '',
  metadata jsonb not null default '[]',
  state text not null default 'Default',
  visibility text not null default 'private' constraint story_visibility_form
    check (visibility in ('restricted', 'private', 'public')),
  sort_title text collate "C" not null,
  steps_count integer not null default 0,
  ever_public boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version bigint not null default 1,
  trashed_at timestamptz,
  primary key (tenant_id, uuid)
);
create index story_created on story (tenant_id, created_at desc, uuid desc) where trashed_at is null;
create index story_modified on story (tenant_id, modified_at desc, uuid desc) where trashed_at is null;
create index story_title on story (tenant_id, sort_title, uuid) where trashed_at is null;
create index story_restricted on story (tenant_id, uuid) where visibility = 'restricted';

-- No reference to asset: the step of a purged image keeps its text, and says that the image is missing.
create table story_step (
  tenant_id integer not null,
  uuid uuid not null,
  story_uuid uuid not null,
  position integer not null,
  asset_uuid uuid not null,
  x_px integer not null,
  y_px integer not null,
  width_px integer not null,
  height_px integer not null,
  image_width_px integer not null,
  image_height_px integer not null,
  title text not null default '',
  alt text not null default '',
  commentary text not null default '',
  transition jsonb not null,
  primary key (tenant_id, story_uuid, uuid),
  foreign key (tenant_id, story_uuid) references story (tenant_id, uuid) on delete cascade,
  constraint story_step_region_form check (x_px >= 0 and y_px >= 0 and width_px > 0 and height_px > 0
    and x_px + width_px <= image_width_px and y_px + height_px <= image_height_px)
);
comment on table story_step is 'The steps of stories, counted from 0; a region is in pixels of the full image.';
comment on column story_step.image_width_px is
  'The width of the image when the region was drawn: where the file was replaced by one of another size, the region keeps its share.';
comment on column story_step.commentary is 'HTML with the tags of wire.md alone.';
-- The id of a step is one of its own in the whole installation (decisions §14).
create unique index story_step_id on story_step (uuid);
create index story_step_of_story on story_step (tenant_id, story_uuid, position);
create index story_step_asset on story_step (tenant_id, asset_uuid);

-- The images that are not public and that somebody who may publish has agreed to show in a story.
create table story_confirmed_image (
  tenant_id integer not null,
  story_uuid uuid not null,
  asset_uuid uuid not null,
  confirmed_by uuid,
  confirmed_at timestamptz not null default now(),
  is_restricted boolean not null,
  primary key (tenant_id, story_uuid, asset_uuid),
  foreign key (tenant_id, story_uuid) references story (tenant_id, uuid) on delete cascade
);

comment on column story_confirmed_image.is_restricted is
  'Whether the item was restricted then. If it is made so later, the image is closed until somebody agrees anew.';

create table series (
  tenant_id integer not null references tenant (id),
  uuid uuid not null,
  sgtt text not null,
  metadata jsonb not null default '[]',
  state text not null default 'Default',
  visibility text not null default 'private' constraint series_visibility_form
    check (visibility in ('restricted', 'private', 'public')),
  sort_title text collate "C" not null,
  ever_public boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  version bigint not null default 1,
  trashed_at timestamptz,
  primary key (tenant_id, uuid)
);
create index series_created on series (tenant_id, created_at desc, uuid desc) where trashed_at is null;
create index series_title on series (tenant_id, sort_title, uuid) where trashed_at is null;
create index series_restricted on series (tenant_id, uuid) where visibility = 'restricted';

-- A story in the trash keeps its places, so that it comes back to them.
create table series_story (
  tenant_id integer not null,
  series_uuid uuid not null,
  story_uuid uuid not null,
  position integer not null,
  primary key (tenant_id, series_uuid, story_uuid),
  foreign key (tenant_id, series_uuid) references series (tenant_id, uuid) on delete cascade,
  foreign key (tenant_id, story_uuid) references story (tenant_id, uuid) on delete cascade
);
create index series_story_order on series_story (tenant_id, series_uuid, position, story_uuid);
create index series_story_story on series_story (tenant_id, story_uuid);

create table story_text (
  tenant_id integer not null,
  story_uuid uuid not null,
  words tsvector not null,
  title text collate "C" not null,
  primary key (tenant_id, story_uuid),
  foreign key (tenant_id, story_uuid) references story (tenant_id, uuid) on delete cascade
);
comment on table story_text is 'The words of each story and of the titles of its steps, in the trash too, as record-words.ts makes them.';
create table series_text (
  tenant_id integer not null,
  series_uuid uuid not null,
  words tsvector not null,
  title text collate "C" not null,
  primary key (tenant_id, series_uuid),
  foreign key (tenant_id, series_uuid) references series (tenant_id, uuid) on delete cascade
);

do $$
declare
  table_name text;
begin
  foreach table_name in array array['story', 'story_step', 'story_confirmed_image', 'series', 'series_story', 'story_text',
    'series_text'] loop
    execute format('alter table %I enable row level security', table_name);
    execute format(
      'create policy tenant_rows on %I using (tenant_id = (select current_tenant())) '
      'with check (tenant_id = (select current_tenant()))', table_name);
    execute format('grant select, insert, update, delete on %I to armarium_app', table_name);
  end loop;
end $$;
create policy seen_rows on story as restrictive
  using ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  with check (true);
create policy seen_rows on series as restrictive
  using ((select hidden_from()) is null or visibility <> 'restricted' or created_by = (select hidden_from()))
  with check (true);

create trigger tell_of_made after insert on story referencing new table as after_rows
  for each statement execute function tell_of_made('record.changed', 'STORY');
create trigger tell_of_changed after update on story referencing old table as before_rows new table as after_rows
  for each statement execute function tell_of_changed('STORY');
create trigger tell_of_made after insert on series referencing new table as after_rows
  for each statement execute function tell_of_made('record.changed', 'SERIES');
create trigger tell_of_changed after update on series referencing old table as before_rows new table as after_rows
  for each statement execute function tell_of_changed('SERIES');

create trigger story_usage_made after insert on story
  referencing new table as changed_rows for each statement execute function note_records();
create trigger story_usage_gone after delete on story
  referencing old table as changed_rows for each statement execute function note_records();
create trigger series_usage_made after insert on series
  referencing new table as changed_rows for each statement execute function note_records();
create trigger series_usage_gone after delete on series
  referencing old table as changed_rows for each statement execute function note_records();

alter table trash_record drop constraint trash_record_resource_form, add constraint trash_record_resource_form
  check (resource_type in ('ITEM', 'COLLECTION', 'MEDIA', 'STORY', 'SERIES'));

alter table share_link add column story_uuid uuid, drop constraint share_link_one_record,
  add constraint share_link_one_record check (num_nonnulls(item_uuid, collection_uuid, story_uuid) = 1),
  add foreign key (tenant_id, story_uuid) references story (tenant_id, uuid) on delete cascade;
create index share_link_story on share_link (tenant_id, story_uuid) where story_uuid is not null;

-- A story that is public or has links opens the images of its steps, as far as somebody has agreed to it.
create trigger tell_of_right after update on story for each row
  when (old.visibility <> new.visibility or old.trashed_at is distinct from new.trashed_at)
  execute function tell_of_right('images');
create trigger tell_of_right after insert or delete on story_step for each row
  execute function tell_of_right('images');
create trigger tell_of_right after insert or delete on story_confirmed_image for each row
  execute function tell_of_right('images');

-- As in 0008_restricted_records.sql, for stories and series too.
create or replace function hiding_account() returns uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := current_tenant();
begin
  if exists (select from item where tenant_id = tenant and visibility = 'restricted')
    or exists (select from collection where tenant_id = tenant and visibility = 'restricted')
    or exists (select from story where tenant_id = tenant and visibility = 'restricted')
    or exists (select from series where tenant_id = tenant and visibility = 'restricted')
  then
    return nullif(current_setting('app.hides', true), '')::uuid;
  end if;
  return null;
end $$;

create or replace function hides_record(record uuid) returns boolean
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
declare
  account uuid := nullif(current_setting('app.hides', true), '')::uuid;
  tenant integer := current_tenant();
begin
  return account is not null and (
    exists (select from item where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from collection where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from story where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from series where tenant_id = tenant and uuid = record and visibility = 'restricted'
      and created_by is distinct from account)
    or exists (select from asset join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
      where asset.tenant_id = tenant and asset.uuid = record and item.visibility = 'restricted'
        and item.created_by is distinct from account)
    or exists (select from history join item on item.tenant_id = history.tenant_id
        and item.uuid = (history.before ->> 'culturalItem')::uuid
      where history.tenant_id = tenant and history.record_uuid = record and history.action = 'purge'
        and item.visibility = 'restricted' and item.created_by is distinct from account)
    -- Whose record it was is told by the first entry of its history.
    or exists (select from tombstone where tombstone.tenant_id = tenant
      and (record_uuid = record or record_uuid in (
        select (history.before ->> 'culturalItem')::uuid from history
        where history.tenant_id = tenant and history.record_uuid = record and history.action = 'purge'))
      and visibility = 'restricted' and account is distinct from (
        select change_set.account_uuid from history join change_set on change_set.tenant_id = history.tenant_id
          and change_set.uuid = history.change_set
        where history.tenant_id = tombstone.tenant_id and history.record_uuid = tombstone.record_uuid
        order by history.id limit 1)));
end $$;

-- As in 0015_words.sql, for stories and series too.
create or replace function records_by_name(asked jsonb, wanted integer) returns table (record_uuid uuid, resource_type text)
  language plpgsql stable security definer rows 200
  set search_path = armarium, public, pg_temp
as $$
declare
  own text := format('tenant_id = %s', coalesce(current_tenant(), -1));
  -- Who may read the histories of own records only, and who sees which of the restricted ones.
  mine text := format('created_by = %L::uuid', asked->>'account');
  seen text := case when asked->>'history' = 'own' then format(' and %s', mine) else '' end
    || case asked->>'restricted' when 'all' then ''
      when 'own' then format(' and (visibility <> ''restricted'' or %s)', mine)
      else ' and visibility <> ''restricted''' end;
  -- Whose record it was that is gone is told by the first entry of its history.
  buried text := replace(seen, mine, format('(select change_set.account_uuid from history join change_set '
    'on change_set.tenant_id = history.tenant_id and change_set.uuid = history.change_set '
    'where history.tenant_id = tombstone.tenant_id and history.record_uuid = tombstone.record_uuid '
    'order by history.id limit 1) = %L::uuid', asked->>'account'));
  holds text := format('%s and words @@ %L::tsquery', own, asked->>'words');
  parts text[] := array[
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is null%s',
      own, asked->>'pressmark', seen),
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is not null%s',
      own, asked->>'pressmark', seen),
    format('select uuid, ''ITEM'', 0 from item where %s and uuid in (select item_uuid from former_pressmark where %1$s '
      'and pressmark_norm = %L)%s', own, asked->>'pressmark', seen),
    format('select record_uuid, resource_type, 0 from tombstone where %s and pressmark_norms @> array[%L]%s',
      own, asked->>'pressmark', buried)];
  kind text;
begin
  if asked ? 'words' then
    parts := parts || format('select record_uuid, resource_type, 1 from tombstone where %s%s', holds, buried);
    foreach kind in array array['item', 'collection', 'story', 'series'] loop
      parts := parts || array[
        format('select uuid, %L, 1 from %I where %s and trashed_at is not null and uuid in (select %I from %I where %s)%s',
          upper(kind), kind, own, kind || '_uuid', kind || '_text', holds, seen),
        format('select uuid, %L, 2 from %I where %s and trashed_at is null and uuid in (select %I from %I where %s)%s',
          upper(kind), kind, own, kind || '_uuid', kind || '_text', holds, seen)];
    end loop;
  end if;
  return query execute format(
    'select uuid, kind from (%s) as found (uuid, kind, place) group by uuid, kind order by min(place), uuid limit %s',
    (select string_agg(format('(%s limit %s)', part, wanted), ' union all ') from unnest(parts) as part), wanted);
end $$;
