import { sql } from 'kysely';
import {
  changeOrganisation,
  getOrganisation,
  listAgreements,
  listOrganisationChanges,
  LOGO_MAX_BYTES,
  removeLogo,
  setLogo,
  type Organisation,
  type OrganisationChange,
} from '@armarium/contract/organisation';
import type { UserRights } from '@armarium/contract/capability';
import type { Operation } from '@armarium/contract/operation';
import type { Language } from '@armarium/contract/preferences';
import type { Config } from '../../config.ts';
import type { Actor, TenantQueries } from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { receiveFilePart } from '../../http/file-part.ts';
import { notByToken } from '../../http/identify.ts';
import { type Call, implement, type Implementation, type RecordCall } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, type PageWanted } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { hasShownFactor } from '../accounts/public.ts';
import { renameRoot } from '../catalogue/public.ts';
import type { MailConfig } from '../deliveries/public.ts';
import { drawLogo, type MediaParts, withSentPicture } from '../media/public.ts';
import { DAY_MS } from '../trash/public.ts';
import {
  agreementInForce,
  agreementsPage,
  linkOriginOf,
  logoUrlOf,
  saveOrganisation,
  signOnProviders,
  storeLogo,
  tenantUsage,
  withoutSecret,
  type OrganisationWrite,
} from '../tenancy/public.ts';
import { mailOperations } from './mail-operations.ts';

const DEFAULT_SIZE = 20;

/** A tenant as its managers read it, in one statement for the row and three for what stands elsewhere. */
async function settingsOf(db: TenantQueries) {
  const { rows } = await sql<{
    name: string;
    display_name: string;
    url: string | null;
    accent: string | null;
    language: Language | null;
    user_rights: UserRights;
    demand_second_factor: boolean;
    trash_days: number | null;
    logo_key: string | null;
    mail_name: string;
    mail_reply_to: string | null;
    storage_quota_bytes: number | null;
    records_quota: number | null;
    version: number;
  }>`select * from tenant where id = current_tenant()`.execute(db);
  const [row] = rows;
  if (!row) throw notFound('The organisation');
  return {
    row,
    agreement: await agreementInForce(db),
    signOn: (await signOnProviders(db)).map(withoutSecret),
    usage: await tenantUsage(db),
  };
}

/**
 * The operations on the settings of an organisation (decisions §12), for its administrators.
 * @param forget is called after a change: what this process knows of organisations is out of date
 */
