import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { requireAccountFields } from '../modules/accounts/public.ts';
import { CommandRefused, type CommandContext } from './command.ts';

interface GivenPassword {
  readonly password: string;
  readonly isMade: boolean;
}

/**
 * Reads a password from standard input, or makes one. It is never an argument: arguments are visible in the list
 * of processes and in the history of the shell.
 */
export async function wantedPassword(
  fromInput: boolean | undefined,
  { signal }: CommandContext,
): Promise<GivenPassword> {
  if (!fromInput) return { password: randomBytes(15).toString('base64url'), isMade: true };
  const { stdin } = process;
  if (stdin.isTTY) process.stderr.write('The new password, then Enter (it is not shown): ');
  const lines = createInterface({ input: stdin, terminal: stdin.isTTY, signal });
  // At a terminal the keys arrive raw, Ctrl-C too.
  lines.once('SIGINT', () => lines.close());
  let line: string | undefined;
  for await (line of lines) break;
  if (stdin.isTTY) process.stderr.write('\n');
  if (line === undefined) throw new CommandRefused('No password came in. Nothing was changed.');
  requireAccountFields({ password: line });
  return { password: line, isMade: false };
}

/** Prints a password that was made here. */
export function sayMadePassword(
  context: CommandContext,
  username: string,
  { password: made, isMade }: GivenPassword,
) {
  if (isMade) context.say(`${username} signs in with the password ${made} (it is shown this once).`);
}
