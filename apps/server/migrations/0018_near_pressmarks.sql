-- Pressmarks that are nearly equal, told while one is typed.
-- Locks: SHARE on item while the index is built.

-- What two pressmarks have in common that differ only in punctuation, spaces, case, accents, leading zeros, or in O
-- for 0 and I or l for 1. Numbers side by side stay apart: MS 1.12 is not MS 11.2. One definition, here, for both what
-- is kept and what is asked for, so that an index can stand on it; it takes pressmarks as `pressmark_norm` has them.
create function near_pressmark_key(pressmark text) returns text
  language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp
as $$
declare
  near text := regexp_replace(normalize(pressmark, NFKD), '[\u0300-\u036F]+', '', 'g');
begin
  near := btrim(regexp_replace(near, '[^[:alnum:]]+', ' ', 'g'));
  -- A lone 0 or 1 behind a letter was meant as one (M0 12), letters at the edge of a number as digits (MS O12, 1O).
  near := regexp_replace(near, '([^0-9 ])0(?![0-9])', '\1o', 'g');
  near := regexp_replace(near, '([^0-9 ])1(?![0-9])', '\1i', 'g');
  near := regexp_replace(near, '([0-9])o(?![^0-9 ])', '\10', 'g');
  near := regexp_replace(near, '([0-9])[il](?![^0-9 ])', '\11', 'g');
  near := regexp_replace(near, '( )[il](?=[0-9])', '\11', 'g');
  near := regexp_replace(near, '( )[o0]+(?=[0-9])', '\1', 'g');
  near := regexp_replace(near, '(^|[^0-9])0+(?=[0-9])', '\1', 'g');
  near := regexp_replace(near, '(?<![0-9]) | (?![0-9])', '', 'g');
  return translate(near, 'oil', '011');
end $$;

create index item_near_pressmark on item (tenant_id, near_pressmark_key(pressmark_norm)) where trashed_at is null;

-- As search (0010_search.sql): over the policy, since a function of ours is not leakproof and would lose its index
-- behind one; of the tenant of the transaction, ids only.
create function near_pressmark_items(wanted_norm text, wanted integer) returns setof uuid
  language sql stable security definer
  set search_path = armarium, public, pg_temp
as $$
  select uuid from item
  where tenant_id = coalesce(current_tenant(), -1) and trashed_at is null
    and near_pressmark_key(pressmark_norm) = near_pressmark_key(wanted_norm) and pressmark_norm <> wanted_norm
  order by sort_pressmark, uuid limit wanted
$$;

revoke all on function near_pressmark_items from public;
grant execute on function near_pressmark_items to armarium_app;
