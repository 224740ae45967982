import { sql } from 'kysely';
import { standardAgreement, type DownloadAgreement } from '@armarium/contract/downloads';
import type { OwnAgreement } from '@armarium/contract/organisation';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';
import { ProblemError } from '../../problem-error.ts';

interface AgreementRow {
  readonly number: number;
  readonly text: string | null;
  readonly language: string | null;
  readonly made_at: Date;
}

/** A row without a text says that the program's own is in force from then on. */
function ownAgreement(row: AgreementRow | undefined): OwnAgreement | null {
  if (!row || row.text === null) return null;
  return {
    version: String(row.number),
    text: row.text,
    language: row.language as OwnAgreement['language'],
    date: row.made_at.toISOString(),
  };
}

const newestFirst = (db: TenantQueries) =>
  db
    .selectFrom('download_agreement')
    .select(['number', 'text', 'language', 'made_at'])
    .orderBy('number', 'desc');

/** The organisation's own agreement in force; null where the program's own is. */
export async function agreementInForce(db: TenantQueries): Promise<OwnAgreement | null> {
  return ownAgreement(await newestFirst(db).limit(1).executeTakeFirst());
}

/** The agreement in force, for people who download. */
export async function downloadAgreement(db: TenantQueries): Promise<DownloadAgreement> {
  const own = await agreementInForce(db);
  return own
    ? { version: own.version, own: { text: own.text, language: own.language } }
    : { version: standardAgreement, own: null };
}

/**
 * The version that a download is logged with: the one in force.
 * @param accepted as the caller names it, if it does
 * @throws ProblemError 409 `agreement-changed` where that is another one (decisions §7)
 */
export async function acceptedVersion(db: TenantQueries, accepted: string | undefined): Promise<string> {
  const { version } = await downloadAgreement(db);
  if (accepted === undefined || accepted === version) return version;
  throw new ProblemError(
    'agreement-changed',
    `Version ${version} of the agreement is in force. Read it before you download.`,
  );
}

/** A page of the organisation's own versions, the newest first, with their number. */
export async function agreementsPage(
  db: TenantQueries,
  page: PageWanted,
): Promise<{ agreements: OwnAgreement[]; total: number }> {
  const rows = await newestFirst(db)
    .where('text', 'is not', null)
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from download_agreement where text is not null`.execute(db);
  return {
    agreements: rows.flatMap((row) => ownAgreement(row) ?? []),
    total: counted[0]?.total ?? 0,
  };
}

/**
 * Puts a text in force, as the next version. The row of the tenant is locked, so that no other takes the number.
 * @returns the version of the organisation's own; null where the program's own is in force from then on
 */
export async function writeAgreement(
  { db, tenantId }: WriteTransaction,
  agreement: { readonly text: string; readonly language: string } | null,
): Promise<string | null> {
  const { rows } = await sql<{ number: number }>`
    insert into download_agreement (tenant_id, number, text, language)
    select ${tenantId}, coalesce(max(number), 0) + 1, ${agreement?.text ?? null}, ${agreement?.language ?? null}
    from download_agreement
    returning number`.execute(db);
  return agreement && String(rows[0]?.number);
}
