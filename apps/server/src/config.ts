import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { deploymentProfiles, type DeploymentProfile } from '@armarium/contract/session';
import {
  oneOf,
  read,
  settingNames,
  switchSetting,
  wholeNumber,
  type Environment,
} from './settings/setting-values.ts';
import {
  databaseSetting,
  storageSetting,
  type DatabaseSetting,
  type StorageSetting,
} from './settings/storage-setting.ts';
import {
  addressesSetting,
  hostSetting,
  mailFromSetting,
  passwordSetting,
  publicUrlSetting,
  smtpUrlSetting,
  tokenSetting,
  usernameSetting,
  type MailAddress,
} from './settings/text-settings.ts';
import { nearestWord } from './spelling.ts';

/** The settings of an installation, checked once; nothing else reads the environment (decisions §1). */
export interface Config extends StorageSetting {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly database: DatabaseSetting;
  /** The address for mail and the command line; links in answers follow the request instead. */
  readonly publicUrl: string | undefined;
  /** The mail server, with name and password where it asks for them: a secret. */
  readonly smtpUrl: string | undefined;
  /** The sender of all mail. */
  readonly mailFrom: MailAddress | undefined;
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
    /** Resumable uploads of an account that were begun and do not go on (decisions §15). */
    readonly openUploadsMax: number;
    /** What an account has uploaded that belongs to no record yet. */
    readonly unclaimedMax_bytes: number;
    readonly unclaimedFilesMax: number;
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

/** A person at a terminal wants the address and the password, a collector of logs everything. */
const quietOnTerminal = process.stdout.isTTY ? 'warn' : 'info';

const GIBIBYTE = 1024 ** 3;
const MINUTE_MS = 60_000;
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
    smtpUrl: smtpUrlSetting(environment),
    mailFrom: mailFromSetting(environment),
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
      openUploadsMax: 20,
      unclaimedMax_bytes: 200 * GIBIBYTE,
      unclaimedFilesMax: 100_000,
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
