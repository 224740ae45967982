/** A setting that cannot be used; the message names it, what is wrong, and what would be right. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting there is, as README.md lists them. */
export const settingNames = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'STORAGE_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
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
export type Setting = (typeof settingNames)[number];

export function read(environment: Environment, name: Setting): string | undefined {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** @param value left out where it may hold a secret */
export function refuse(name: Setting, wrong: string, example: string, value?: string): never {
  const set = value === undefined ? name : `${name}="${value}"`;
  throw new ConfigError(`${set} ${wrong}. For example: ${name}=${example}`);
}

export function wholeNumber(
  environment: Environment,
  name: Setting,
  fallback: number,
  min: number,
  max: number,
) {
  const value = read(environment, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (!(number >= min && number <= max)) {
    refuse(name, `is not a whole number from ${min} to ${max}, in digits alone`, String(fallback), value);
  }
  return number;
}

export function oneOf<const T extends string>(
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

export function switchSetting(environment: Environment, name: Setting): boolean | undefined {
  const value = read(environment, name);
  if (value === undefined) return undefined;
  if (value === 'on') return true;
  if (value === 'off') return false;
  return refuse(name, 'is neither "on" nor "off"', 'on', value);
}

/** Why an address with a password in it is not what it looks like. */
export const strangeSigns = 'In a name or password, signs such as / ? # @ are written %2F %3F %23 %40';

/** The value is never repeated: it may hold a password. */
export function addressSetting(
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
  if (!URL.canParse(value)) refuse(name, `can not be read as an address. ${strangeSigns}`, example);
  const parsed = new URL(value);
  if (parsed.hash !== '') refuse(name, `has a "#". ${strangeSigns}`, example);
  return parsed;
}
