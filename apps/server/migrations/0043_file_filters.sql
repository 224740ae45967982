-- Items are filtered by what is known of their files (decisions §15). A filter looks at the current version of each asset,
-- whose facts stand in the row of the asset, so that no filter reads the wide rows of versions.
--
-- Locks: the new columns lock asset for a moment; filling them writes each asset once, and the indexes lock asset
-- against writing while they are made, together about a minute for a million assets.

alter table asset
  add column file_facts text[] not null default '{}',
  add column dpi double precision,
  add column longest_px double precision,
  add column captured_year double precision,
  add column length_s double precision;
comment on column asset.file_facts is
  'What is known of the file of the current version, each as name=value with the names of the contract (file-facts.ts), values cut to 200 characters; name= where a file of this kind can have a value and this one has none.';
comment on column asset.dpi is 'As it is shown: a whole number.';
comment on column asset.longest_px is 'The longer side of what the current version shows.';
comment on column asset.captured_year is 'The year of the capture date in the file.';
comment on column asset.length_s is 'The duration of the current version.';

-- A value as it is compared: without blanks at its ends, and not longer than an entry of an index may be.
create function file_value(value text) returns text
  language sql immutable
  return rtrim(left(btrim(value), 200));

-- The file_facts of a version. What the server drew of a page of a PDF says nothing of the PDF. Byte orders of samples and
-- FFmpeg's two decoders of MP3 are one codec for people.
create function file_facts_of(technical jsonb) returns text[]
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$
  select coalesce(array_agg(distinct known.name || '=' || file_value(known.value)), '{}')
  from (select technical->>'colourSpace' is not null and technical->>'format' is distinct from 'pdf' as is_image,
      technical->'embedded' as embedded) as file
    cross join lateral (
      select 'format', coalesce(technical->>'format', technical->>'container'), false
      union all select 'videoCodec', technical->>'videoCodec', false
      union all select 'audioCodec',
        regexp_replace(technical->>'audioCodec', '^(pcm_[suf][0-9]+)[lb]e$|^(mp[23])float$', '\1\2'), false
      union all select 'sampleRate_hz', technical->>'sampleRate_hz', false
      union all select 'channels', technical->>'channels', false where technical->>'format' is distinct from 'pdf'
      union all
      select name, technical->>name, true from unnest(array['colourSpace', 'bitDepth', 'iccProfile', 'compression']) as name
      where is_image
      union all
      select name, embedded->>name, true
      from unnest(array['cameraModel', 'lensModel', 'creator', 'copyright', 'credit']) as name
      where is_image and embedded is not null
      union all
      select 'keyword', keyword, false
      from jsonb_array_elements_text(case when is_image then embedded->'keywords' end) as keyword
      union all
      select 'keyword', null, true where is_image and embedded is not null
        and jsonb_array_length(coalesce(embedded->'keywords', '[]')) = 0
    ) as said (name, value, may_lack)
    cross join lateral (select name, coalesce(value, '') as value
      where may_lack or btrim(coalesce(value, '')) <> '') as known
$$;

-- What the row of an asset keeps of a version that it shows.
create function file_columns(version asset_version, out file_facts text[], out dpi double precision,
    out longest_px double precision, out captured_year double precision, out length_s double precision)
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$
  select file_facts_of(version.technical),
    case when version.technical->>'format' is distinct from 'pdf'
      then round((version.technical->>'dpi')::double precision) end,
    greatest(version.width_px, version.height_px),
    substring(version.technical->'embedded'->>'capturedAt' from '^([0-9]{4})-')::double precision,
    version.duration_s
$$;

-- A version that is shown was described: its asset follows. Counts that are remembered may have counted by it.
create function describe_shown_asset() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  update asset set file_facts = known.file_facts, dpi = known.dpi, longest_px = known.longest_px,
    captured_year = known.captured_year, length_s = known.length_s
  from file_columns(new) as known
  where asset.tenant_id = new.tenant_id and asset.uuid = new.asset_uuid and asset.current_version = new.number
    and (asset.file_facts, asset.dpi, asset.longest_px, asset.captured_year, asset.length_s) is distinct from
      (known.file_facts, known.dpi, known.longest_px, known.captured_year, known.length_s);
  if found then perform note_change(new.tenant_id); end if;
  return null;
end $$;
create trigger asset_version_described after update of technical, width_px, height_px, duration_s on asset_version
  for each row execute function describe_shown_asset();

-- An asset shows another version.
create function show_described_version() returns trigger
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
begin
  -- Waits for whoever describes the version just now, and found that it isn't shown. A statement that locked and read would
  -- read what it found before it waited.
  perform from asset_version shown
  where shown.tenant_id = new.tenant_id and shown.asset_uuid = new.uuid and shown.number = new.current_version for share;
  select known.file_facts, known.dpi, known.longest_px, known.captured_year, known.length_s
  into new.file_facts, new.dpi, new.longest_px, new.captured_year, new.length_s
  from asset_version shown cross join file_columns(shown) as known
  where shown.tenant_id = new.tenant_id and shown.asset_uuid = new.uuid and shown.number = new.current_version;
  if not found then raise exception 'Asset % has no version %.', new.uuid, new.current_version; end if;
  perform note_change(new.tenant_id);
  return new;
end $$;
create trigger asset_shows_version before update of current_version on asset
  for each row when (new.current_version <> old.current_version) execute function show_described_version();

