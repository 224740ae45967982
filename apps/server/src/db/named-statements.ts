import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from './pool.ts';

/** The program has a few dozen texts of reads; further ones are sent unnamed. */
const NAMES_MAX = 300;

/**
 * A pool whose reads are named prepared statements, so that PostgreSQL parses and plans each text once per
 * connection: half of its time for a list of twenty (`bench/`, list). Writes stay unnamed, since the text of
 * an insert depends on its number of rows.
 */
export function namingReads(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMES_MAX || !/^(?:select|with)\b/.test(text)) return known;
    const name = `r${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) => {
        const name = values.length > 0 ? nameOf(text) : undefined;
        return name === undefined
          ? client.query(text, [...values])
          : client.query({ name, text, values: [...values] });
      };
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
  };
}
