import { readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { binariesCopiedTo, binariesInPlace, type Binaries } from './binaries.ts';
import { EmbeddedPostgresError, errnoOf } from './embedded-postgres-error.ts';
import { run, untilParentDies, type Command, type HostCommands } from './host-commands.ts';

/** The account that runs the server. */
export interface ServerAccount {
  /** The owner of the server's files and processes, as the host sees it. */
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Whether we must give the files to that owner. */
  readonly otherThanOurs: boolean;
  /** In a user namespace: the account as it sees itself. PostgreSQL's initdb needs a user with a name. */
  readonly seenAs: { readonly uid: number; readonly gid: number } | null;
  /** The one capability of root that it keeps, to enter folders that are closed to it. */
  readonly capability: 'dac_read_search' | 'dac_override' | null;
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
 * Finds, by trying, an account that PostgreSQL accepts and that can reach both the data folder and the
 * binaries.
 *
 * An ordinary user's server runs as that user. A user without a name, as in a container with a bare number,
 * gets a user namespace in which the number has one. Root's server runs as the owner of the cluster, of the
 * data folder or of the nearest folder above it that isn't root's, else as the system's account for such
 * things. Where none of them may enter the data folder (below a home of mode 700), the last one keeps a
 * capability of root: to enter and read closed folders, or, in containers that grant only that, also to write
 * them.
 *
 * @param dataDir real path of the data folder
 * @param cluster path of the cluster in it, which need not exist yet
 * @throws EmbeddedPostgresError `not-startable`, naming the accounts that were tried
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
 * @param whenParentDies the signal it gets when we die, where the host supports that
 */
export function commandAs(
  account: ServerAccount,
  host: HostCommands,
  program: readonly [string, ...string[]],
  whenParentDies: 'INT' | 'KILL',
): Command {
  const { owner, seenAs, capability } = account;
  const words: string[] = [];
  let changed = account.otherThanOurs ? owner : {};
  if (seenAs !== null && host.unshare !== null) {
    words.push(host.unshare, '--user', `--map-user=${seenAs.uid}`, `--map-group=${seenAs.gid}`);
  }
  if (host.setpriv !== null) {
    words.push(...untilParentDies(host.setpriv, whenParentDies));
    if (capability !== null) {
      words.push('--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups');
      words.push(`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`);
      // Otherwise access(2), with which PostgreSQL looks for its own files, ignores the capability.
      words.push('--securebits=+no_setuid_fixup');
      changed = {};
    }
  }
  const [first, ...rest] = [...words, ...program];
  return { words: [first ?? program[0], ...rest], ...changed };
}

async function candidates(dataDir: string, cluster: string, host: HostCommands): Promise<ServerAccount[]> {
  const ourUid = process.getuid?.() ?? -1;
  const ours = { uid: ourUid, gid: process.getgid?.() ?? -1 };
  const known = await namedAccounts();
  const nobody = known.find(({ name }) => name === 'nobody') ?? { uid: 65_534, gid: 65_534 };

  if (ourUid !== 0) {
    const plain: ServerAccount = { owner: ours, otherThanOurs: false, seenAs: null, capability: null };
    return isNamed() || host.unshare === null ? [plain] : [{ ...plain, seenAs: nobody }, plain];
  }

  const owners: { uid: number; gid: number }[] = [];
  const existing = await stat(cluster).catch(absent);
  if (existing !== null) owners.push({ uid: existing.uid, gid: existing.gid });
  for (let folder = dataDir; ; folder = path.dirname(folder)) {
    const { uid } = await stat(folder);
    // Making a cluster needs an account with a name, and the name also gives the group.
    owners.push(...known.filter((account) => account.uid === uid));
    if (folder === path.dirname(folder)) break;
  }
  const last = known.find(({ name }) => name === '_postgres') ?? nobody;
  owners.push(last);
  const others = owners
    .filter(({ uid }, index) => uid !== 0 && owners.findIndex((owner) => owner.uid === uid) === index)
    .map(({ uid, gid }) => inRootsStead({ uid, gid }, null));
  if (host.setpriv === null) return others;
  const owner = others[0]?.owner ?? last;
  return [...others, inRootsStead(owner, 'dac_read_search'), inRootsStead(owner, 'dac_override')];
}

function inRootsStead(
  { uid, gid }: ServerAccount['owner'],
  capability: ServerAccount['capability'],
): ServerAccount {
  return { owner: { uid, gid }, otherThanOurs: true, seenAs: null, capability };
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
    return false; // a container with a bare number
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
