import type { PoolClient } from 'pg';
import { until } from '../harness/waiting.ts';
import type { TestInstallation } from './test-installation.ts';

/**
 * Begins a request that writes to an account, and lets something happen while it waits for the account.
 * @param meanwhile gets the transaction that holds the account
 * @returns its answer
 */
export async function whileItWaits<Answered>(
  house: TestInstallation,
  accountUuid: string,
  begin: () => Promise<Answered>,
  meanwhile: (holder: PoolClient) => Promise<unknown>,
): Promise<Answered> {
  const holder = await house.access.migrator.connect();
  try {
    await holder.query('begin');
    await holder.query('select from account where uuid = $1 for update', [accountUuid]);
    const answer = begin();
    await until('it waits for the account', async () => (await waiting(house)) > 0 || undefined);
    await meanwhile(holder);
    await holder.query('commit');
    return await answer;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** How many requests wait for a row that another transaction holds. */
export const waiting = async (house: TestInstallation): Promise<number> =>
  (
    await house.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).length;
