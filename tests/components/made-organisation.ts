import type { Organisation } from '@armarium/contract/organisation';

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
