import { afterAll, beforeEach, expect, it } from 'vitest';
import { TestInstallation } from '../../../../tests/http/test-installation.ts';
import { until } from '../../../../tests/harness/waiting.ts';
import { enqueue, type EnqueueOptions } from './enqueue.ts';
import { jobNames, workerGroups, type JobHandler, type JobLog, type JobName } from './jobs.ts';
import { startQueue, type Queue } from './start-queue.ts';

const house = await TestInstallation.open({});
const tenantId = house.tenantIds.default;
const mute: JobLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
let queue: Queue | undefined;

beforeEach(() => house.query('delete from graphile_worker._private_jobs'));
afterAll(async () => {
  await queue?.stop();
  await house.close();
});

const put = (name: string, task: JobName, options: EnqueueOptions = {}, tenant = tenantId) =>
  house.program.media.database.bookkeeping(tenant, (db) =>
    enqueue(db, task, { name }, { jobKey: name, ...options }),
  );

/** Enqueues several jobs of one account in one transaction: ann1, ann2 … */
const putMany = (account: string, count: number, options: EnqueueOptions = {}) =>
  house.program.media.database.bookkeeping(tenantId, async (db) => {
    for (let number = 1; number <= count; number += 1) {
      const name = `${account}${number}`;
      await enqueue(db, 'derive-image', { name }, { jobKey: name, account, ...options });
    }
  });

/** Takes the next job as a worker does; of one turn the first by name. @returns its name */
async function take(): Promise<string | undefined> {
  const [job] = await house.query<{ name: string }>(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where id = (
       select id from graphile_worker._private_jobs where is_available and run_at <= now()
       order by priority, date_trunc('second', run_at), payload ->> 'name' limit 1) returning payload ->> 'name' as name`,
  );
  return job?.name;
}

const end = (name: string) =>
  house.query(`delete from graphile_worker._private_jobs where payload ->> 'name' = $1`, [name]);

async function inOrder(): Promise<string[]> {
  const names: string[] = [];
  for (let name = await take(); name !== undefined; name = await take()) {
    names.push(name);
    await end(name);
  }
  return names;
}

it('accounts take turns, and the jobs of one run in the order of their age', async () => {
  await putMany('ann', 4);
  await putMany('bob', 2);
  expect(await inOrder()).toEqual(['ann1', 'bob1', 'ann2', 'bob2', 'ann3', 'ann4']);
});

it('an account that comes later starts at the turn being served, neither before it nor after the others', async () => {
  await putMany('ann', 100);
  for (let turn = 1; turn <= 50; turn += 1) await end((await take()) ?? '');
  await putMany('bob', 3);
  expect((await inOrder()).slice(0, 6)).toEqual(['ann51', 'bob1', 'ann52', 'bob2', 'ann53', 'bob3']);
});

it('an account whose only job is running does not fall behind one that enqueues many meanwhile', async () => {
  await putMany('ann', 3);
  for (const name of ['ann1', 'ann2']) expect(await take()).toBe(name);
  await end('ann1');
  expect(await take()).toBe('ann3');
  await end('ann2');
  // Only ann3 is left, and runs.
  await putMany('bob', 20);
  await put('ann4', 'derive-image', { account: 'ann' });
  expect((await inOrder()).indexOf('ann4')).toBeLessThanOrEqual(2);
});

it('nobody who enqueues waits for a transaction that enqueued the first job of the same name', async () => {
  const { database } = house.program.media;
  await database.bookkeeping(tenantId, async (db) => {
    for (const name of jobNames) await enqueue(db, name, { name });
    for (const name of jobNames) await put(`${name} beside`, name);
  });
  expect(await inOrder()).toHaveLength(2 * jobNames.length);
});

it('the same account of two organisations has a turn in each', async () => {
  await putMany('ann', 3);
  await put('other', 'derive-image', { account: 'ann' }, house.tenantIds.altra);
  expect(await inOrder()).toEqual(['ann1', 'other', 'ann2', 'ann3']);
});

it('what a person waits for goes before the background, which goes before upkeep', async () => {
  await putMany('ann', 2, { urgency: 'upkeep' });
  await putMany('bob', 2);
  await put('archive', 'make-archive', { account: 'cho', urgency: 'person' });
  expect(await inOrder()).toEqual(['archive', 'bob1', 'bob2', 'ann1', 'ann2']);
});

it('a job that is enqueued again under its key keeps its turn, and becomes more urgent only', async () => {
  await putMany('ann', 3);
  await put('ann1', 'derive-image', { account: 'ann' });
  await put('ann2', 'derive-image', { account: 'ann', urgency: 'person' });
  await put('ann2', 'derive-image', { account: 'ann', urgency: 'background' });
  expect(await inOrder()).toEqual(['ann2', 'ann1', 'ann3']);
});

it('a job that failed for the last time holds up no later job of its account', async () => {
  await putMany('ann', 50);
  await house.query(`update graphile_worker._private_jobs set attempts = max_attempts`);
  await put('ann51', 'derive-image', { account: 'ann' });
  await putMany('bob', 2);
  expect(await inOrder()).toEqual(['ann51', 'bob1', 'bob2']);
});

it('a job that failed returns at the turn being served, and does not wait for all others', async () => {
  await putMany('ann', 6);
  await house.query(
    `update graphile_worker._private_jobs set attempts = 1, run_at = now() - interval '1 second' where payload ->> 'name' = 'ann1'`,
  );
  await house.query('select armarium.take_turns()');
  expect(await inOrder()).toEqual(['ann1', 'ann2', 'ann3', 'ann4', 'ann5', 'ann6']);
});

it('a job for later runs when its time has come, then at the turn being served, and takes no turn before', async () => {
  await put('later', 'deliver', { account: 'ann', notBefore: new Date(Date.now() + 3_600_000) });
  await putMany('ann', 3);
  await house.query('select armarium.take_turns()');
  expect(await take()).toBe('ann1');
  const [{ seconds } = { seconds: 0 }] = await house.query<{ seconds: number }>(
    `select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs
     where payload ->> 'name' = 'later'`,
  );
  expect(Math.abs(seconds - 3_600)).toBeLessThan(60);
  await house.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '1 second' where payload ->> 'name' = 'later'`,
  );
  await house.query('select armarium.take_turns()');
  expect(await inOrder()).toEqual(['ann2', 'later', 'ann3']);
});

