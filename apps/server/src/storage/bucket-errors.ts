import { StorageFull, StorageUnavailable } from './storage.ts';

/** Runs a call of the service. @throws the errors of a storage instead of those of the service */
export async function withBucketErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'AbortError') throw error;
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (error.name === 'NoSuchKey' || (status === 404 && error.name === 'NotFound')) {
      throw Object.assign(new Error('There is no such file in the storage.', { cause: error }), {
        code: 'ENOENT',
      });
    }
    if (status === 507 || /QuotaExceeded|StorageFull/.test(error.name)) {
      throw new StorageFull('The storage has no room left.', { cause: error });
    }
    throw new StorageUnavailable(`The storage can't be used: ${error.name}, ${error.message}`, {
      cause: error,
    });
  }
}
