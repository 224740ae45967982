import { fileURLToPath } from 'node:url';
import { CommandRefused, UsageError, type Command } from '../../apps/server/src/commands/command.ts';
import { openDatabaseAccess, openInstallation, type Installation } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { makeLogger } from '../../apps/server/src/observe/log.ts';
import { ProblemError } from '../../apps/server/src/problem-error.ts';
import { migrations } from '../http/template-database.ts';

const deriveProcess = fileURLToPath(new URL('../../apps/server/dist/derive-process.js', import.meta.url));

export interface CommandEnded {
  /** As the process would end. */
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a command of administration on a data folder, beside the program that serves it or alone, as main.ts does but
 * in this process: a process of its own takes a second of a processor until it can begin. How one ends is tried where
 * it is the subject, in import-records.soak.test.ts, and whatever reads standard input needs one.
 */
export async function commandRun(
  command: Command,
  words: readonly string[],
  dataDir: string,
): Promise<CommandEnded> {
  const config = readConfig({ DATA_DIR: dataDir });
  const log = makeLogger('silent');
  const said: string[] = [];
  const opened: Installation[] = [];
  await command.before?.(config);
  const access = await openDatabaseAccess(config, log, migrations, { beside: true });
  try {
    await command.run(words, {
      config,
      log,
      access,
      migrations,
      deriveProcess,
      signal: new AbortController().signal,
      say: (text) => said.push(text),
      installation: async () => {
        const installation = await openInstallation(config, access, deriveProcess);
        opened.push(installation);
        return installation;
      },
    });
    return { code: 0, output: said.join('\n') };
  } catch (error) {
    const isWord = error instanceof CommandRefused || error instanceof ProblemError;
    if (!isWord && !(error instanceof UsageError)) throw error;
    const fields = error instanceof ProblemError ? error.fields.map(({ message }) => message) : [];
    return { code: isWord ? 1 : 2, output: [...said, error.message, ...fields].join('\n') };
  } finally {
    for (const installation of opened) installation.close();
    await access.close();
  }
}
