-- The filter of dates asks each item for its own days, as that of accounts does. Among the conditions of the facets,
-- which stand in a select list, a list of all items of a date was looked through anew for each item as soon as it was
-- larger than the memory of one step.
-- The dates that there are are read anew: two digits and a question mark are a century, no year of antiquity.
-- Locks: none.

do $$
declare
  said text := pg_get_functiondef('item_filter_conditions(jsonb)'::regprocedure);
  patched text := replace(said,
    $old$format('item.uuid in (select made.item_uuid from item_date made where made.tenant_id = %s '
      'and made.name = %L and (%s))', coalesce(current_tenant(), -1), field.key, ($old$,
    $new$format('exists (select from item_date made where made.tenant_id = item.tenant_id '
      'and made.item_uuid = item.uuid and made.name = %L and (%s))', field.key, ($new$);
begin
  if patched = said then raise exception 'item_filter_conditions says nothing of dates that this knows'; end if;
  execute patched;
end $$;

update metadata_template set to_index = true where resource_type = 'ITEM' and type = 'DATE';
