import type { Storage } from './storage.ts';

/**
 * Provides a file of the storage at a path of this machine, for a library that needs one
 * (`Storage.localPath`). The path is released when the work has ended or failed.
 */
export async function atLocalPath<T>(
  storage: Pick<Storage, 'localPath'>,
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  return atLocalPaths(storage, [key], ([path = '']) => work(path));
}

/** The same for several files, with their paths in the order of the keys. */
export async function atLocalPaths<T>(
  storage: Pick<Storage, 'localPath'>,
  keys: readonly string[],
  work: (paths: string[]) => Promise<T>,
): Promise<T> {
  const held: Awaited<ReturnType<Storage['localPath']>>[] = [];
  try {
    for (const key of keys) held.push(await storage.localPath(key));
    return await work(held.map(({ path }) => path));
  } finally {
    for (const file of held) await file.release();
  }
}
