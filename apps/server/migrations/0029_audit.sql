-- Who changed or deleted this: records are found by pressmark or title, those in the trash and purged ones too.
-- Locks: SHARE on item and collection while indexes of what lies in the trash are built, ACCESS EXCLUSIVE on tombstone
-- for a moment.

-- A tombstone is found by what its record was: title and pressmarks, former ones too, in lines as search keeps them.
alter table tombstone add column pressmark text;
alter table tombstone add column pressmark_norms text[] not null default '{}';
alter table tombstone add column search_text text not null default '';
alter table tombstone add column visibility text not null default 'private' constraint tombstone_visibility_form
  check (visibility in ('restricted', 'private', 'public'));
comment on column tombstone.pressmark_norms is 'The pressmark that it had at its end, and those that it had before.';

-- Those that stand already are folded as nearly as the database can. Of their pressmarks their histories know.
with known as (
  select tombstone.tenant_id, tombstone.record_uuid, array_agg(pressmark.value order by history.id) as pressmarks
  from tombstone
    join history on history.tenant_id = tombstone.tenant_id and history.record_uuid = tombstone.record_uuid
      and history.resource_type = 'ITEM'
    cross join lateral jsonb_to_recordset(case jsonb_typeof(history.after -> 'customMetadataList')
      when 'array' then history.after -> 'customMetadataList' else '[]' end) as pressmark (name text, value text)
  where pressmark.name = 'pressmark'
  group by 1, 2
)
update tombstone set pressmark = pressmarks[array_upper(pressmarks, 1)],
  pressmark_norms = array(select distinct lower(upper(btrim(regexp_replace(one, '\s+', ' ', 'g'))))
    from unnest(pressmarks) as one)
from known where known.tenant_id = tombstone.tenant_id and known.record_uuid = tombstone.record_uuid;
update tombstone set search_text = lower(upper(regexp_replace(
  normalize(concat_ws(E'\n', replace(title, '*', ''), array_to_string(pressmark_norms, E'\n')), NFKD),
  '[\u0300-\u036F]+', '', 'g')));

create index tombstone_search on tombstone using gin (tenant_id, search_text gin_trgm_ops);
create index tombstone_pressmark on tombstone using gin (tenant_id, pressmark_norms);
create index item_trashed_search on item using gin (tenant_id, search_text gin_trgm_ops) where trashed_at is not null;
create index item_trashed_pressmark on item (tenant_id, pressmark_norm) where trashed_at is not null;
create index collection_trashed_search on collection using gin (tenant_id, search_text gin_trgm_ops)
  where trashed_at is not null;

-- The records whose changes are asked for, at most `wanted`: those of exactly this pressmark first, then what is gone,
-- then what stands. As search (0010_search.sql): over the policy, of the tenant of the transaction, ids only, and with
-- the pattern where the planner sees it, which walks the table instead of an index where most rows match. Without an
-- order within, so that it stops at `wanted`. `asked` is made by record-changes.ts.
create function records_by_name(asked jsonb, wanted integer) returns table (record_uuid uuid, resource_type text)
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
  former text := 'select uuid, ''ITEM'', %s from item where ' || own || seen || ' and uuid in '
    '(select item_uuid from former_pressmark where ' || own || ' and %s)';
  parts text[] := array[
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is null%s',
      own, asked->>'pressmark', seen),
    format('select uuid, ''ITEM'', 0 from item where %s and pressmark_norm = %L and trashed_at is not null%s',
      own, asked->>'pressmark', seen),
    format(former, '0', format('pressmark_norm = %L', asked->>'pressmark')),
    format('select record_uuid, resource_type, 0 from tombstone where %s and pressmark_norms @> array[%L]%s',
      own, asked->>'pressmark', buried)];
begin
  if asked ? 'pattern' then
    parts := parts || array[
      format('select record_uuid, resource_type, 1 from tombstone where %s and search_text like %L%s',
        own, asked->>'pattern', buried),
      format('select uuid, ''ITEM'', 1 from item where %s and trashed_at is not null and (%s or %s)%s', own,
        search_text_holds('sgtt', asked->>'pattern'), search_text_holds('pressmark', asked->>'pattern'), seen),
      format('select uuid, ''COLLECTION'', 1 from collection where %s and trashed_at is not null and %s%s', own,
        search_text_holds('sgtt', asked->>'pattern'), seen),
      format(former, '2', format('search_text like %L', asked->>'pattern')),
      format('select uuid, ''COLLECTION'', 2 from collection where %s and trashed_at is null and %s%s', own,
        search_text_holds('sgtt', asked->>'pattern'), seen),
      format('select uuid, ''ITEM'', 2 from item where %s and trashed_at is null and (%s or %s)%s', own,
        search_text_holds('sgtt', asked->>'pattern'), search_text_holds('pressmark', asked->>'pattern'), seen)];
  end if;
  return query execute format(
    'select uuid, kind from (%s) as found (uuid, kind, place) group by uuid, kind order by min(place), uuid limit %s',
    (select string_agg(format('(%s limit %s)', part, wanted), ' union all ') from unnest(parts) as part), wanted);
end $$;

revoke all on function records_by_name from public;
grant execute on function records_by_name to armarium_app;
