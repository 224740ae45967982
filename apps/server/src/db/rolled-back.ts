import { sql, type KyselyPlugin } from 'kysely';
import { isStatementTimeout } from './constraint-problems.ts';
import type { TenantData, WriteTransaction } from './database.ts';

/** Carries a result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The transaction is rolled back.');
    this.result = result;
  }
}

/** A transaction that was rolled back because its time was over. */
export class TimeOver extends Error {
  override name = 'TimeOver';
}

/**
 * Does something as it would be done, and rolls it back: a dry run finds the same faults and has the same result.
 * @throws what `apply` throws
 */
export async function rolledBack<Result>(
  data: TenantData,
  action: Parameters<TenantData['write']>[0],
  apply: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await data.write(action, async (tx): Promise<Result> => {
      throw new RolledBack(await apply(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result;
    throw error;
  }
}

/**
 * As `rolledBack`, and ends within a time: in its first half statements may begin, and none of them may take longer than
 * the other half.
 * @throws TimeOver, and what `apply` throws
 */
export function rolledBackWithin<Result>(
  max_ms: number,
  data: TenantData,
  action: Parameters<TenantData['write']>[0],
  apply: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const half_ms = max_ms / 2;
  const lastBegin_ms = performance.now() + half_ms;
  const noLateStatement: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (performance.now() > lastBegin_ms) throw new TimeOver();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return rolledBack(data, action, async (tx) => {
    await sql`select set_config('statement_timeout', ${`${half_ms}ms`}, true)`.execute(tx.db);
    try {
      return await apply({ ...tx, db: tx.db.withPlugin(noLateStatement) });
    } catch (error) {
      if (isStatementTimeout(error)) throw new TimeOver();
      throw error;
    }
  });
}
