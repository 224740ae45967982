import { readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { binariesCopiedTo, binariesInPlace, type Binaries } from './binaries.ts';
import { EmbeddedPostgresError, errnoOf } from './embedded-postgres-error.ts';
import { run, untilParentDies, type Command, type HostCommands } from './host-commands.ts';

/** As whom the server runs. */
export interface ServerAccount {
  /** What the host sees as the owner of the server's files and processes. */
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Whether files must be handed over to that owner by us. */
  readonly otherThanOurs: boolean;
  /** In a user namespace: as whom it sees itself. PostgreSQL refuses to run if that is uid 0 or without a name. */
  readonly seenAs: { readonly uid: number; readonly gid: number } | null;
}

export interface ServerHome {
  readonly account: ServerAccount;
  readonly binaries: Binaries;
  /** Of PostgreSQL, such as `18`. */
  readonly majorVersion: string;
  /** Folders for the socket that this account may enter, in order of preference; the data folder last. */
  readonly socketParents: readonly string[];
}

interface NamedAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Finds an account that PostgreSQL accepts and that reaches both the data folder and the binaries, by trying.
 *
 * An ordinary user's server runs as that user. Root's runs as the owner of the cluster, of the data folder or
 * of the nearest folder above it that isn't root's, else as the system's account for such things; where none
 * of them may enter the data folder (below a home of mode 700), as ourselves in a user namespace, where we
 * are called by another number. The last is the last because it keeps root's rights to root's files.
 *
 * @param dataDir real path of the data folder
 * @param cluster path of the cluster in it, which need not exist yet
 * @throws EmbeddedPostgresError `not-startable`, naming what was tried
 */
export async function findServerHome(
  dataDir: string,
  cluster: string,
  packageFolder: string,
  host: HostCommands,
): Promise<ServerHome> {
  const temporary = [...new Set([os.tmpdir(), '/tmp', '/var/tmp'])];
  const inPlace = await binariesInPlace(packageFolder);
  let refusal = '';

  for (const account of await candidates(dataDir, cluster, host)) {
    const kinds = [async () => inPlace, () => binariesCopiedTo(path.join(dataDir, 'cache'), packageFolder)];
    for (const kind of kinds) {
      const binaries = await kind();
      if (binaries === null) continue;
      const trial = await tryAccount(account, host, binaries, [...temporary, dataDir]);
      if (!trial.entered.includes(dataDir)) {
        refusal ||= `uid ${account.owner.uid} may not enter the data folder`;
        break;
      }
      if (trial.majorVersion !== null) {
        const { majorVersion } = trial;
        return { account, binaries, majorVersion, socketParents: trial.entered };
      }
      refusal = trial.problem;
    }
  }
  const asRoot = process.getuid?.() === 0;
  throw new EmbeddedPostgresError(
    'not-startable',
    `PostgreSQL can't be run on the data folder ${dataDir}: ${refusal || 'no account to run it as'}. ` +
      (asRoot
        ? 'PostgreSQL never runs as root: start Armarium as an ordinary user, choose a DATA_DIR that ' +
          'other accounts may enter, or set DATABASE_URL.'
        : 'Choose another DATA_DIR or set DATABASE_URL.'),
  );
}

/**
 * The command that runs a program as an account.
 *
 * @param whenParentDies the signal it gets when we die, where the host can do that
 */
export function commandAs(
  account: ServerAccount,
  host: HostCommands,
  program: readonly [string, ...string[]],
  whenParentDies: 'INT' | 'KILL',
): Command {
  const words: string[] = [];
  if (account.seenAs !== null && host.unshare !== null) {
    const { uid, gid } = account.seenAs;
    words.push(host.unshare, '--user', `--map-user=${uid}`, `--map-group=${gid}`);
  }
  if (host.setpriv !== null) words.push(...untilParentDies(host.setpriv, whenParentDies));
  const [first, ...rest] = [...words, ...program];
  return { words: [first ?? program[0], ...rest], ...(account.otherThanOurs ? account.owner : {}) };
}

async function candidates(dataDir: string, cluster: string, host: HostCommands): Promise<ServerAccount[]> {
  const ourUid = process.getuid?.() ?? -1;
  const ours = { uid: ourUid, gid: process.getgid?.() ?? -1 };
  const known = await namedAccounts();
  const nobody = known.find(({ name }) => name === 'nobody') ?? { uid: 65_534, gid: 65_534 };
  const asOurselves: ServerAccount = { owner: ours, otherThanOurs: false, seenAs: null };
  const inNamespace: ServerAccount[] = host.unshare === null ? [] : [{ ...asOurselves, seenAs: nobody }];

  if (ourUid !== 0) return isNamed() ? [asOurselves] : [...inNamespace, asOurselves];

  const owners: { uid: number; gid: number }[] = [];
  const existing = await stat(cluster).catch(absent);
  if (existing !== null) owners.push({ uid: existing.uid, gid: existing.gid });
  for (let folder = dataDir; ; folder = path.dirname(folder)) {
    const { uid } = await stat(folder);
    // Making a cluster takes an account with a name, and a name also tells the group.
    owners.push(...known.filter((account) => account.uid === uid));
    if (folder === path.dirname(folder)) break;
  }
  owners.push(known.find(({ name }) => name === '_postgres') ?? nobody);
  const others = owners
    .filter(({ uid }, index) => uid !== 0 && owners.findIndex((owner) => owner.uid === uid) === index)
    .map(({ uid, gid }): ServerAccount => ({ owner: { uid, gid }, otherThanOurs: true, seenAs: null }));
  return [...others, ...inNamespace];
}

async function tryAccount(
  account: ServerAccount,
  host: HostCommands,
  binaries: Binaries,
  folders: readonly string[],
): Promise<{ entered: string[]; majorVersion: string | null; problem: string }> {
  const script = 'p=$1; shift; for f; do test -x "$f" && echo "in:$f"; done; exec "$p" --version';
  const program = ['/bin/sh', '-c', script, 'sh', binaries.postgres, ...folders] as const;
  const outcome = await run(commandAs(account, host, [...program], 'KILL'));
  const lines = outcome.stdout.split('\n');
  const version = /^postgres \(PostgreSQL\) (\d+)/m.exec(outcome.stdout)?.[1] ?? null;
  return {
    entered: folders.filter((folder) => lines.includes(`in:${folder}`)),
    majorVersion: outcome.exitCode === 0 ? version : null,
    problem: outcome.stderr.trim() || `its binaries ended with code ${outcome.exitCode}`,
  };
}

function isNamed(): boolean {
  try {
    return os.userInfo().username !== '';
  } catch {
    return false; // a container run under a bare number
  }
}

async function namedAccounts(): Promise<NamedAccount[]> {
  const text = (await readFile('/etc/passwd', 'utf8').catch(absent)) ?? '';
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && fields[0]?.startsWith('#') === false)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid >= 0);
}

function absent(error: unknown): null {
  if (errnoOf(error) === 'ENOENT') return null;
  throw error;
}
