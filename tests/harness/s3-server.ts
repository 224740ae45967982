import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Rver {
  readonly store: {
    getResourcePath(bucket: string, key: string, resource: string): string;
    deleteObject(bucket: string, key: string): Promise<void>;
  };
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type MakeRver = new (options: object) => Rver;

/** An object storage of one bucket, on this machine, that speaks S3. */
export interface S3Server {
  /** As `STORAGE_URL` takes it. */
  readonly url: string;
  readonly endpoint: string;
  /** Lets all of its files look as if they had been written so long ago. */
  age(by_ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  // It has no types.
  const makeRver = createRequire(import.meta.url)('s3rver') as MakeRver;
  const directory = await mkdtemp(join(tmpdir(), 'armarium-s3-'));
  const server = new makeRver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'armarium' }],
  });
  // The deletion of the package also removes folders that became empty. Where another request is about to write into
  // such a folder, the process would end.
  const { store } = server;
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['object', 'object.md5', 'metadata.json'])
      await rm(store.getResourcePath(bucket, key, resource), { force: true });
  };
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    url: `s3://S3RVER:S3RVER@armarium/files?endpoint=${encodeURIComponent(endpoint)}`,
    endpoint,
    async age(by_ms) {
      const written = new Date(Date.now() - by_ms);
      for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), written, written);
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
