import { availableParallelism } from 'node:os';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { deploymentProfiles, type DeploymentProfile } from '@armarium/contract/session';
import type { Bucket } from './storage/bucket-objects.ts';
import { nearestWord } from './spelling.ts';

/** Where the database is: a server of its own, or the embedded one in the data folder (decisions §1). */
export type DatabaseSetting = { kind: 'url'; url: string } | { kind: 'embedded' };

/** The settings of an installation, checked once; nothing else reads the environment (decisions §1). */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly database: DatabaseSetting;
  /** Where the files are kept; where they are in a bucket, the folder for what comes in and for copies. */
  readonly storageDir: string;
  readonly bucket: Bucket | undefined;
  /** The address for mail and the command line; links in answers follow the request instead. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
  /** Whoever sends it reads `/metrics`; without it programs on this machine do. */
  readonly metricsToken: string | undefined;
  /** `undefined`: on exactly when the embedded default starts on an empty data folder. */
  readonly sampleCatalogue: boolean | undefined;
  /** In the open one the client offers to download single images alone. */
  readonly deploymentProfile: DeploymentProfile;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly limits: {
    /** How much the copies of files in a bucket may take up on this machine. */
    readonly storageCache_bytes: number;
    readonly uploadMax_bytes: number;
    /** How much of a resumable upload is kept at once; as much is lost where the process dies. */
    readonly uploadPart_bytes: number;
    /** How long fetching a file from another server may take. */
    readonly fetchMax_ms: number;
    /** Addresses and networks of the house itself that files may be fetched from all the same. */
    readonly fetchAllowedAddresses: readonly string[];
    readonly imageMax_pixels: number;
    /** The greatest area of one image answer. */
    readonly answerMax_pixels: number;
    readonly sessionIdle_ms: number;
    readonly sessionAbsolute_ms: number;
    readonly signInAttempts: number;
    readonly signInWindow_ms: number;
    readonly unclaimedUploads_ms: number;
    /** How long the trash keeps what was never public. */
    readonly trash_ms: number;
    /** Within which each original is compared with its SHA-256 once. */
    readonly originalCheck_ms: number;
    readonly workers: number;
  };
}

/** A setting that cannot be used; the message names it, what is wrong, and what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting there is, as README.md lists them. */
export const settingNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'STORAGE_URL',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'METRICS_TOKEN',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'DEPLOYMENT_PROFILE',
  'SAMPLE_CATALOGUE',
  'WORKERS',
  'STORAGE_CACHE_BYTES',
  'UPLOAD_MAX_BYTES',
  'FETCH_MINUTES',
  'FETCH_ALLOWED_ADDRESSES',
  'IMAGE_MAX_PIXELS',
  'ANSWER_MAX_PIXELS',
  'SESSION_IDLE_MINUTES',
  'SESSION_ABSOLUTE_MINUTES',
  'SIGN_IN_ATTEMPTS',
  'SIGN_IN_WINDOW_SECONDS',
  'UNCLAIMED_UPLOAD_DAYS',
  'TRASH_DAYS',
  'CHECK_ORIGINALS_DAYS',
  'LOG_LEVEL',
] as const;
type Setting = (typeof settingNames)[number];

/** A person at a terminal wants the address and the password, a collector of logs everything. */
const quietOnTerminal = process.stdout.isTTY ? 'warn' : 'info';

const GIBIBYTE = 1024 ** 3;
const MINUTE_MS = 60_000;
const PASSWORD_MIN = 12;
const TOKEN_MIN = 16;

