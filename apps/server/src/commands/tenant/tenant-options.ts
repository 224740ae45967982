import { readFile } from 'node:fs/promises';
import { userRights } from '@armarium/contract/capability';
import { PUBLIC_MIN_PX, watermarkPlaces } from '@armarium/contract/image-delivery';
import { TRASH_DAYS_MAX } from '@armarium/contract/organisation';
import { languages } from '@armarium/contract/preferences';
import type { DeliveryChanges } from '../../modules/media/public.ts';
import {
  readDisplayName,
  readTenantUrl,
  requireOrganisationChanges,
  type OrganisationWrite,
  type TenantChanges,
} from '../../modules/tenancy/public.ts';
import { CommandRefused, UsageError } from '../command.ts';
import { readSize } from '../spoken-size.ts';
import { systemCause } from '../../storage/system-cause.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** The options of `tenant add` and `tenant set`. */
export const naming = { 'display-name': text, url: text } as const;

/** The options of `tenant set`. */
export const settings = {
  ...naming,
  'user-rights': text,
  accent: text,
  language: text,
  'trash-days': text,
  yes: flag,
  agreement: text,
  'agreement-language': text,
  'no-agreement': flag,
  logo: text,
  'no-logo': flag,
  watermark: text,
  'no-watermark': flag,
  'watermark-place': text,
  'watermark-opacity': text,
  'watermark-width': text,
  'public-size': text,
  'storage-quota': text,
  'records-quota': text,
} as const;

/** What was given of the options. */
export type Given = {
  readonly [name in keyof typeof settings]?:
    ((typeof settings)[name] extends typeof flag ? boolean : string) | undefined;
};

/** Adds a property only where there is a value: what is left out stays as it is. */
const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value };

/** Display name and address of a tenant. @throws ProblemError */
export function readNaming(
  values: Given,
  name: string,
  tenants: Parameters<typeof readTenantUrl>[2],
): { displayName?: string; url?: string | null } {
  const { 'display-name': displayName, url } = values;
  return {
    ...(displayName !== undefined && { displayName: readDisplayName(displayName) }),
    ...(url !== undefined && { url: url === '' ? null : readTenantUrl(url, name, tenants) }),
  };
}

/** @throws UsageError */
export function readQuotas(values: Given): Pick<TenantChanges, 'storageQuota_bytes' | 'recordsQuota'> {
  const size = values['storage-quota'];
  const size_bytes = size === undefined || size === 'none' ? null : readSize(size);
  if (size_bytes === undefined) {
    throw new UsageError(`--storage-quota is a size such as 500GB or 2TB, or none; "${size}" is neither.`);
  }
  return {
    ...(size !== undefined && { storageQuota_bytes: size_bytes }),
    ...given('recordsQuota', numberOrNone(values, 'records-quota', 0, Number.MAX_SAFE_INTEGER)),
  };
}

/** What an organisation may change itself, but for its display name and logo. @throws UsageError, CommandRefused, ProblemError */
export async function readOrganisation(values: Given): Promise<OrganisationWrite> {
  const { accent } = values;
  const changes = {
    ...given('userRights', oneOf(values, 'user-rights', userRights)),
    ...given('accent', accent === 'none' ? null : accent),
    ...given('language', oneOrNone(values, 'language', languages)),
    ...given('trashDays', numberOrNone(values, 'trash-days', 1, TRASH_DAYS_MAX)),
    ...given('agreement', await readAgreement(values)),
  };
  requireOrganisationChanges(changes);
  return changes;
}

async function readAgreement(values: Given) {
  const { agreement: path } = values;
  refuseBoth(values, 'agreement', 'no-agreement');
  const language = oneOf(values, 'agreement-language', languages);
  if ((path === undefined) !== (language === undefined)) {
    throw new UsageError('--agreement and --agreement-language go together.');
  }
  if (values['no-agreement']) return null;
  return path === undefined || language === undefined ? undefined : { text: await readText(path), language };
}

/** The text of a file, with the ends of lines that texts of a browser have. */
async function readText(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    const read = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
    if (!read.includes('\0')) return read;
  } catch (error) {
    // The decoder's own words are of no help.
    if (!(error instanceof TypeError))
      throw new CommandRefused(`The agreement ${path} can't be read: ${systemCause(error)}.`);
  }
  throw new CommandRefused(`The agreement ${path} is no text in UTF-8. Save it as such.`);
}

/** The image delivery, but for the picture of the watermark. @throws UsageError */
export function readDelivery(values: Given): DeliveryChanges {
  refuseBoth(values, 'watermark', 'no-watermark');
  const watermark = {
    ...given('place', oneOf(values, 'watermark-place', watermarkPlaces)),
    ...given('opacity', wholeNumber(values, 'watermark-opacity', 5, 100)),
    ...given('width', wholeNumber(values, 'watermark-width', 5, 100)),
  };
  const hasLook = Object.keys(watermark).length > 0;
  if (values['no-watermark'] && hasLook) {
    throw new UsageError(
      'A watermark that is taken away has no place, opacity or width: leave out --no-watermark.',
    );
  }
  return {
    ...given('publicMaxPx', numberOrNone(values, 'public-size', PUBLIC_MIN_PX, 1_000_000)),
    ...(values['no-watermark'] && { watermark: null }),
    ...((hasLook || values.watermark !== undefined) && { watermark }),
  };
}

/** @throws UsageError where two options that exclude each other are given */
export function refuseBoth(values: Given, one: keyof Given, other: keyof Given): void {
  if (values[one] !== undefined && values[other] !== undefined) {
    throw new UsageError(`Give either --${one} or --${other}.`);
  }
}

type TextOption = {
  [name in keyof Given]-?: NonNullable<Given[name]> extends string ? name : never;
}[keyof Given];

function oneOf<Value extends string>(
  values: Given,
  option: TextOption,
  allowed: readonly Value[],
): Value | undefined {
  const word = values[option];
  const found = allowed.find((value) => value === word);
  if (word === undefined || found !== undefined) return found;
  throw new UsageError(`--${option} is ${allowed.join(', ')}; "${word}" is none of them.`);
}

function oneOrNone<Value extends string>(values: Given, option: TextOption, allowed: readonly Value[]) {
  const found = oneOf<Value | 'none'>(values, option, [...allowed, 'none']);
  return found === 'none' ? null : found;
}

function wholeNumber(
  values: Given,
  option: TextOption,
  from: number,
  to: number,
  otherwise = '',
): number | undefined {
  const figure = values[option];
  if (figure === undefined) return undefined;
  const number = /^\d+$/.test(figure) ? Number(figure) : -1;
  if (number >= from && number <= to) return number;
  throw new UsageError(
    `--${option} is a whole number from ${from} to ${to}${otherwise}; "${figure}" is not.`,
  );
}

const numberOrNone = (values: Given, option: TextOption, from: number, to: number) =>
  values[option] === 'none' ? null : wholeNumber(values, option, from, to, ', or none');