alter table asset disable trigger asset_changed;
update asset set file_facts = known.file_facts, dpi = known.dpi, longest_px = known.longest_px,
  captured_year = known.captured_year, length_s = known.length_s
from asset_version shown cross join file_columns(shown) as known
where shown.tenant_id = asset.tenant_id and shown.asset_uuid = asset.uuid and shown.number = asset.current_version;
alter table asset enable trigger asset_changed;
create index asset_file_facts on asset using gin (tenant_id, file_facts) where trashed_at is null;
create index asset_dpi on asset (tenant_id, dpi) where dpi is not null and trashed_at is null;
create index asset_longest on asset (tenant_id, longest_px) where longest_px is not null and trashed_at is null;
create index asset_captured on asset (tenant_id, captured_year) where captured_year is not null and trashed_at is null;
create index asset_length on asset (tenant_id, length_s) where length_s is not null and trashed_at is null;

-- A condition on rows of asset that stand, by `file` of a query: for each property of `values` any of the file_facts, for
-- each of `numbers` any of the ranges, of which null is an open end.
create function file_condition(file jsonb) returns text
  language sql immutable
  set search_path = armarium, public, pg_temp
as $$
  select 'asset.trashed_at is null' || coalesce((
    select string_agg(format(' and asset.file_facts && %L::text[]', array(
      select property.key || '=' || file_value(given) from jsonb_array_elements_text(property.value) as given)),
      '' order by property.key)
    from jsonb_each(file->'values') as property), '') || coalesce((
    select string_agg(format(' and (%s)', (
      select string_agg(format('asset.%I between %L and %L', property.held,
        coalesce((span->>0)::double precision * property.unit, '-infinity'),
        coalesce((span->>1)::double precision * property.unit, 'infinity')), ' or ')
      from jsonb_array_elements(file->'numbers'->property.name) as span)), '' order by property.name)
    from (values ('dpi', 'dpi', 1), ('longestSide_px', 'longest_px', 1), ('captureYear', 'captured_year', 1),
      ('duration_min', 'length_s', 60)) as property (name, held, unit) where file->'numbers' ? property.name), '')
$$;

-- A condition on the words, the place, the files and the tenant, for rows of item that are found by the index of their
-- words; with `walked` for those that are read anyway, in their order or all of them, each with its own words.
create or replace function item_place_condition(asked jsonb, walked boolean) returns text
  language plpgsql
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  condition text := format('item.tenant_id = %s and item.trashed_at is null%s', tenant, seen_condition('item'));
begin
  if asked ? 'words' then
    condition := condition || case when walked
      -- As a value, so that the planner does not make a join of it.
      then format(' and (select sought.words from item_text sought where sought.tenant_id = item.tenant_id '
        'and sought.item_uuid = item.uuid) @@ %L::tsquery', array_to_string(texts_of(asked->'words'), ' & '))
      else format(' and item.uuid in (select item_uuid from item_text where tenant_id = %s and %s)',
        tenant, item_words_condition(asked)) end;
  end if;
  if asked ? 'collection' then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = %L::uuid)', asked->>'collection');
  end if;
  -- Everything stands below the root. Otherwise the collections by name, so that the planner sees how many there are.
  if asked ? 'below' and not exists (
    select from collection where tenant_id = tenant and uuid = (asked->>'below')::uuid and is_root)
  then
    condition := condition || format(' and exists (select from item_link link where link.tenant_id = item.tenant_id '
      'and link.item_uuid = item.uuid and link.collection_uuid = any(%L::uuid[]))', array(
        select descendant_uuid from collection_closure
        where tenant_id = tenant and ancestor_uuid = (asked->>'below')::uuid));
  end if;
  -- Beside the place, since no filter of these is counted without it: as a join, which the planner sees.
  if asked ? 'file' then
    condition := condition || format(' and exists (select from asset where asset.tenant_id = item.tenant_id '
      'and asset.item_uuid = item.uuid and %s)', file_condition(asked->'file'));
  end if;
  return condition;
end $$;

-- The values that files have for a property, of the items that are asked for and of the files that fulfil what is asked of
-- files; the most frequent first, with their numbers of items.
create function item_file_values(asked jsonb, property text, wanted integer) returns table (value text, items bigint)
  language plpgsql security definer rows 50
  set search_path = armarium, public, pg_temp set work_mem = '32MB'
as $$
begin
  return query execute format(
    'select substr(fact, %s), count(*) from ('
    'select fact from item join asset on asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid '
    'cross join lateral unnest(asset.file_facts) as fact where %s and %s and starts_with(fact, %L) '
    'group by fact, item.uuid) as held '
    'group by fact order by count(*) desc, fact collate "C" limit %s',
    length(property) + 2, item_query_condition(asked - 'file'), file_condition(asked->'file'), property || '=', wanted);
end $$;

-- The files of some items that fulfil what is asked of files.
create function files_of_items(items uuid[], file jsonb) returns setof uuid
  language plpgsql stable security definer
  set search_path = armarium, public, pg_temp
as $$
begin
  return query execute format(
    'select asset.uuid from asset where asset.tenant_id = %s and asset.item_uuid = any($1) and %s',
    coalesce(current_tenant(), -1), file_condition(file)) using items;
end $$;

revoke all on function file_value, file_facts_of, file_columns, describe_shown_asset, show_described_version, file_condition,
  item_file_values, files_of_items from public;
grant execute on function file_value, file_facts_of, file_columns, describe_shown_asset, show_described_version, item_file_values,
  files_of_items to armarium_app;