function read(environment: Environment, name: Setting): string | undefined {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** @param value left out where it may hold a secret */
function refuse(name: Setting, wrong: string, example: string, value?: string): never {
  const set = value === undefined ? name : `${name}="${value}"`;
  throw new ConfigError(`${set} ${wrong}. For example: ${name}=${example}`);
}

function wholeNumber(environment: Environment, name: Setting, fallback: number, min: number, max: number) {
  const value = read(environment, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (!(number >= min && number <= max)) {
    refuse(name, `is not a whole number from ${min} to ${max}, in digits alone`, String(fallback), value);
  }
  return number;
}

function oneOf<const T extends string>(
  environment: Environment,
  name: Setting,
  fallback: T,
  allowed: readonly T[],
): T {
  const value = read(environment, name);
  if (value === undefined) return fallback;
  if (!(allowed as readonly string[]).includes(value)) {
    refuse(name, `is not one of: ${allowed.join(', ')}`, fallback, value);
  }
  return value as T;
}

function switchSetting(environment: Environment, name: Setting): boolean | undefined {
  const value = read(environment, name);
  if (value === undefined) return undefined;
  if (value === 'on') return true;
  if (value === 'off') return false;
  return refuse(name, 'is neither "on" nor "off"', 'on', value);
}

/** The value is never repeated: it may hold a password. */
function url(
  environment: Environment,
  name: Setting,
  protocols: readonly string[],
  example: string,
): URL | undefined {
  const value = read(environment, name);
  if (value === undefined) return undefined;
  const wanted = protocols.map((protocol) => `${protocol}//`).join(' or ');
  const scheme = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined) refuse(name, `is not an address that begins with ${wanted}`, example);
  if (!protocols.includes(scheme)) refuse(name, `begins with "${scheme}//", not with ${wanted}`, example);
  const strange = 'In a name or password, signs such as / ? # @ are written %2F %3F %23 %40';
  if (!URL.canParse(value)) refuse(name, `can not be read as an address. ${strange}`, example);
  const parsed = new URL(value);
  if (parsed.hash !== '') refuse(name, `has a "#". ${strange}`, example);
  return parsed;
}

function hostSetting(environment: Environment): string {
  const value = read(environment, 'HOST') ?? '0.0.0.0';
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) {
    refuse('HOST', 'is not an IP address or a host name alone, without port or scheme', '127.0.0.1', value);
  }
  return value;
}

function databaseSetting(environment: Environment): DatabaseSetting {
  const example = 'postgres://armarium:password@db.example.org:5432/armarium';
  const parsed = url(environment, 'DATABASE_URL', ['postgres:', 'postgresql:'], example);
  if (!parsed) return { kind: 'embedded' };
  if (!/^\/[^/]+$/.test(parsed.pathname)) refuse('DATABASE_URL', 'names no database after its host', example);
  return { kind: 'url', url: parsed.href };
}

