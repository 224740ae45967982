import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesInFolder } from './processes-in-folder.ts';

test('a process is found by its folder or its command line while it lives, and only then', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'armarium-processes-')));
  const sleeper = "process.stdout.write('.'); setTimeout(() => {}, 60_000)";
  const inside = spawn(process.execPath, ['-e', sleeper], { cwd: folder });
  const naming = spawn(process.execPath, ['-e', sleeper, join(folder, 'x')]);
  try {
    await Promise.all([once(inside.stdout, 'data'), once(naming.stdout, 'data')]);
    const found = processesInFolder(folder).map(({ pid }) => pid);
    expect(found).toContain(naming.pid);
    if (process.platform === 'linux') expect(found).toContain(inside.pid);
    expect(processesInFolder(`${folder}-other`)).toEqual([]);
  } finally {
    const ends = [once(inside, 'exit'), once(naming, 'exit')];
    inside.kill('SIGKILL');
    naming.kill('SIGKILL');
    await Promise.all(ends);
    rmSync(folder, { recursive: true });
  }
  expect(processesInFolder(folder)).toEqual([]);
});
