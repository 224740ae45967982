import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 30_000;
/** PostgreSQL refuses to run as root; this is the account without rights of every system. */
const nobody = { uid: 65_534, gid: 65_534 };

/**
 * Starts a server of the machine's own PostgreSQL on a new cluster, reached by a socket in its folder only.
 * @param binaries folder of `initdb` and `postgres`
 * @param folder made here; whoever runs the tests must be able to remove it
 * @throws with what the server said, if it isn't ready in time
 */
export async function startInstalledPostgres(
  binaries: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  mkdirSync(folder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody.uid, nobody.gid);
  const as = { ...(isRoot && nobody), cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const cluster = join(folder, 'cluster');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const all = { listen_addresses: '', unix_socket_directories: folder, ...settings };
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4_000)));
  const ended = once(server, 'exit');
  const stop = async () => {
    // Fast: whoever is still connected is cut off.
    if (server.exitCode === null) server.kill('SIGINT');
    await ended;
  };
  for (const until_ms = Date.now() + READY_WITHIN_MS; !said.includes('ready to accept'); await sleep(50)) {
    if (server.exitCode !== null || Date.now() > until_ms) {
      await stop();
      throw new Error(`The PostgreSQL of ${binaries} did not start:\n${said}`);
    }
  }
  return { url: `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(folder)}`, stop };
}
