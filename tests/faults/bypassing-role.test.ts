import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabaseAccess } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { makeLogger } from '../../apps/server/src/observe/log.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { migrations } from '../http/template-database.ts';
import { ProgramRun } from './program-run.ts';

let armarium: RunningArmarium;

beforeAll(async () => {
  armarium = await RunningArmarium.start();
});
afterAll(() => armarium?.close());

async function alter(role: string): Promise<void> {
  const config = readConfig({ DATA_DIR: armarium.dataDir });
  const access = await openDatabaseAccess(config, makeLogger('silent'), migrations, { beside: true });
  try {
    await access.migrator.query(`alter role ${role}`);
  } finally {
    await access.close();
  }
}

test('[TENANT-32] a role of the pools that could step over row-level security keeps everything from starting', async () => {
  await alter('armarium_app bypassrls');
  await armarium.stop();
  for (const command of ['serve', 'web', 'worker', 'migrate']) {
    const run = ProgramRun.armarium([command], {
      DATA_DIR: armarium.dataDir,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      PORT: String(armarium.port),
    });
    try {
      const { code } = await run.ended;
      expect({ command, code }).toEqual({ command, code: 1 });
      expect(run.output).toContain('Armarium does not start: The role armarium_app');
      expect(run.output).toContain('bypasses row-level security');
      expect(run.output).not.toContain('    at ');
    } finally {
      await run.end();
    }
  }
  expect(processesInFolder(armarium.dataDir)).toEqual([]);
});