it('a job for a time that is over is one for now', async () => {
  await putMany('ann', 2);
  await put('past', 'deliver', { account: 'bob', notBefore: new Date(Date.now() - 60_000) });
  expect(await inOrder()).toEqual(['ann1', 'past', 'ann2']);
});

it.each([1, 2, 3, 4, 7, 64])('of %i workers for files at least half run images alone', (workers) => {
  const groups = workerGroups(workers);
  const forFiles = groups.filter(({ jobs }) => jobs.includes('derive-image'));
  expect(forFiles.reduce((sum, group) => sum + group.workers, 0)).toBe(workers);
  const shared = forFiles.filter(({ jobs }) => jobs.includes('derive-media'));
  expect(shared.reduce((sum, group) => sum + group.workers, 0)).toBe(Math.max(1, Math.floor(workers / 2)));
  expect(groups.flatMap(({ jobs }) => jobs)).toEqual(expect.arrayContaining(jobNames));
});

it('an image is prepared while models, batches and other servers take all workers that they may', async () => {
  const running = new Set<string>();
  const hang: JobHandler = (payload, { signal }) => {
    running.add((payload as { name: string }).name);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
    });
  };
  const done: string[] = [];
  const note: JobHandler = async (payload) => void done.push((payload as { name: string }).name);
  const handlers = Object.fromEntries(jobNames.map((name) => [name, note])) as Record<JobName, JobHandler>;
  for (let model = 1; model <= 3; model += 1)
    await put(`model ${model}`, 'derive-media', { urgency: 'person' });
  for (let batch = 1; batch <= 3; batch += 1) await put(`batch ${batch}`, 'run-batch', { urgency: 'person' });
  for (let mail = 1; mail <= 3; mail += 1) await put(`mail ${mail}`, 'deliver', { urgency: 'person' });
  queue = await startQueue({
    pool: house.access.migrator,
    connection: house.access.connection,
    concurrency: 2,
    handlers: { ...handlers, 'derive-media': hang, 'run-batch': hang, deliver: hang },
    log: mute,
  });
  await until('one model, two batches and two deliveries run', () => (running.size === 5 ? true : undefined));
  await putMany('ann', 2);
  await until('both images are prepared', () => (done.length === 2 ? true : undefined));
  expect([...running].filter((name) => name.startsWith('model'))).toHaveLength(1);
});
