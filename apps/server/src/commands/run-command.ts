import { openDatabaseAccess, openInstallation, openStorage, type Installation } from '../compose.ts';
import { readConfig } from '../config.ts';
import { makeLogger } from '../observe/log.ts';
import { onStopSignal } from '../stop-signals.ts';
import { UsageError, type Command } from './command.ts';
import { refuseOtherAccount } from './own-account.ts';
import { systemCause } from '../storage/system-cause.ts';
import { causeOf, giveUp, notUnderstood, say, sayPassword } from './terminal.ts';

/** Whether a word of the command line asks for help. */
export const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/**
 * Ignores that the reader of the output has gone (`armarium export | head`). Any other failure of the output is
 * reported at the end, because the command has to end in order first.
 * @returns a function that answers the failure, undefined while there is none
 */
function watchOutput(): () => NodeJS.ErrnoException | undefined {
  let failure: NodeJS.ErrnoException | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure = error;
  });
  // There is no place left to report a failure of the error output.
  process.stderr.on('error', () => undefined);
  return () => failure;
}

/**
 * Runs a command of administration, beside a running program or alone, and ends the process with its status.
 * @param places of the migrations, and of the script that prepares media
 */
export async function runCommand(
  name: string,
  command: Command,
  args: readonly string[],
  { migrations, deriveProcess }: { migrations: string; deriveProcess: string },
): Promise<void> {
  const outputFailure = watchOutput();
  if (args.some(isHelp)) {
    say(command.usage);
    return;
  }
  const stopping = new AbortController();
  onStopSignal(() => stopping.abort());
  try {
    // The output is for a person or a script, so the log has warnings and errors only.
    const config = readConfig(undefined, 'warn');
    const log = makeLogger(config.logLevel);
    await command.before?.(config);
    const access = await openDatabaseAccess(config, log, migrations, { beside: true });
    const opened: Installation[] = [];
    try {
      await command.run(args, {
        config,
        log,
        access,
        migrations,
        deriveProcess,
        signal: stopping.signal,
        say,
        installation: async () => {
          await refuseOtherAccount(await openStorage(config));
          const installation = await openInstallation(config, access, deriveProcess);
          opened.push(installation);
          if (installation.generatedPassword !== undefined)
            sayPassword(config, installation.generatedPassword);
          return installation;
        },
      });
    } finally {
      for (const installation of opened) installation.close();
      await access.close();
    }
    const failure = outputFailure();
    if (failure) giveUp(`armarium ${name}: standard output can't be written: ${systemCause(failure)}.`);
    process.exit(0);
  } catch (error) {
    if (error instanceof UsageError) {
      notUnderstood(`armarium ${name}: ${error.message}\n"armarium ${name} --help" tells all of it.`);
    }
    giveUp(`armarium ${name}: ${causeOf(error)}`);
  }
}
