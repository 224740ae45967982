import type { Storage } from './storage.ts';

/** Hands a file to a library that wants a path (`Storage.localPath`), and lets go of it when the work is done or failed. */
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
