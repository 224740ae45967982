import type { PoolClient } from '../../db/pool.ts';

/**
 * Finds each file's item by the first reading of its name whose pressmark an item has, first normalised,
 * then folded. A file without an item, or with a folded pressmark of two items, gets that as its result.
 * @param client of the session that holds the tables of a `FileSpool`
 */
export async function findItems(client: PoolClient): Promise<void> {
  await client.query(
    'create index on scan_item (bare); create index on scan_item using gist (bare gist_trgm_ops)',
  );
  await client.query('analyze scan_item; analyze scan_reading');
  await client.query(`
    create temp table scan_name as
      select name.norm, coalesce(exact.uuid, case when alike.count = 1 then alike.uuid end) as item,
        case when exact.uuid is null and alike.count > 1 then alike.pressmarks end as ambiguous
      from (select distinct norm, bare from scan_reading) name
      left join scan_item exact on exact.norm = name.norm
      left join lateral (
        select count(*), min(uuid::text)::uuid as uuid, string_agg(pressmark, ' | ' order by pressmark) as pressmarks
        from scan_item where scan_item.bare = name.bare and name.bare <> ''
      ) alike on true`);
  await client.query(`
    update scan_file set pressmark = chosen.pressmark, item = chosen.item, seq = chosen.seq, label = chosen.label,
      result = case when chosen.ambiguous is not null then 'ambiguous pressmark' end,
      cause = 'Its pressmark could be that of several items: ' || chosen.ambiguous || '.',
      next_step = 'Name the file with the pressmark written out as the item has it.'
    from (
      select distinct on (reading.path) reading.path, reading.pressmark, reading.seq, reading.label, name.item,
        name.ambiguous
      from scan_reading reading join scan_name name on name.norm = reading.norm
      order by reading.path, name.item is null and name.ambiguous is null, reading.rank
    ) chosen where chosen.path = scan_file.path`);
  await client.query(`
    update scan_file set cause = 'There is no item with the pressmark ' || unknown.pressmark ||
        coalesce('; the nearest is ' || unknown.nearest, '') || '.',
      result = case when is_absent then 'absent' else 'unknown pressmark' end,
      next_step = 'Correct the name, or bring the record in first.'
    from (
      select pressmark, (
        select near.pressmark from scan_item near
        where near.bare % reading.bare order by near.bare <-> reading.bare, near.norm limit 1) as nearest
      from (
        select distinct on (scan_file.pressmark) scan_file.pressmark, scan_reading.bare
        from scan_file join scan_reading using (path, pressmark)
        where item is null and result is null
      ) reading
    ) unknown
    where scan_file.pressmark = unknown.pressmark and item is null and result is null`);
  await client.query('create index on scan_file (item, seq, path); analyze scan_file');
}
