import { standardAgreement } from '@armarium/contract/downloads';
import { system } from '../../db/database.ts';
import { imageDelivery } from '../../modules/media/public.ts';
import { agreementInForce, listTenants, tenantUsage } from '../../modules/tenancy/public.ts';
import { DAY_MS } from '../../modules/trash/public.ts';
import { asColumns } from '../columns.ts';
import { readArguments, tenantNamed, type CommandContext } from '../command.ts';
import { spokenSize } from '../spoken-size.ts';
import { onlyName } from './only-name.ts';

const ofMost = (used: string, most: string | undefined) => (most === undefined ? used : `${used} of ${most}`);

/** `armarium tenant show`: all settings of one organisation, a line each, and behind them its agreement. */
export async function showTenant(args: readonly string[], context: CommandContext): Promise<void> {
  const name = onlyName(readArguments(args, {}).positionals, 'show');
  const { access, config } = context;
  const { id } = await tenantNamed(access, name);
  const tenant = (await listTenants(access.database.system)).find((one) => one.id === id);
  if (!tenant) return;
  const { agreement, delivery, usage } = await access.database.tenant(id, system).read(async (db) => ({
    agreement: await agreementInForce(db),
    delivery: await imageDelivery(db),
    usage: await tenantUsage(db),
  }));
  const { watermark, publicMaxPx } = delivery;
  const { storageQuota_bytes: most_bytes, recordsQuota: most } = tenant;
  const standardDays = Math.round(config.limits.trash_ms / DAY_MS);
  const rows = [
    ['name', tenant.name],
    ['display name', tenant.displayName || '-'],
    ['url', tenant.url ?? '-'],
    ['user rights', tenant.userRights],
    ['accent', tenant.accent ?? 'the program’s own'],
    ['language', tenant.language ?? 'that of each browser'],
    [
      'days in the trash',
      tenant.trashDays === null ? `${standardDays}, as everywhere` : `${tenant.trashDays}`,
    ],
    [
      'agreement',
      agreement
        ? `version ${agreement.version} (${agreement.language}), of ${agreement.date.slice(0, 10)}`
        : `the program’s own, ${standardAgreement}`,
    ],
    ['logo', tenant.logoKey === null ? 'no' : 'yes'],
    [
      'watermark',
      watermark
        ? `${watermark.place}, opacity ${watermark.opacity} %, width ${watermark.width} % of the image`
        : 'no',
    ],
    ['public size', publicMaxPx === null ? 'full' : `${publicMaxPx} pixels`],
    [
      'files',
      ofMost(spokenSize(usage.storedBytes), most_bytes === null ? undefined : spokenSize(most_bytes)),
    ],
    ['records', ofMost(`${usage.records}`, most === null ? undefined : `${most}`)],
  ];
  for (const line of asColumns(rows)) context.say(line);
  if (agreement) context.say(`\n${agreement.text}`);
}
