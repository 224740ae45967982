import type { Organisation } from '@armarium/contract/organisation';
import type { SignOnProvider, SignOnProviderChange } from '@armarium/contract/sign-on';
import { newUuid } from './made-catalogue.ts';

const link = (path: string) => ({ href: `http://armarium.test${path}` });

/** What an installation has that can send mail. */
export const mailSetUp = {
  server: true,
  from: 'catalogue@example.org',
  linkAddress: 'https://library.example.org',
} as const;

/** The settings of a new organisation, in an installation that sends no mail. @param given what a test has to say of them */
export function madeOrganisation(given: Partial<Organisation> = {}): Organisation {
  return {
    name: 'default',
    displayName: 'Armarium',
    accent: null,
    language: null,
    userRights: 'all',
    demandSecondFactor: false,
    trashDays: null,
    agreement: null,
    logoUrl: null,
    mail: { displayName: '', replyTo: null },
    signOn: [],
    installation: {
      url: null,
      trashDays: 365,
      storage: 'folder',
      storageQuotaBytes: 500_000_000_000,
      recordsQuota: null,
      mail: { server: false, from: null, linkAddress: null },
    },
    usage: { storedBytes: 10_900_000, records: 1_234 },
    _links: { self: link('/iam/organisation'), changes: link('/iam/organisation/changes') },
    ...given,
  };
}

/** A provider of sign-on whose groups give a role. */
export const madeProvider = (given: Partial<SignOnProvider> = {}): SignOnProvider => ({
  id: newUuid(),
  label: 'University',
  issuer: 'https://id.example.org',
  clientId: 'armarium',
  groupsClaim: 'groups',
  groupRoles: [{ group: 'cataloguers', role: 'ROLE_METADATA_EDITOR' }],
  defaultRole: null,
  ...given,
});

/** The providers as they are read, once a list of them was sent: without their secrets. */
export const storedProviders = (sent: readonly SignOnProviderChange[]): SignOnProvider[] =>
  sent.map(({ clientSecret: _, ...provider }) => ({ id: newUuid(), ...provider }));
