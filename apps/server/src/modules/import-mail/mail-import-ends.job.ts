import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { JobHandler } from '../../queue/jobs.ts';
import { accountIn, accountsWithImportMail, type ImportMailAccount } from '../accounts/public.ts';
import { rootUuid } from '../catalogue/public.ts';
import { mailSettings, meansOfMail, writeMail, type MailConfig } from '../deliveries/public.ts';
import { kindOf } from '../records/public.ts';
import {
  endedSeries,
  failedFiles,
  importedSheets,
  isImporting,
  toldUntil,
  type ImportSeries,
} from './import-ends.queries.ts';
import { importMessage, type ImportPages } from './import-message.ts';

/** An import that takes less is watched by the person who began it. */
const LONG_MS = 5 * 60_000;

/**
 * Writes a message to those who want to know when a long import has ended, with what failed. It runs each minute, so that
 * the transactions of imports have nothing to do for it. A failure for one account is logged, and the next run tries again.
 */
export function mailImportEndsJob(database: Database, config: MailConfig): JobHandler {
  return async (_payload, job) => {
    for (const account of await accountsWithImportMail(database.system)) {
      if (job.signal.aborted) return;
      const fields = { tenant: account.tenantId, account: account.uuid };
      try {
        const isWritten = await endSeries(database, config, account);
        if (isWritten) job.log.info(fields, 'wrote that an import has ended');
      } catch (error) {
        job.log.error({ ...fields, err: error }, 'could not tell that an import has ended');
      }
    }
  };
}

/** @returns whether a message was written */
async function endSeries(
  database: Database,
  config: MailConfig,
  { tenantId, uuid, email, language, since }: ImportMailAccount,
): Promise<boolean> {
  const actor = await accountIn(database.system, { uuid }, tenantId);
  if (!actor) return false;
  // The message tells of no record that the account may not see any more.
  const ended = await database.tenant(tenantId, actor).read(async (db) => {
    const from = await toldUntil(db, uuid, since);
    if (await isImporting(db, uuid, from)) return undefined;
    const series = await endedSeries(db, uuid, from);
    if (!series || !isLong(series)) return series && { series };
    const failed = series.failed > 0 ? await failedFiles(db, uuid, from) : [];
    const sheets = series.sheets > 0 ? await importedSheets(db, uuid, from) : [];
    return { series, news: { series, failed, sheets }, root: await rootUuid(db) };
  });
  if (!ended) return false;
  return database.bookkeeping(tenantId, async (db) => {
    const { numAffectedRows = 0n } = await sql`
      insert into import_mail as known (tenant_id, account_uuid, told_until)
      values (current_tenant(), ${uuid}, ${ended.series.told_until}::timestamptz)
      on conflict (tenant_id, account_uuid) do update set told_until = excluded.told_until
      where known.told_until < excluded.told_until`.execute(db);
    // Another process was faster, or the import was short.
    if (numAffectedRows === 0n || !ended.news) return false;
    const settings = await mailSettings(db, config);
    const means = meansOfMail(settings);
    // The profile does not offer it where the organisation cannot send mail.
    if (typeof means === 'string') return false;
    const content = importMessage(
      ended.news,
      pagesOf(means.linkOrigin, ended.root),
      language ?? settings.language,
    );
    await writeMail(
      db,
      { purpose: 'import-ended', to: email, content },
      { account: uuid, urgency: 'background' },
    );
    return true;
  });
}

const isLong = ({ began_at, last_at }: ImportSeries) => last_at.getTime() - began_at.getTime() >= LONG_MS;

/** @param origin of the addresses of the organisation */
function pagesOf(origin: string, root: string): ImportPages {
  const { page } = kindOf('ITEM');
  return {
    item: (uuid) => `${origin}${page?.(uuid, root) ?? '/ui/'}`,
    batch: (uuid) => `${origin}/ui/catalog/operations/${uuid}`,
    monitor: (areFailed) => `${origin}/ui/management?tab=imports${areFailed ? '&state=ERROR' : ''}`,
    profile: `${origin}/ui/management/self`,
  };
}
