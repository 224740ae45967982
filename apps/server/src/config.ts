import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

/** Where the database is: a server of its own, or the embedded one in the data folder (decisions §1). */
export type DatabaseSetting = { kind: 'url'; url: string } | { kind: 'embedded' };

/** The settings of an installation, checked once; nothing else reads the environment (decisions §1). */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly database: DatabaseSetting;
  readonly storageDir: string;
  /** The address for mail and the command line; links in answers follow the request instead. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
  /** `undefined`: on exactly when the embedded default starts on an empty data folder. */
  readonly sampleCatalogue: boolean | undefined;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly limits: {
    readonly uploadMax_bytes: number;
    readonly imageMax_pixels: number;
    /** The greatest area of one image answer. */
    readonly answerMax_pixels: number;
    readonly sessionIdle_ms: number;
    readonly sessionAbsolute_ms: number;
    readonly signInAttempts: number;
    readonly signInWindow_ms: number;
    readonly unclaimedUploads_ms: number;
    readonly workers: number;
  };
}

/** A setting that cannot be used; the message names it, what is wrong, and what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A person at a terminal wants the address and the password, a collector of logs everything. */
const quietOnTerminal = process.stdout.isTTY ? 'warn' : 'info';

const GIBIBYTE = 1024 ** 3;
const MINUTE_MS = 60_000;

function read(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function wholeNumber(environment: Environment, name: string, fallback: number, min: number, max: number) {
  const value = read(environment, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (!(number >= min && number <= max)) {
    throw new ConfigError(`${name}="${value}" is not a whole number from ${min} to ${max}.`);
  }
  return number;
}

function oneOf<const T extends string>(
  environment: Environment,
  name: string,
  fallback: T,
  allowed: readonly T[],
): T {
  const value = read(environment, name);
  if (value === undefined) return fallback;
  if (!(allowed as readonly string[]).includes(value)) {
    throw new ConfigError(`${name}="${value}" is not one of: ${allowed.join(', ')}.`);
  }
  return value as T;
}

function switchSetting(environment: Environment, name: string): boolean | undefined {
  const value = read(environment, name);
  if (value === undefined) return undefined;
  if (value === 'on') return true;
  if (value === 'off') return false;
  throw new ConfigError(`${name}="${value}" is neither "on" nor "off".`);
}

function url(environment: Environment, name: string, protocols: readonly string[]): URL | undefined {
  const value = read(environment, name);
  if (value === undefined) return undefined;
  let parsed: URL;
  try {
    parsed = new URL(value);
  } catch {
    // The value is not repeated: it may hold a password.
    throw new ConfigError(
      `${name} is not an address. It begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  if (!protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} begins with "${parsed.protocol}//"; it must begin with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  return parsed;
}

/**
 * Reads and checks the settings.
 * @throws ConfigError naming the setting, before anything is opened or written.
 */
export function readConfig(environment: Environment = process.env): Config {
  const dataDir = resolve(read(environment, 'DATA_DIR') ?? 'data');
  const databaseUrl = url(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const storage = url(environment, 'STORAGE_URL', ['file:']);
  const adminPassword = environment['ADMIN_PASSWORD'];
  if (adminPassword !== undefined && adminPassword !== '' && [...adminPassword].length < 12) {
    throw new ConfigError('ADMIN_PASSWORD is shorter than 12 characters.');
  }
  return {
    port: wholeNumber(environment, 'PORT', 8080, 0, 65_535),
    host: read(environment, 'HOST') ?? '0.0.0.0',
    dataDir,
    database: databaseUrl ? { kind: 'url', url: databaseUrl.href } : { kind: 'embedded' },
    storageDir: storage ? resolve(decodeURIComponent(storage.pathname)) : resolve(dataDir, 'files'),
    publicUrl: url(environment, 'PUBLIC_URL', ['http:', 'https:'])?.origin,
    trustProxy: switchSetting(environment, 'TRUST_PROXY') ?? false,
    adminUsername: read(environment, 'ADMIN_USERNAME') ?? 'admin',
    adminPassword: adminPassword === '' ? undefined : adminPassword,
    sampleCatalogue: switchSetting(environment, 'SAMPLE_CATALOGUE'),
    logLevel: oneOf(environment, 'LOG_LEVEL', quietOnTerminal, [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
    limits: {
      uploadMax_bytes: wholeNumber(environment, 'UPLOAD_MAX_BYTES', 16 * GIBIBYTE, 1, 1024 * GIBIBYTE),
      imageMax_pixels: wholeNumber(environment, 'IMAGE_MAX_PIXELS', 1_000_000_000, 1, 10_000_000_000),
      answerMax_pixels: wholeNumber(environment, 'ANSWER_MAX_PIXELS', 36_000_000, 65_536, 1_000_000_000),
      sessionIdle_ms: wholeNumber(environment, 'SESSION_IDLE_MINUTES', 240, 1, 100_000) * MINUTE_MS,
      sessionAbsolute_ms: wholeNumber(environment, 'SESSION_ABSOLUTE_MINUTES', 960, 1, 100_000) * MINUTE_MS,
      signInAttempts: wholeNumber(environment, 'SIGN_IN_ATTEMPTS', 10, 1, 1_000_000),
      signInWindow_ms: wholeNumber(environment, 'SIGN_IN_WINDOW_SECONDS', 300, 1, 86_400) * 1000,
      unclaimedUploads_ms:
        wholeNumber(environment, 'UNCLAIMED_UPLOAD_DAYS', 7, 1, 3650) * 24 * 60 * MINUTE_MS,
      workers: wholeNumber(environment, 'WORKERS', availableParallelism(), 1, 64),
    },
  };
}
