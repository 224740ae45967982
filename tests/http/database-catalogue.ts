import type { Pool } from '../../apps/server/src/db/pool.ts';

/**
 * What the tables of a database are, but for their rows: a line for each column, constraint, index, function, trigger,
 * policy, right and comment, sorted, and for each stamp of a migration. The order of columns is left out, since nothing
 * depends on it. So is the right MAINTAIN, which owners have from PostgreSQL 17 on, and the constraints of NOT NULL from
 * 18 on: a backup may be restored on another version.
 */
export async function databaseCatalogue(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(catalogue);
  return rows.map(({ line }) => line);
}

/** Of the roles that the migrator has, which is another one on each server, nothing is told. */
const owner = (oid: string) =>
  `case when pg_get_userbyid(${oid}) like 'armarium%' then pg_get_userbyid(${oid}) else 'migrator' end`;

const rights = (acl: string) => `(
  select string_agg(concat_ws(':', case grantee when 0 then 'public' else pg_get_userbyid(grantee) end, privilege_type,
    is_grantable), ','
    order by grantee = 0, pg_get_userbyid(grantee), privilege_type)
  from aclexplode(${acl})
  where privilege_type <> 'MAINTAIN' and (grantee = 0 or pg_get_userbyid(grantee) like 'armarium%'))`;

const catalogue = `
  with own as (select oid from pg_namespace where nspname = 'armarium'), relation as (
    select * from pg_class where relnamespace in (select oid from own) and relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'c')
  ), said (line) as (
    select concat_ws(' | ', 'relation', relname, relkind, relpersistence, ${owner('relowner')}, relrowsecurity,
      relforcerowsecurity, reloptions::text, ${rights('relacl')}, obj_description(oid, 'pg_class'),
      pg_get_viewdef(case when relkind in ('v', 'm') then oid end))
    from relation where relname <> 'migration'
    union all
    select concat_ws(' | ', 'column', relname, attname, format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then (select collname from pg_collation where oid = attcollation) end,
      attnotnull, nullif(attidentity, ''), nullif(attgenerated, ''), pg_get_expr(adbin, adrelid),
      nullif(attstattarget, -1), attstorage, ${rights('attacl')}, col_description(relation.oid, attnum))
    from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid
      left join pg_attrdef on adrelid = relation.oid and adnum = attnum
    where relkind <> 'S'
    union all
    select concat_ws(' | ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle,
      cache_size) from pg_sequences where schemaname = 'armarium'
    union all
    select concat_ws(' | ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated,
      obj_description(oid, 'pg_constraint'))
    from pg_constraint where connamespace in (select oid from own) and contype not in ('n', 't')
    union all
    select concat_ws(' | ', 'index', pg_get_indexdef(indexrelid), indisvalid, obj_description(indexrelid, 'pg_class'))
    from pg_index where indrelid in (select oid from relation)
    union all
    select concat_ws(' | ', 'function', proname, ${owner('proowner')}, pg_get_functiondef(oid), ${rights("coalesce(proacl, acldefault('f', proowner))")},
      obj_description(oid, 'pg_proc'))
    from pg_proc where pronamespace in (select oid from own)
    union all
    select concat_ws(' | ', 'trigger', pg_get_triggerdef(oid), tgenabled)
    from pg_trigger where tgrelid in (select oid from relation) and not tgisinternal
    union all
    select concat_ws(' | ', 'policy', tablename, policyname, permissive, roles::text, cmd, qual, with_check)
    from pg_policies where schemaname = 'armarium'
    union all
    select concat_ws(' | ', 'schema', ${owner('nspowner')}, ${rights('nspacl')}) from pg_namespace
    where oid in (select oid from own)
    union all
    select concat_ws(' | ', 'extension', extname, nspname)
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    union all
    select concat_ws(' | ', 'migration', name, sha256) from armarium.migration
  )
  select line from said order by line collate "C"`;
