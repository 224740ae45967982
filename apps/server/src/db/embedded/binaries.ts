import { randomUUID } from 'node:crypto';
import { access, chmod, cp, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError, errnoOf } from './embedded-postgres-error.ts';

/** A folder with `bin/postgres`, `bin/initdb` and their libraries. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

interface LinkOfPackage {
  /** The existing file, relative to the package. */
  readonly source: string;
  /** The name of a link to it that programs look for, relative to the package. */
  readonly target: string;
}

/**
 * Folder of the installed package with PostgreSQL's binaries for this system.
 *
 * @throws EmbeddedPostgresError `unsupported-platform`
 */
export function findPackage(platform = process.platform, arch = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    // The package exports one file only, `dist/index.js`.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `There is no embedded PostgreSQL for ${platform}-${arch}: the optional package ${name} is not installed. ` +
        'Set DATABASE_URL to the address of a PostgreSQL server.',
      { cause },
    );
  }
}

/**
 * The binaries where npm put them, or null when their library links are missing and can't be made there (the
 * checkout belongs to another user). npm drops links from packages and we run no install scripts, so the
 * links in the package's list are made here. Idempotent, and safe beside other processes that do the same.
 */
export async function binariesInPlace(packageFolder: string): Promise<Binaries | null> {
  try {
    await makeLinks(packageFolder, await linksOf(packageFolder));
    return binariesIn(path.join(packageFolder, 'native'));
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error) ?? '')) return null;
    throw error;
  }
}

/**
 * A copy of the binaries, with links, that all users may read: for a server account that can't enter the
 * checkout. Made once per version (57 MB); an incomplete copy is never used.
 *
 * @param cacheFolder where copies are kept; made if absent
 */
export async function binariesCopiedTo(cacheFolder: string, packageFolder: string): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = path.join(cacheFolder, `postgresql-${version}`);
  if (!(await exists(path.join(home, 'native')))) {
    const draft = `${home}.partial-${randomUUID()}`;
    await mkdir(draft, { recursive: true });
    const links = await linksOf(packageFolder);
    await cp(path.join(packageFolder, 'native'), path.join(draft, 'native'), {
      recursive: true,
      filter: (source) => !source.endsWith('.a') && !links.some((link) => source.endsWith(`/${link.target}`)),
    });
    await makeLinks(draft, links);
    await letEverybodyRead(draft);
    try {
      await rename(draft, home);
    } catch (error) {
      // Another start has made it meanwhile; its copy is the same.
      await rm(draft, { recursive: true, force: true });
      if (!['EEXIST', 'ENOTEMPTY'].includes(errnoOf(error) ?? '')) throw error;
    }
  }
  await chmod(cacheFolder, 0o755);
  return binariesIn(path.join(home, 'native'));
}

function binariesIn(native: string): Binaries {
  return { postgres: path.join(native, 'bin', 'postgres'), initdb: path.join(native, 'bin', 'initdb') };
}

async function linksOf(packageFolder: string): Promise<readonly LinkOfPackage[]> {
  const text = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8');
  return JSON.parse(text) as LinkOfPackage[];
}

async function makeLinks(folder: string, links: readonly LinkOfPackage[]): Promise<void> {
  for (const { source, target } of links) {
    const place = path.join(folder, target);
    const wanted = path.relative(path.dirname(target), source);
    if ((await readlink(place).catch(() => null)) === wanted) continue;
    if (await exists(place)) continue; // a real file: this installation followed the links
    const draft = `${place}.${randomUUID()}`;
    await symlink(wanted, draft);
    await rename(draft, place);
  }
}

async function letEverybodyRead(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) await letEverybodyRead(place);
    else if (entry.isFile()) await chmod(place, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

async function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}
