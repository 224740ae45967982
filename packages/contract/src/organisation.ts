import type { Static, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Email, withProblem } from './account-fields.ts';
import { userRights } from './capability.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { closed, defineOperation } from './operation.ts';
import { languages } from './preferences.ts';
import { Count, oneOf, Timestamp, TokenName } from './scalar.ts';
import { SIGN_ON_PROVIDERS_MAX, SignOnProvider, SignOnProviderChange } from './sign-on.ts';

/** The longest name that people read. */
export const DISPLAY_NAME_MAX = 200;
/** The longest text that people agree to before a download. */
export const AGREEMENT_MAX = 5_000;
/** The most days in the trash, a hundred years. */
export const TRASH_DAYS_MAX = 36_500;
/** The largest file that is accepted as a logo. */
export const LOGO_MAX_BYTES = 10_485_760;

/** What is neither is told in the words that the schema has. */
const orNull = <S extends TSchema>(schema: S) =>
  Type.Union([schema, Type.Null()], { 'x-problem': schema['x-problem'] as unknown });

const trashDays = Type.Integer({
  minimum: 1,
  maximum: TRASH_DAYS_MAX,
  ...withProblem('trash-days-form', `Give a whole number of days from 1 to ${TRASH_DAYS_MAX}.`),
});

/** A name that people read: one line. */
const displayName = Type.String({
  maxLength: DISPLAY_NAME_MAX,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  ...withProblem('name-form', `It is one line of at most ${DISPLAY_NAME_MAX} characters.`),
});

/** A text of the organisation's own that people agree to before a download, in one of its versions. */
export const OwnAgreement = Type.Object({
  /** Downloads are logged with it; counts from `1`. */
  version: Type.String(),
  text: Type.String(),
  /** Of the text. */
  language: oneOf(languages),
  date: Timestamp,
});
export type OwnAgreement = Static<typeof OwnAgreement>;

/** The settings of an organisation (decisions §12), for those who manage it. */
export const Organisation = Type.Object({
  name: Type.String(),
  /** Empty where people read the name. */
  displayName: Type.String(),
  /** As chosen, `#rrggbb` in small letters; null for the program's own. How it is used: `accentOf`. */
  accent: orNull(Type.String()),
  /** For people who chose none; null where their browser decides. */
  language: orNull(oneOf(languages)),
  /** What ROLE_USER may change. */
  userRights: oneOf(userRights),
  /** Whether those who administer it need a second factor to sign in. */
  demandSecondFactor: Type.Boolean(),
  /** Days after which deleted records are purged; null where the installation decides. */
  trashDays: orNull(Type.Integer()),
  /** In force; null where the program's own is. */
  agreement: orNull(OwnAgreement),
  logoUrl: orNull(Type.String()),
  /** The sender of its mail; the address is that of the installation. */
  mail: Type.Object({
    /** Empty where it is that of the organisation; of one without a name, that in `MAIL_FROM`. */
    displayName: Type.String(),
    /** Where answers go; null where they go to the address of the installation. */
    replyTo: orNull(Type.String()),
  }),
  /** The providers of sign-on, in the order in which the sign-in page offers them. */
  signOn: Type.Array(SignOnProvider),
  /** What only the person who runs the installation can change. */
  installation: Type.Object({
    /** The host of the organisation; null where it has none of its own. */
    url: orNull(Type.String()),
    trashDays: Type.Integer(),
    /** Where files are kept. */
    storage: oneOf(['folder', 'bucket']),
    /** Of uploaded files; null where there is no quota. */
    storageQuotaBytes: orNull(Count),
    /** Items and collections; null where there is no quota. */
    recordsQuota: orNull(Count),
    /** Mail can be sent where all three are there. */
    mail: Type.Object({
      /** Whether `SMTP_URL` is set. */
      server: Type.Boolean(),
      /** The address of `MAIL_FROM`; null where it is not set. */
      from: orNull(Type.String()),
      /** What links in mail begin with: the organisation's own address, for `default` else `PUBLIC_URL`. */
      linkAddress: orNull(Type.String()),
    }),
  }),
  usage: Type.Object({
    /** Of uploaded files, those in the trash too. */
    storedBytes: Count,
    /** Items and collections, those in the trash too. */
    records: Count,
  }),
  _links: links(['self', 'changes'], []),
});
export type Organisation = Static<typeof Organisation>;

