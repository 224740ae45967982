import { resolve } from 'node:path';
import type { Bucket } from '../storage/bucket-objects.ts';
import { addressSetting, refuse, type Environment } from './setting-values.ts';

/** Where the database is: a server of its own, or the embedded one in the data folder (decisions §1). */
export type DatabaseSetting = { kind: 'url'; url: string } | { kind: 'embedded' };

/** Where the files are. */
export interface StorageSetting {
  /** The folder of the files; where they are in a bucket, the folder for incoming files and for copies. */
  readonly storageDir: string;
  readonly bucket: Bucket | undefined;
}

export function databaseSetting(environment: Environment): DatabaseSetting {
  const example = 'postgres://armarium:password@db.example.org:5432/armarium';
  const parsed = addressSetting(environment, 'DATABASE_URL', ['postgres:', 'postgresql:'], example);
  if (!parsed) return { kind: 'embedded' };
  if (!/^\/[^/]+$/.test(parsed.pathname)) refuse('DATABASE_URL', 'names no database after its host', example);
  return { kind: 'url', url: parsed.href };
}

export function storageSetting(environment: Environment, dataDir: string): StorageSetting {
  const example = 'file:///srv/armarium/files';
  const parsed = addressSetting(environment, 'STORAGE_URL', ['file:', 's3:'], example);
  if (!parsed) return { storageDir: resolve(dataDir, 'files'), bucket: undefined };
  if (parsed.protocol === 's3:') {
    return { storageDir: resolve(dataDir, 'storage-work'), bucket: bucketSetting(parsed) };
  }
  if (parsed.host !== '') {
    refuse(
      'STORAGE_URL',
      `names the machine "${parsed.host}"; a folder of this one has three slashes`,
      example,
    );
  }
  let folder: string;
  try {
    folder = decodeURIComponent(parsed.pathname);
  } catch {
    return refuse('STORAGE_URL', 'has a "%" that stands for no sign; write %25 for it', example);
  }
  if (resolve(folder) === '/') refuse('STORAGE_URL', 'names no folder', example);
  return { storageDir: resolve(folder), bucket: undefined };
}

/** Where the files are, for people and to know the place again; without the key. */
export function storagePlace({ storageDir, bucket }: StorageSetting): string {
  if (!bucket) return storageDir;
  const at = bucket.endpoint === undefined ? '' : ` at ${bucket.endpoint}`;
  return `s3://${bucket.name}/${bucket.prefix}${at}`;
}

/** `s3://[key:secret@]bucket[/prefix][?endpoint=…&region=…]`; without a key the environment or the machine has it. */
function bucketSetting(parsed: URL): Bucket {
  const example = 's3://armarium?endpoint=https://s3.example.org&region=eu-south-1';
  const { hostname: name, searchParams, username, password } = parsed;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    refuse('STORAGE_URL', 'names no bucket after s3://', example);
  }
  for (const parameter of searchParams.keys()) {
    if (parameter !== 'endpoint' && parameter !== 'region') {
      refuse('STORAGE_URL', `has a parameter "${parameter}"; there are endpoint and region`, example);
    }
  }
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol))) {
    refuse('STORAGE_URL', 'has an endpoint that is no address beginning with http:// or https://', example);
  }
  const folder = parsed.pathname.replace(/^\/+|\/+$/g, '');
  if (
    !/^[A-Za-z0-9_./-]*$/.test(folder) ||
    folder.split('/').some((part) => /^\.*$/.test(part) && folder !== '')
  ) {
    refuse('STORAGE_URL', 'has a prefix of more than letters, digits and signs of _ - .', example);
  }
  if ((username === '') !== (password === '')) {
    refuse('STORAGE_URL', 'holds a key without its secret, or the other way round', example);
  }
  return {
    name,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    credentials:
      username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  };
}
