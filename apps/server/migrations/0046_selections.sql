-- Batches with several workflow actions, and selections in the order of their list. It locks batch_record for a moment.

alter table batch_record add column transition_uuid uuid;
comment on column batch_record.transition_uuid is
  'The workflow action that the record takes, in a batch of several; it starts from the state in which the record was selected.';

-- The chosen items in the catalogue, in an order of item_query_page.
create function items_in_order(chosen uuid[], sort_columns text[], descending boolean[]) returns setof uuid
  language plpgsql stable
  set search_path = armarium, public, pg_temp
as $$
declare
  sorted text;
begin
  select string_agg(format('%s %s nulls last', item_sort_expression(name), case when downwards then 'desc' else 'asc' end), ', ' order by place)
  into sorted
  from unnest(sort_columns, descending) with ordinality as given (name, downwards, place);
  return query execute format(
    'select item.uuid from item where item.uuid = any($1) and item.trashed_at is null order by %s, item.uuid', sorted)
    using chosen;
end $$;

revoke all on function items_in_order from public;
grant execute on function items_in_order, item_sort_expression, natural_key to armarium_app;
