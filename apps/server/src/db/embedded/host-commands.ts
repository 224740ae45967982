import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A program to run, with everything that spawning needs. */
export interface Command {
  readonly words: readonly [string, ...string[]];
  readonly uid?: number;
  readonly gid?: number;
}

export interface Outcome {
  /** null when it was ended by a signal or couldn't be spawned. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Programs of the host that the launcher uses where they exist (Linux has them in util-linux). */
export interface HostCommands {
  /** Asks the kernel to end a program when its parent dies, and keeps a capability over a change of user. */
  readonly setpriv: string | null;
  /** Holds a kernel lock while a program and its children live. */
  readonly flock: string | null;
  /** Runs a program in a user namespace of its own. */
  readonly unshare: string | null;
}

/**
 * The environment of all started programs. Nothing is inherited, since variables of libpq and of the user's
 * language would change what the server does.
 */
export const cleanEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Finds the host's programs; one that lacks a needed option counts as absent. */
export async function findHostCommands(): Promise<HostCommands> {
  if (process.platform !== 'linux') return { setpriv: null, flock: null, unshare: null };
  const setpriv = find('setpriv');
  const works = setpriv !== null && (await run({ words: [...untilParentDies(setpriv, 'KILL'), 'true'] }));
  return {
    setpriv: works && works.exitCode === 0 ? setpriv : null,
    flock: find('flock'),
    unshare: find('unshare'),
  };
}

/**
 * Arguments before a program that make it get `signal` when its parent's thread ends, however that ends. They
 * must follow any change of user, which makes the kernel forget the setting (prctl(2), PR_SET_PDEATHSIG).
 */
export function untilParentDies(setpriv: string, signal: 'INT' | 'KILL'): [string, ...string[]] {
  return [setpriv, '--no-new-privs', '--pdeathsig', signal];
}

/** Runs a short program to its end. Never rejects: an error of spawning is in `stderr`. */
export async function run(command: Command): Promise<Outcome> {
  return new Promise((resolve) => {
    const [file, ...args] = command.words;
    const child = spawn(file, args, {
      cwd: '/',
      env: cleanEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...accountOf(command),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (error) => resolve({ exitCode: null, stdout, stderr: error.message }));
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

/** The spawn options of a command's account; Node also drops our supplementary groups when they are set. */
export function accountOf(command: Command): { uid?: number; gid?: number } {
  return {
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  };
}

function find(name: string): string | null {
  const places = cleanEnvironment.PATH.split(':').map((folder) => path.join(folder, name));
  return places.find((place) => existsSync(place)) ?? null;
}
