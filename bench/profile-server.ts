import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

/**
 * Loaded into the server before its own code (`--profile`): writes a CPU profile of its main thread when it
 * ends. Node 20 takes `--cpu-prof` on the command line only, which the program's door doesn't hand on.
 */
const folder = new URL(import.meta.url).searchParams.get('folder') ?? '.';
// The door runs its builder as a process of its own, which concerns nobody.
if (!process.argv.includes('build')) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  process.once('exit', () => {
    session.post('Profiler.stop', (error, stopped) => {
      if (error) throw error;
      writeFileSync(join(folder, `server-${process.pid}.cpuprofile`), JSON.stringify(stopped.profile));
    });
  });
}
