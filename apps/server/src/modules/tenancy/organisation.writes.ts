import type { OrganisationChanges } from '@armarium/contract/organisation';
import type { WriteTransaction } from '../../db/database.ts';
import { recordHistory } from '../../db/history.ts';
import { agreementInForce, writeAgreement } from './agreement.ts';
import { writeProviders } from './sign-on-providers.ts';
import { readDisplayName } from './tenant.rules.ts';

/** The settings that an organisation changes itself, as they are stored. */
const columns = {
  displayName: 'display_name',
  accent: 'accent',
  language: 'language',
  userRights: 'user_rights',
  demandSecondFactor: 'demand_second_factor',
  trashDays: 'trash_days',
  logoKey: 'logo_key',
  mailDisplayName: 'mail_name',
  mailReplyTo: 'mail_reply_to',
} as const;

/** New values of some settings; `logoKey` is where the storage keeps the logo. */
export interface OrganisationWrite extends OrganisationChanges {
  readonly logoKey?: string | null;
}

/** What a change is checked against. */
export interface OrganisationPresent {
  readonly version: number;
  readonly demandSecondFactor: boolean;
}

/** What an organisation is called; one without a display name by the name that the installation gives it. */
export interface OrganisationNames {
  readonly before: string;
  readonly after: string;
}

/**
 * Changes the given settings of the transaction's organisation, and writes into its history what differs. Open pages
 * and other processes are told by the database (0025_organisation.sql).
 * @param check is called with what is there; throws where the caller saw another version (`If-Match`)
 * @returns the key of the logo before, and the names that the organisation had and has
 * @throws ProblemError where the display name can't be used
 */
export async function writeOrganisation(
  tx: WriteTransaction,
  { agreement, mail, signOn, ...given }: OrganisationWrite,
  check?: (present: OrganisationPresent) => void,
): Promise<{ readonly logoKey: string | null; readonly names: OrganisationNames }> {
  const row = await tx.systemDb
    .selectFrom('tenant')
    .selectAll()
    .where('id', '=', tx.tenantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  check?.({ version: row.version, demandSecondFactor: row.demand_second_factor });
  const wanted = {
    ...given,
    ...(mail?.displayName !== undefined && { mailDisplayName: mail.displayName.normalize('NFC').trim() }),
    ...(mail?.replyTo !== undefined && { mailReplyTo: mail.replyTo }),
    ...(given.displayName !== undefined && { displayName: readDisplayName(given.displayName) }),
    ...(typeof given.accent === 'string' && { accent: given.accent.toLowerCase() }),
  };
  const changes = (Object.keys(columns) as (keyof typeof columns)[]).flatMap((name) => {
    const [before, after] = [row[columns[name]], wanted[name]];
    return after === undefined || after === before ? [] : [{ name, before, after }];
  });
  const assignments: Record<string, unknown> = Object.fromEntries(
    changes.map(({ name, after }) => [columns[name], after]),
  );
  const told: ChangedSetting[] = changes.map((change) =>
    // Keys of the storage tell people nothing.
    change.name === 'logoKey'
      ? { name: 'logo', before: change.before !== null, after: change.after !== null }
      : change,
  );
  if (agreement !== undefined) {
    const versions = await changeAgreement(tx, agreement);
    if (versions) {
      told.push(versions);
      // It stands in a table of its own: the version is counted all the same.
      assignments['version'] = row.version + 1;
    }
  }
  const providers = signOn && (await writeProviders(tx, signOn));
  if (providers) {
    told.push({ name: 'signOn', ...providers });
    assignments['version'] = row.version + 1;
  }
  if (Object.keys(assignments).length > 0)
    await tx.systemDb.updateTable('tenant').set(assignments).where('id', '=', tx.tenantId).execute();
  if (told.length > 0) await recordSettings(tx, told);
  return {
    logoKey: row.logo_key,
    names: {
      before: row.display_name || row.name,
      after: (wanted.displayName ?? row.display_name) || row.name,
    },
  };
}

/** @returns the versions before and after; undefined where the text in force is the same */
async function changeAgreement(
  tx: WriteTransaction,
  agreement: NonNullable<OrganisationChanges['agreement']> | null,
): Promise<ChangedSetting | undefined> {
  const before = await agreementInForce(tx.db);
  const wanted = agreement && { ...agreement, text: agreement.text.normalize('NFC').trim() };
  if (before?.text === wanted?.text && before?.language === wanted?.language) return undefined;
  return { name: 'agreement', before: before?.version ?? null, after: await writeAgreement(tx, wanted) };
}

/** A setting with its values before and after. */
export interface ChangedSetting {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Writes changes of settings into the history of the transaction's organisation. */
export async function recordSettings(
  tx: WriteTransaction,
  settings: readonly ChangedSetting[],
): Promise<void> {
  const { uuid } = await tx.systemDb
    .selectFrom('tenant')
    .select('uuid')
    .where('id', '=', tx.tenantId)
    .executeTakeFirstOrThrow();
  const values = (side: 'before' | 'after') =>
    Object.fromEntries(settings.map((setting) => [setting.name, setting[side]]));
  await recordHistory(tx, [
    {
      record: uuid,
      resourceType: 'ORGANISATION',
      action: 'update',
      before: values('before'),
      after: values('after'),
    },
  ]);
}
