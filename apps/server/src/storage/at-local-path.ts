import type { Storage } from './storage.ts';

/** Runs work with the path of a file (`Storage.localPath`), and releases the path when the work has ended. */
export async function atLocalPath<T>(
  storage: Pick<Storage, 'localPath'>,
  key: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const local = await storage.localPath(key);
  try {
    return await work(local.path);
  } finally {
    await local.release();
  }
}