function storageSetting(
  environment: Environment,
  dataDir: string,
): { storageDir: string; bucket: Bucket | undefined } {
  const example = 'file:///srv/armarium/files';
  const parsed = url(environment, 'STORAGE_URL', ['file:', 's3:'], example);
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
export function storagePlace({ storageDir, bucket }: Pick<Config, 'storageDir' | 'bucket'>): string {
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

function publicUrlSetting(environment: Environment): string | undefined {
  const example = 'https://catalogue.example.org';
  const parsed = url(environment, 'PUBLIC_URL', ['http:', 'https:'], example);
  if (!parsed) return undefined;
  if (parsed.pathname !== '/' || parsed.search !== '') {
    const more = `${parsed.pathname}${parsed.search}`;
    refuse('PUBLIC_URL', `has "${more}" after the host; Armarium has a host of its own`, example);
  }
  if (parsed.username !== '' || parsed.password !== '')
    refuse('PUBLIC_URL', 'holds a name or password', example);
  return parsed.origin;
}

function usernameSetting(environment: Environment): string {
  const value = read(environment, 'ADMIN_USERNAME') ?? 'admin';
  if (value.includes(':') || /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)) {
    refuse(
      'ADMIN_USERNAME',
      'has a colon, a control character or an invisible one, with which nobody could sign in',
      'admin',
      value,
    );
  }
  return value;
}

/** Blanks belong to a password. */
function passwordSetting(environment: Environment): string | undefined {
  const value = environment['ADMIN_PASSWORD'];
  if (value === undefined || value === '') return undefined;
  if ([...value].length < PASSWORD_MIN) {
    refuse('ADMIN_PASSWORD', `is shorter than ${PASSWORD_MIN} characters`, '"four words of yours"');
  }
  return value;
}

function tokenSetting(environment: Environment): string | undefined {
  const value = read(environment, 'METRICS_TOKEN');
  if (value !== undefined && !new RegExp(`^[\\w.~+/=-]{${TOKEN_MIN},}$`).test(value)) {
    refuse(
      'METRICS_TOKEN',
      `is not at least ${TOKEN_MIN} letters, digits and signs of - . _ ~ + / =`,
      '"$(openssl rand -hex 24)"',
    );
  }
  return value;
}

function addressesSetting(environment: Environment): string[] {
  const values = (read(environment, 'FETCH_ALLOWED_ADDRESSES') ?? '').split(',').map((value) => value.trim());
  return values.filter((value) => {
    if (value === '') return false;
    const [address = '', bits = '', ...more] = value.split('/');
    const family = isIP(address);
    const isNetwork = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
    if (family === 0 || more.length > 0 || (value.includes('/') && !isNetwork)) {
      refuse(
        'FETCH_ALLOWED_ADDRESSES',
        'is not a list of IP addresses and networks with commas between them',
        '10.20.0.7,10.30.0.0/16',
        value,
      );
    }
    return true;
  });
}

/**
 * Variables that are no setting but look like a slip in the name of one, each with a word about it. Whoever
 * wrote them would otherwise wonder why nothing changed.
 */
export function likelySlips(environment: Environment = process.env): string[] {
  return Object.keys(environment).flatMap((name) => {
    if ((settingNames as readonly string[]).includes(name)) return [];
    const meant = nearestWord(name.toUpperCase(), settingNames);
    return meant === undefined
      ? []
      : [`${name} is no setting of Armarium and changes nothing. Is ${meant} meant?`];
  });
}

/**
 * Reads and checks the settings.
 * @param logLevelUnlessSet where `LOG_LEVEL` is not set
 * @throws ConfigError naming the setting, before anything is opened or written.
 */
export function readConfig(
  environment: Environment = process.env,
  logLevelUnlessSet: Config['logLevel'] = quietOnTerminal,
): Config {
  const dataDir = resolve(read(environment, 'DATA_DIR') ?? 'data');
  return {
    port: wholeNumber(environment, 'PORT', 8080, 0, 65_535),
    host: hostSetting(environment),
    dataDir,
    database: databaseSetting(environment),
    ...storageSetting(environment, dataDir),
    publicUrl: publicUrlSetting(environment),
    trustProxy: switchSetting(environment, 'TRUST_PROXY') ?? false,
    metricsToken: tokenSetting(environment),
    adminUsername: usernameSetting(environment),
    adminPassword: passwordSetting(environment),
    sampleCatalogue: switchSetting(environment, 'SAMPLE_CATALOGUE'),
    deploymentProfile: oneOf(environment, 'DEPLOYMENT_PROFILE', 'standard', deploymentProfiles),
    logLevel: oneOf(environment, 'LOG_LEVEL', logLevelUnlessSet, [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
    limits: {
      storageCache_bytes: wholeNumber(
        environment,
        'STORAGE_CACHE_BYTES',
        10 * GIBIBYTE,
        1,
        1024 * 1024 * GIBIBYTE,
      ),
      uploadMax_bytes: wholeNumber(environment, 'UPLOAD_MAX_BYTES', 16 * GIBIBYTE, 1, 1024 * GIBIBYTE),
      uploadPart_bytes: 16 * 1024 * 1024,
      fetchMax_ms: wholeNumber(environment, 'FETCH_MINUTES', 10, 1, 1_440) * MINUTE_MS,
      fetchAllowedAddresses: addressesSetting(environment),
      imageMax_pixels: wholeNumber(environment, 'IMAGE_MAX_PIXELS', 1_000_000_000, 1, 10_000_000_000),
      answerMax_pixels: wholeNumber(environment, 'ANSWER_MAX_PIXELS', 36_000_000, 65_536, 1_000_000_000),
      sessionIdle_ms: wholeNumber(environment, 'SESSION_IDLE_MINUTES', 240, 1, 100_000) * MINUTE_MS,
      sessionAbsolute_ms: wholeNumber(environment, 'SESSION_ABSOLUTE_MINUTES', 960, 1, 100_000) * MINUTE_MS,
      signInAttempts: wholeNumber(environment, 'SIGN_IN_ATTEMPTS', 10, 1, 1_000_000),
      signInWindow_ms: wholeNumber(environment, 'SIGN_IN_WINDOW_SECONDS', 300, 1, 86_400) * 1000,
      unclaimedUploads_ms:
        wholeNumber(environment, 'UNCLAIMED_UPLOAD_DAYS', 7, 1, 3650) * 24 * 60 * MINUTE_MS,
      trash_ms: wholeNumber(environment, 'TRASH_DAYS', 365, 1, 36_500) * 24 * 60 * MINUTE_MS,
      originalCheck_ms: wholeNumber(environment, 'CHECK_ORIGINALS_DAYS', 90, 1, 36_500) * 24 * 60 * MINUTE_MS,
      workers: wholeNumber(environment, 'WORKERS', availableParallelism(), 1, 64),
    },
  };
}
