import type { TenantData, WriteTransaction } from './database.ts';

/** Carries a result out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The transaction is rolled back.');
    this.result = result;
  }
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
