import { isIP } from 'node:net';
import { Value } from '@sinclair/typebox/value';
import { Email } from '@armarium/contract/account-fields';
import { addressSetting, read, refuse, strangeSigns, type Environment } from './setting-values.ts';

const PASSWORD_MIN = 12;
const TOKEN_MIN = 16;

export function hostSetting(environment: Environment): string {
  const value = read(environment, 'HOST') ?? '0.0.0.0';
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) {
    refuse('HOST', 'is not an IP address or a host name alone, without port or scheme', '127.0.0.1', value);
  }
  return value;
}

export function publicUrlSetting(environment: Environment): string | undefined {
  const example = 'https://catalogue.example.org';
  const parsed = addressSetting(environment, 'PUBLIC_URL', ['http:', 'https:'], example);
  if (!parsed) return undefined;
  if (parsed.pathname !== '/' || parsed.search !== '') {
    const more = `${parsed.pathname}${parsed.search}`;
    refuse('PUBLIC_URL', `has "${more}" after the host; Armarium has a host of its own`, example);
  }
  if (parsed.username !== '' || parsed.password !== '')
    refuse('PUBLIC_URL', 'holds a name or password', example);
  return parsed.origin;
}

/** Of the options of nodemailer those on the connection; others would write a log, run a program or send nothing at all. */
const smtpOption =
  /^(?:tls\.\w+|requireTLS|ignoreTLS|authMethod|name|connectionTimeout|greetingTimeout|socketTimeout)$/;

/** The mail server, as nodemailer reads it: options on the connection may follow as a query. */
export function smtpUrlSetting(environment: Environment): string | undefined {
  const example = 'smtps://name:password@mail.example.org';
  const parsed = addressSetting(environment, 'SMTP_URL', ['smtp:', 'smtps:'], example);
  if (parsed === undefined) return undefined;
  const { hostname, pathname, searchParams } = parsed;
  if (hostname === '') refuse('SMTP_URL', 'names no server', example);
  // A password with such a sign ends there, and what is left of it would be sent or shown.
  if (!['', '/'].includes(pathname)) refuse('SMTP_URL', `goes on after the server. ${strangeSigns}`, example);
  if (![...searchParams.keys()].every((name) => smtpOption.test(name)))
    refuse('SMTP_URL', `has an option that is none. ${strangeSigns}`, example);
  return parsed.href;
}

/** An address of mail, with the name that people read; the name may be empty. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** `address` alone, or `Name <address>`. */
export function mailFromSetting(environment: Environment): MailAddress | undefined {
  const value = read(environment, 'MAIL_FROM');
  if (value === undefined) return undefined;
  const [, quoted = '', bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(value) ?? [];
  const address = (bracketed ?? value).trim();
  const name = quoted.trim().replace(/^"(.*)"$/, '$1');
  // eslint-disable-next-line no-control-regex -- a line break would begin another header
  if (!Value.Check(Email, address) || /[\u0000-\u001f\u007f]/.test(name)) {
    refuse(
      'MAIL_FROM',
      'is not an address of mail, alone or as "Name <address>"',
      'catalogue@example.org',
      value,
    );
  }
  return { name, address };
}

export function usernameSetting(environment: Environment): string {
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
export function passwordSetting(environment: Environment): string | undefined {
  const value = environment['ADMIN_PASSWORD'];
  if (value === undefined || value === '') return undefined;
  if ([...value].length < PASSWORD_MIN) {
    refuse('ADMIN_PASSWORD', `is shorter than ${PASSWORD_MIN} characters`, '"four words of yours"');
  }
  return value;
}

export function tokenSetting(environment: Environment): string | undefined {
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

export function addressesSetting(environment: Environment): string[] {
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
