import { StorageFull, StorageUnavailable } from './storage.ts';

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

/** Whether the error says that there is no such file. */
export function isAbsence(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

/** Error codes of a disk that failed, is read-only or gone, or whose permissions were changed. An absent file has another. */
const failures = new Set(
  'EROFS EIO EACCES EPERM ESTALE ENODEV ENXIO ENOTCONN ETIMEDOUT EHOSTDOWN EHOSTUNREACH EMFILE ENFILE'.split(
    ' ',
  ),
);

/**
 * Runs a call of the file system. Its errors are thrown as those of a storage.
 * @param absent whether an absent folder means that the storage itself is gone
 */
export async function withDiskErrors<T>(work: () => Promise<T>, { absent = false } = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new StorageFull('The storage has no room left.', { cause: error });
    }
    if (failures.has(code) || (absent && isAbsence(error))) {
      throw new StorageUnavailable(`The storage can't be used: ${(error as Error).message}.`, {
        cause: error,
      });
    }
    throw error;
  }
}
