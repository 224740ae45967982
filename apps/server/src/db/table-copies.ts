import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import pg, { type PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { rebuild } from './migrate.ts';
import type { Pool } from './pool.ts';
import type { AppliedMigration } from './stamps.ts';

/**
 * Tables that a backup leaves out: after a restore nobody is signed in or blocked, links of mail to passwords open
 * nothing, browsers are not known, archives for downloads are made again, and the migrations are stored as names.
 */
const notCopied = [
  'event',
  'image_archive',
  'session',
  'handoff',
  'password_link',
  'account_device',
  'sign_in_attempt',
  'used_challenge',
  'migration',
];

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface SequenceValue {
  readonly name: string;
  /** Null where no value was used yet. */
  readonly lastValue: number | null;
}

/** The tables in a backup, by name, with the columns that can be written. */
export async function copiedTables(client: PoolClient): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relnamespace = 'armarium'::regnamespace and relkind = 'r' and relname <> all ($1)
     group by relname order by relname`,
    [notCopied],
  );
  return rows;
}

const copied = ({ name, columns }: TableShape) =>
  `armarium.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** All rows of a table in PostgreSQL's own text format; `rowCount` is correct at the end. */
export function readTable(client: PoolClient, table: TableShape): Readable & { rowCount: number } {
  return client.query(copyTo(`copy ${copied(table)} to stdout`));
}

/** To be read after the tables: sequences are not part of snapshots and only grow. */
export async function sequenceValues(client: PoolClient): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `select sequencename as name, last_value as "lastValue" from pg_sequences
     where schemaname = 'armarium' order by sequencename`,
  );
  return rows;
}

export async function appliedMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256 from armarium.migration order by name',
  );
  return rows;
}

/** A database in a backup. */
export interface DatabaseCopy {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly TableShape[];
  readonly sequences: readonly SequenceValue[];
  /** The rows of a table, in the format of `readTable`. */
  rows(table: TableShape): Readable;
}

/**
 * Fills the empty database with the copy and applies this program's later migrations, in one transaction, so
 * that it succeeds or fails as a whole.
 * @returns false, with nothing changed, where the installation has an organisation already
 */
export async function restoreTables(
  migrator: Pool,
  folder: string,
  copy: DatabaseCopy,
  signal: AbortSignal,
): Promise<boolean> {
  const client = await migrator.connect();
  let isOver = false;
  try {
    await client.query(`begin; set local timezone = 'UTC'; set local datestyle = 'ISO';
      set local intervalstyle = 'iso_8601'`);
    const isEmpty = await rebuild(client, folder, copy.migrations, async () => {
      const keys = await client.query<{ leave: string; come: string }>(
        `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as leave,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as come
         from pg_constraint where contype = 'f' and connamespace = 'armarium'::regnamespace`,
      );
      // Foreign keys are checked once for all rows when they are added again.
      for (const { leave } of keys.rows) await client.query(leave);
      // The rows that triggers would write are in the copy.
      const triggers = await client.query<{ name: string }>(
        `select distinct tgrelid::regclass::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
         where not tgisinternal and relnamespace = 'armarium'::regnamespace`,
      );
      for (const { name } of triggers.rows) await client.query(`alter table ${name} disable trigger user`);
      for (const table of copy.tables) {
        const rows = client.query(copyFrom(`copy ${copied(table)} from stdin`));
        await pipeline(copy.rows(table), rows, { signal });
      }
      for (const { name } of triggers.rows) await client.query(`alter table ${name} enable trigger user`);
      for (const { come } of keys.rows) await client.query(come);
      for (const { name, lastValue } of copy.sequences) {
        if (lastValue === null) continue;
        await client.query('select setval($1::regclass, $2)', [
          `armarium.${pg.escapeIdentifier(name)}`,
          lastValue,
        ]);
      }
    });
    await client.query(isEmpty ? 'commit' : 'rollback');
    if (isEmpty)
      for (const table of copy.tables) await client.query(`analyze ${pg.escapeIdentifier(table.name)}`);
    isOver = true;
    return isEmpty;
  } finally {
    client.release(!isOver);
  }
}
