-- How many records of a kind hold a value of a field, for the page that configures fields (decisions §13). It adds a function
-- and locks nothing that is in use.

-- The first row, without a value, counts the records; the others count those that hold each value, the most frequent first:
-- 1,000 values, and all that are options. Without `options` there is only the first row. Records in the trash don't count,
-- nor do those whose owner is there. It steps over row-level security, since no index on
-- `metadata` is used below it (`@>` is not leakproof). Whoever may not see all records gets 0.
create function field_usage(record_table regclass, owner_table regclass, owner_column text, field text, options text[])
  returns table (value text, records bigint)
  language plpgsql stable security definer rows 50
  set search_path = armarium, public, pg_temp
as $$
declare
  tenant integer := coalesce(current_tenant(), -1);
  holding text := format('record.tenant_id = %s and record.trashed_at is null and record.metadata @> %L::jsonb',
    tenant, jsonb_build_array(jsonb_build_object('name', field)));
begin
  if hidden_from() is not null then
    holding := 'false';
  end if;
  if owner_table is not null then
    holding := holding || format(' and exists (select from %s as owner where owner.tenant_id = %s '
      'and owner.uuid = record.%I and owner.trashed_at is null)', owner_table, tenant, owner_column);
  end if;
  if options is null then
    return query execute format('select null::text, count(*) from %s as record where %s', record_table, holding);
    return;
  end if;
  return query execute format($usage$
    with held as materialized (
      select distinct record.uuid, entry->>'value' as value
      from %1$s as record cross join lateral jsonb_array_elements(record.metadata) as entry
      where %2$s and entry->>'name' = %3$L
    ), placed as (
      select held.value, count(*) as records,
        row_number() over (order by count(*) desc, held.value collate "C") as place
      from held group by held.value
    )
    select counted.value, counted.records from (
      select null::text as value, count(distinct uuid) as records, 0 as place from held
      union all
      select placed.value, placed.records, placed.place from placed
      where placed.place <= 1000 or placed.value = any($1)
    ) as counted order by counted.place
    $usage$, record_table, holding, field)
  using options;
end $$;

revoke all on function field_usage from public;
grant execute on function field_usage to armarium_app;
