import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeriveWorkshop } from './derive-workshop.ts';
import { MediaRefused } from './media-refused.ts';
import { until } from '../../../../../tests/harness/waiting.ts';

const limits = { maxPixels: 1e6 };
const small_bytes = 50e6;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-workshop-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A workshop whose processes note when they are asked, and then do as `answer` says, for each its line of script. */
async function workshopThat(answer: string, limitsOf?: Parameters<typeof openDeriveWorkshop>[1]) {
  const script = join(folder, `${Math.random()}.cjs`);
  const log = `${script}.log`;
  await writeFile(log, '');
  await writeFile(
    script,
    `const note = (word) => require('node:fs').appendFileSync(${JSON.stringify(log)}, word + ' ' + process.pid + '\\n');
    const say = (said, rss_bytes = ${small_bytes}) => process.send({ ...said, rss_bytes });
    const probe = { made: { mediaType: 'x/y', pages: [] } };
    process.on('disconnect', () => process.exit());
    process.on('message', (request) => { note('asked'); ${answer} });`,
  );
  const workshop = openDeriveWorkshop(script, limitsOf);
  const noted = async (word: string) =>
    (await readFile(log, 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith(word))
      .map((line) => Number(line.split(' ')[1]));
  return { workshop, noted, probe: () => workshop.probe('object', 'a file', limits) };
}

const task = { source: '', into: '', page: 0, rotation: 0 as const, facts: {}, parts: [], limits };
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: unknown) => (error instanceof MediaRefused ? error.cause_.code : 'failed'),
  );
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
async function gone(pids: readonly number[]): Promise<void> {
  await until('they are gone', () => (pids.some(isAlive) ? undefined : true));
}

describe('the processes that prepare files', () => {
  it('are used again while they are small and made what was asked, and ended otherwise', async () => {
    const cause = { code: 'unreadable', title: 'T.', nextStep: 'N.' };
    for (const [answer, kept] of [
      ['say(probe)', true],
      ['say(probe, 600e6)', false],
      [
        `say({ refused: { cause_: ${JSON.stringify(cause)}, details: {}, message: 'unreadable: x' } })`,
        false,
      ],
      [`say({ failed: { message: 'x' } })`, false],
    ] as const) {
      const { workshop, noted, probe } = await workshopThat(answer);
      await code(probe());
      await code(probe());
      const [first, second] = await noted('asked');
      expect(first === second, answer).toBe(kept);
      if (!kept) await gone([first!, second!]);
      workshop.close();
    }
  });

  it('judge two files at once, and the others after them', async () => {
    const { workshop, noted, probe } = await workshopThat(
      `setTimeout(() => { note('answered'); say(probe, 600e6); }, 300);`,
    );
    const all = [probe(), probe(), probe(), probe(), probe()];
    await until('one is answered', async () => {
      // In this order: what was asked before anything was answered.
      const asked = await noted('asked');
      if ((await noted('answered')).length > 0) return true;
      expect(asked.length).toBeLessThanOrEqual(2);
      return undefined;
    });
    await Promise.all(all);
    expect(new Set(await noted('asked')).size).toBe(5);
    workshop.close();
  });

  it('draw a preview; one that nobody waits for any more ends, or never begins', async () => {
    const { workshop, noted } = await workshopThat(
      `if (request.task.pyramid !== 'endless') say({ made: 'drawn' });`,
    );
    const mark = { path: '', place: 'centre', opacity: 50, width: 50 } as const;
    const draw = (pyramid: string, signal?: AbortSignal) =>
      code(workshop.preview({ pyramid, mark, isSent: false }, signal));
    expect(await draw('one')).toBe('made');
    expect(await draw('given up before it began', AbortSignal.abort())).toBe('failed');
    expect(await noted('asked')).toHaveLength(1);

    const late = new AbortController();
    const endless = draw('endless', late.signal);
    const pids = await until('it is at work', async () => {
      const asked = await noted('asked');
      return asked.length === 2 ? asked : undefined;
    });
    late.abort();
    expect(await endless).toBe('failed');
    await gone(pids);
    workshop.close();
  });

  it('tell a file that brings them down for damaged: when it is judged, or prepared or copied twice', async () => {
    const { workshop, noted, probe } = await workshopThat(`process.kill(process.pid, 'SIGSEGV');`);
    expect(await code(probe())).toBe('unreadable');
    expect(await code(workshop.derive('object', task))).toBe('unreadable');
    expect(await code(workshop.copyPdf('a file', 'a copy', 1))).toBe('unreadable');
    expect((await noted('asked')).length).toBe(5);
    workshop.close();
    // Ended by somebody, it is to be tried again.
    const killed = await workshopThat(`process.kill(process.pid, 'SIGKILL');`);
    expect(await code(killed.workshop.derive('object', task))).toBe('failed');
    killed.workshop.close();
  });

  it('are ended, for good, with a file that takes more time or memory than its kind may', async () => {
    const slow = await workshopThat('for (;;);', () => ({ time_ms: 500, memory_bytes: Infinity }));
    expect(await code(slow.workshop.derive('image', task))).toBe('took-too-long');
    await gone(await slow.noted('asked'));
    slow.workshop.close();
    const large = await workshopThat('globalThis.held = Buffer.alloc(300e6, 1); for (;;);', () => ({
      time_ms: 60_000,
      memory_bytes: 200e6,
    }));
    expect(await code(large.workshop.derive('image', task))).toBe('took-too-much-memory');
    await gone(await large.noted('asked'));
    large.workshop.close();
  });

  it('end with the workshop, at work too', async () => {
    const { workshop, noted, probe } = await workshopThat('for (;;);');
    const asked = code(probe());
    await until('it is at work', async () => (await noted('asked'))[0]);
    workshop.close();
    expect(await asked).toBe('failed');
    await gone(await noted('asked'));
  });
});
