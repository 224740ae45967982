import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from './pool.ts';

/** The reads of this program are a few dozen texts; whatever comes beyond is sent unnamed, as it would be. */
const NAMES_MAX = 300;

/**
 * A pool whose reads are prepared statements under names of their own, so that PostgreSQL parses and plans
 * each text once a connection: half of its time on a list of twenty (`bench/`, list). Writes stay unnamed,
 * since the text of an insert differs with its number of rows.
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