/** New values of some settings; what is left out stays. */
export const OrganisationChanges = Type.Object(
  {
    displayName: Type.Optional(displayName),
    accent: Type.Optional(
      orNull(
        Type.String({
          pattern: '^#[0-9a-fA-F]{6}$',
          ...withProblem('accent-form', 'Give a colour as #rrggbb, such as #8b0000.'),
        }),
      ),
    ),
    language: Type.Optional(orNull(oneOf(languages))),
    userRights: Type.Optional(oneOf(userRights)),
    /** True only from somebody who has a second factor. */
    demandSecondFactor: Type.Optional(Type.Boolean()),
    trashDays: Type.Optional(orNull(trashDays)),
    /** A new version; null: the program's own text from now on. */
    agreement: Type.Optional(
      orNull(
        Type.Object(
          {
            text: Type.String({ maxLength: AGREEMENT_MAX, pattern: '\\S' }),
            language: oneOf(languages),
          },
          {
            ...closed,
            ...withProblem(
              'agreement-form',
              `Give a text that says something, in at most ${AGREEMENT_MAX} characters, and its language.`,
            ),
          },
        ),
      ),
    ),
    /** The whole list. Whom a provider that is left out has signed in is signed out. */
    signOn: Type.Optional(Type.Array(SignOnProviderChange, { maxItems: SIGN_ON_PROVIDERS_MAX })),
    mail: Type.Optional(
      Type.Object({ displayName: Type.Optional(displayName), replyTo: Type.Optional(orNull(Email)) }, closed),
    ),
  },
  closed,
);
export type OrganisationChanges = Static<typeof OrganisationChanges>;

const organisation = { tag: 'Organisation', access: 'manage' } as const;

export const getOrganisation = defineOperation({
  ...organisation,
  id: 'getOrganisation',
  method: 'GET',
  path: '/iam/organisation',
  summary: 'The settings of the organisation, what it uses, and what only the installation can change',
  responses: { 200: Organisation },
});

export const changeOrganisation = defineOperation({
  ...organisation,
  id: 'changeOrganisation',
  method: 'PATCH',
  path: '/iam/organisation',
  summary: 'Change settings of the organisation; what is left out stays',
  body: OrganisationChanges,
  responses: { 200: Organisation },
});

export const setLogo = defineOperation({
  ...organisation,
  id: 'setLogo',
  method: 'PUT',
  path: '/iam/organisation/logo',
  summary: 'Set the logo, a picture in the part "file"; it is drawn anew with at most 480 × 96 pixels',
  body: { multipart: 'file' },
  responses: { 200: Organisation },
});

export const removeLogo = defineOperation({
  ...organisation,
  id: 'removeLogo',
  method: 'DELETE',
  path: '/iam/organisation/logo',
  summary: 'Remove the logo: people read the name instead',
  responses: { 204: null },
});

/** One change of a setting: the values before and after, as text where they are of one. */
const SettingChange = Type.Object({
  /** A property of `Organisation`, `logo`, or `publicMaxPx` and `watermark` of the image delivery. */
  name: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
});

/** What one person changed at one moment. */
export const OrganisationChange = Type.Object({
  /** Grows with time within a tenant; no other property is guaranteed. */
  id: Type.String(),
  date: Timestamp,
  user: Type.String(),
  token: TokenName,
  settings: Type.Array(SettingChange),
});
export type OrganisationChange = Static<typeof OrganisationChange>;

export const listOrganisationChanges = defineOperation({
  ...organisation,
  id: 'listOrganisationChanges',
  method: 'GET',
  path: '/iam/organisation/changes',
  summary: 'Who changed which settings of the organisation, the newest first',
  query: pageQuery({}),
  responses: { 200: pageOf('changes', OrganisationChange) },
});

export const listAgreements = defineOperation({
  ...organisation,
  id: 'listAgreements',
  method: 'GET',
  path: '/iam/organisation/agreements',
  summary: "The versions of the organisation's own agreement for downloads, the newest first",
  query: pageQuery({}),
  responses: { 200: pageOf('agreements', OwnAgreement) },
});

export const countDuePurge = defineOperation({
  ...organisation,
  id: 'countDuePurge',
  method: 'GET',
  path: '/iam/organisation/duePurge',
  summary:
    'How many deletions, with how many records, would be purged within the hour if the trash kept so many days',
  query: Type.Object({ trashDays }),
  responses: {
    200: Type.Object({
      deletions: Count,
      /** Items, collections, and assets that were deleted by themselves; those of an item go with it. */
      records: Count,
    }),
  },
});
