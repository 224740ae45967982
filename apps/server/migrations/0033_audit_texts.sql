-- Records are found by title or pressmark in the texts beside the items (0031_item_text.sql), those in the trash too.
-- Locks: ACCESS EXCLUSIVE on item for a moment, to drop an index.

drop index item_trashed_search;

-- The records whose changes are asked for, at most `wanted`: those of exactly this pressmark first, then what is gone,
-- then what stands. As search (0010_search.sql): over the policy, of the tenant of the transaction, ids only, and with
-- the pattern where the planner sees it, which walks the table instead of an index where most rows match. Without an
-- order within, so that it stops at `wanted`. `asked` is made by record-changes.ts.
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
  texts text := format('select item_uuid from item_text where %s and (%s or %s)', own,
    search_text_holds('sgtt', asked->>'pattern'), search_text_holds('pressmark', asked->>'pattern'));
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
      format('select uuid, ''ITEM'', 1 from item where %s and trashed_at is not null and uuid in (%s)%s',
        own, texts, seen),
      format('select uuid, ''COLLECTION'', 1 from collection where %s and trashed_at is not null and %s%s', own,
        search_text_holds('sgtt', asked->>'pattern'), seen),
      format(former, '2', format('search_text like %L', asked->>'pattern')),
      format('select uuid, ''COLLECTION'', 2 from collection where %s and trashed_at is null and %s%s', own,
        search_text_holds('sgtt', asked->>'pattern'), seen),
      format('select uuid, ''ITEM'', 2 from item where %s and trashed_at is null and uuid in (%s)%s',
        own, texts, seen)];
  end if;
  return query execute format(
    'select uuid, kind from (%s) as found (uuid, kind, place) group by uuid, kind order by min(place), uuid limit %s',
    (select string_agg(format('(%s limit %s)', part, wanted), ' union all ') from unnest(parts) as part), wanted);
end $$;
