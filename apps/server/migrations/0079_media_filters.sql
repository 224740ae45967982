-- The filter and the numbers of media know sounds, videos and models beside images. Both functions are patched where
-- they speak of media and left as they are otherwise.
-- Locks: none.

do $$
declare
  said text := pg_get_functiondef('item_filter_conditions(jsonb)'::regprocedure);
  patched text := replace(said,
    $old$case when asked->'media' ? 'none' then 'item.images_count = 0' else 'false' end$old$,
    $new$(select coalesce(string_agg(known.held, ' or '), 'false') from (values
        ('audio', 'item.audios_count > 0'), ('video', 'item.videos_count > 0'), ('3d', 'item.models_count > 0'),
        ('none', 'item.images_count + item.audios_count + item.videos_count + item.models_count = 0'))
        as known (kind, held) where asked->'media' ? known.kind)$new$);
begin
  if patched = said then raise exception 'item_filter_conditions says nothing of media that this knows'; end if;
  execute replace(patched, E'\n    -- What can be stored so far: images. Items with other media there are none.', '');
end $$;

do $$
declare
  said text := pg_get_functiondef('item_query_facets(jsonb, text[], boolean)'::regprocedure);
  patched text := replace(replace(said,
    'item.images_count > 0 as pictured',
    '(item.images_count > 0)::integer + 2 * (item.audios_count > 0)::integer + 4 * (item.videos_count > 0)::integer '
      '+ 8 * (item.models_count > 0)::integer as kinds'),
    $old$select 'media', case when pictured then 'image' else 'none' end, sum(items) from alike where %6$s group by pictured$old$,
    $new$select 'media', coalesce(kind, 'none'), sum(items)
      from alike left join (values ('image', 1), ('audio', 2), ('video', 4), ('3d', 8)) as medium (kind, bit)
        on kinds & bit <> 0
      where %6$s group by kind$new$);
begin
  if patched like '%pictured%' or patched = said then
    raise exception 'item_query_facets says something of media that this does not know';
  end if;
  execute patched;
end $$;
