import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchServer } from './bench-server.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command of the program beside a server, on its data folder.
 * @param onStart told of its process
 * @returns the seconds that it took
 * @throws Error with what it said where it fails
 */
export async function commandBeside(
  server: BenchServer,
  args: readonly string[],
  onStart: (pid: number) => void = () => undefined,
): Promise<number> {
  const began_ms = performance.now();
  const child = spawn(process.execPath, ['armarium.mjs', ...args], {
    cwd: repository,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: server.armarium.dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.pid !== undefined) onStart(child.pid);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`armarium ${args.join(' ')} ended with ${String(code)}:\n${said}`);
  return (performance.now() - began_ms) / 1000;
}