export function organisationOperations(
  media: Pick<MediaParts, 'database' | 'storage' | 'limits'>,
  config: Pick<Config, 'bucket'> & MailConfig,
  forget: () => void,
): Implementation[] {
  const { storage, limits } = media;
  const { bucket, smtpUrl, mailFrom } = config;
  const shown = async ({ data, origin, reply }: RecordCall): Promise<Organisation> => {
    const { row, agreement, signOn, usage } = await data.read(settingsOf);
    setEntityTag(reply, row.version);
    return {
      name: row.name,
      displayName: row.display_name,
      accent: row.accent,
      language: row.language,
      userRights: row.user_rights,
      demandSecondFactor: row.demand_second_factor,
      trashDays: row.trash_days,
      agreement,
      signOn,
      logoUrl: logoUrlOf(origin, row.logo_key),
      mail: { displayName: row.mail_name, replyTo: row.mail_reply_to },
      installation: {
        url: row.url,
        trashDays: Math.round(limits.trash_ms / DAY_MS),
        storage: bucket ? 'bucket' : 'folder',
        storageQuotaBytes: row.storage_quota_bytes,
        recordsQuota: row.records_quota,
        mail: {
          server: smtpUrl !== undefined,
          from: mailFrom?.address ?? null,
          linkAddress: linkOriginOf(row, config) ?? null,
        },
      },
      usage,
      _links: {
        self: { href: `${origin}${getOrganisation.path}` },
        changes: { href: `${origin}${listOrganisationChanges.path}` },
      },
    };
  };
  const change = async (
    { data, request, log }: Pick<Call<Operation>, 'data' | 'request' | 'log'>,
    given: OrganisationWrite,
  ) => {
    const isDemanding = given.demandSecondFactor ?? false;
    const mayDemand = !isDemanding || (await hasShownFactor(media.database.system, request));
    try {
      await saveOrganisation(
        { ...media, log },
        data,
        given,
        renameRoot,
        ({ version, demandSecondFactor }) => {
          requireMatch(request, version);
          // Nobody may lock themselves out, nor ask of others what they have not seen.
          if (!mayDemand && !demandSecondFactor)
            throw new ProblemError(
              'own-second-factor',
              'Set up an authenticator app in your profile, or a passkey at this address, or sign in with that. Then require one from the others.',
            );
        },
      );
    } finally {
      // Other processes are told by the database; this one must not wait for it, since the next request may be there.
      forget();
    }
  };
  return [
    ...mailOperations(media.database, config),
    implement(getOrganisation, shown),
    implement(changeOrganisation, async (call) => {
      refuseByToken(call.actor, call.body);
      await change(call, call.body);
      return shown(call);
    }),
    implement(setLogo, async (call) => {
      const logoKey = await receiveFilePart(
        call.request,
        async ({ file }) => {
          const limit = { what: 'A logo', max_bytes: LOGO_MAX_BYTES } as const;
          const logo = await withSentPicture(storage, file, limit, drawLogo);
          return storeLogo(storage, call.data.tenantId, logo);
        },
        LOGO_MAX_BYTES,
      );
      await change(call, { logoKey });
      return shown(call);
    }),
    implement(removeLogo, async (call) => {
      await change(call, { logoKey: null });
      return undefined;
    }),
    implement(listOrganisationChanges, async ({ data, query, origin, url }) => {
      const page = wantedPage(query, DEFAULT_SIZE);
      const { changes, total } = await data.read((db) => changesPage(db, page));
      return pageAnswer('changes', changes, page, total, origin, url);
    }),
    implement(listAgreements, async ({ data, query, origin, url }) => {
      const page = wantedPage(query, DEFAULT_SIZE);
      const { agreements, total } = await data.read((db) => agreementsPage(db, page));
      return pageAnswer('agreements', agreements, page, total, origin, url);
    }),
  ];
}

/** The changes of settings, the newest first, by the index of the organisation's own history. */
/** How people sign in is set by a person (decisions §12). @throws ProblemError 403 where a program changes it */
function refuseByToken({ token }: Actor, { signOn, demandSecondFactor }: OrganisationWrite): void {
  if (token && (signOn !== undefined || demandSecondFactor !== undefined))
    throw notByToken('How people sign in is set by a person. Leave signOn and demandSecondFactor out.');
}

async function changesPage(
  db: TenantQueries,
  page: PageWanted,
): Promise<{ changes: OrganisationChange[]; total: number }> {
  const own = sql`history.resource_type = 'ORGANISATION'
    and history.record_uuid = (select uuid from tenant where id = current_tenant())`;
  const { rows } = await sql<{
    id: string;
    made_at: Date;
    account_name: string;
    token_name: string | null;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  }>`
    select history.id::text, history.made_at, change_set.account_name, change_set.token_name,
      history.before, history.after
    from history join change_set on change_set.uuid = history.change_set
    where ${own}
    order by history.id desc limit ${page.size} offset ${page.number * page.size}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from history where ${own}`.execute(db);
  return {
    changes: rows.map(({ id, made_at, account_name, token_name, before, after }) => ({
      id,
      date: made_at.toISOString(),
      user: account_name,
      token: token_name,
      settings: Object.keys(after).map((name) => ({ name, before: before[name], after: after[name] })),
    })),
    total: counted[0]?.total ?? 0,
  };
}
