import { domainToUnicode } from 'node:url';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { DISPLAY_NAME_MAX, OrganisationChanges } from '@armarium/contract/organisation';
import { fieldProblems } from '../../http/field-problems.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { skeletonOf } from '../../skeleton.ts';
import { addressOf, comparableHost, isAddressOfMachine, nameBeforeLocalhost } from './tenants.ts';

const refused = (why: string) => new ProblemError('invalid', why);

/** The properties of a tenant that may conflict with another's. */
export interface Neighbour {
  readonly name: string;
  readonly url: string | null;
}

/** @throws ProblemError unless a new tenant may have this name */
export function requireNewName(name: string, others: readonly Neighbour[]): void {
  if (name === 'default') {
    throw refused('The name "default" is reserved: it is the organisation that is there at first.');
  }
  // The name is a label of a host name: {name}.localhost.
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw refused(
      `"${name}" can't be an organisation's name. Use up to 63 small letters a to z, digits and hyphens, ` +
        'but no hyphen at its ends; --display-name may be anything.',
    );
  }
  if (!URL.canParse(`http://${name}.localhost`)) {
    throw refused(
      `"${name}" can't be an organisation's name: it begins with xn--, and the rest is not the code of a name in ` +
        'another script. Choose a name that does not begin with xn--.',
    );
  }
  if (others.some((other) => other.name === name)) {
    throw refused(`There is an organisation "${name}" already. Choose another name.`);
  }
  const holder = others.find((other) => hostOf(other.url) === `${name}.localhost`);
  if (holder) {
    throw refused(
      `${name}.localhost is the address of "${holder.name}". Choose another name, or give that one another address.`,
    );
  }
  refuseLookAlike(name, `${name}.localhost`, others);
}

const organisationChanges = TypeCompiler.Compile(OrganisationChanges);

/**
 * Checks settings that don't come through the API by the rules of the API.
 * @throws ProblemError 422 naming every invalid one
 */
export function requireOrganisationChanges(given: OrganisationChanges): void {
  const problems = fieldProblems(organisationChanges, given);
  if (problems.length > 0) throw invalid(problems);
}

/** The stored form of a display name. @throws ProblemError */
export function readDisplayName(text: string): string {
  const displayName = text.normalize('NFC').trim();
  if (/\p{Cc}/u.test(displayName) || [...displayName].length > DISPLAY_NAME_MAX) {
    throw refused(`A display name is one line of at most ${DISPLAY_NAME_MAX} characters.`);
  }
  return displayName;
}

/**
 * The stored form of a tenant's address: a host with its port, and the scheme where one was given (decisions
 * §2).
 * @param name of the tenant that gets the address
 * @throws ProblemError where it is no address, or leads to another tenant
 */
export function readTenantUrl(text: string, name: string, tenants: readonly Neighbour[]): string {
  const given = text.trim();
  const url = addressOf(given);
  const host = url && comparableHost(url.hostname);
  if (!url || !host || !(isHostName(host) || isAddressOfMachine(host))) {
    throw refused(
      `"${given}" is not an address. Give a host such as museo.example.org, or one with its scheme and port such as ` +
        'http://museo.localhost:8080.',
    );
  }
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password || /[?#@]/.test(given)) {
    throw refused(
      `"${given}" holds more than a host. An organisation has a host of its own, without a path: give "${url.host}".`,
    );
  }
  if (name !== 'default' && (host === 'localhost' || isAddressOfMachine(host))) {
    throw refused(`localhost and IP addresses always lead to "default". Give "${name}" a host name.`);
  }
  const byName = nameBeforeLocalhost(host);
  const holder = tenants.find(
    (other) => other.name !== name && (other.name === byName || hostOf(other.url) === host),
  );
  if (holder) {
    throw refused(
      `${host} is the address of "${holder.name}" already; organisations are told apart by their hosts.`,
    );
  }
  // An organisation that has the host already may change the scheme and the port.
  const isItsOwn = byName === name || tenants.some((one) => one.name === name && hostOf(one.url) === host);
  if (!isItsOwn) {
    refuseLookAlike(
      host,
      host,
      tenants.filter((other) => other.name !== name),
    );
  }
  url.hostname = host;
  return given.includes('://') ? url.origin : url.host;
}

/** The skeleton of a host in lower case. The skeleton of the digit 0 is a capital O, so it must be lowered too. */
const looksOf = (host: string) => skeletonOf(domainToUnicode(host)).toLowerCase();

/** @throws ProblemError where people could take a host for another organisation's */
function refuseLookAlike(given: string, host: string, others: readonly Neighbour[]): void {
  const looks = looksOf(host);
  for (const { name, url } of others) {
    const hosts = [`${name}.localhost`, hostOf(url)].filter((one) => one !== undefined);
    const like = hosts.find((one) => looksOf(one) === looks);
    if (like === undefined) continue;
    throw refused(
      `"${given}" looks like ${like}, the address of "${name}". Choose one that can't be mistaken.`,
    );
  }
}

function isHostName(host: string): boolean {
  return host.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.|$))+$/.test(host);
}

function hostOf(url: string | null): string | undefined {
  return url === null ? undefined : comparableHost(addressOf(url)?.hostname ?? '');
}
