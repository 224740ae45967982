import { open } from 'node:fs/promises';
import { system, type TenantData } from '../../db/database.ts';
import { renameRoot } from '../../modules/catalogue/public.ts';
import {
  changeDelivery,
  drawLogo,
  imageDelivery,
  MediaRefused,
  storeWatermark,
  type DeliveryChanges,
  type MediaParts,
} from '../../modules/media/public.ts';
import {
  changeTenant,
  listTenants,
  saveOrganisation,
  storeLogo,
  type OrganisationWrite,
} from '../../modules/tenancy/public.ts';
import { countDue, DAY_MS, timeInTrash } from '../../modules/trash/public.ts';
import { ProblemError } from '../../problem-error.ts';
import { CommandRefused, readArguments, tenantNamed, UsageError, type CommandContext } from '../command.ts';
import { systemCause } from '../../storage/system-cause.ts';
import { onlyName } from './only-name.ts';
import {
  readDelivery,
  readNaming,
  readOrganisation,
  readQuotas,
  refuseBoth,
  settings,
} from './tenant-options.ts';

/** `armarium tenant set`: changes what is given of an organisation. All of it is judged before anything is changed. */
export async function setTenant(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, settings);
  const name = onlyName(positionals, 'set');
  const { yes = false, ...given } = values;
  if (!hasAny(given)) throw new UsageError(`Say what to change of ${name}.`);
  refuseBoth(values, 'logo', 'no-logo');
  const quotas = readQuotas(values);
  const delivery = readDelivery(values);
  const organisation = await readOrganisation(values);
  const logo = values.logo === undefined ? undefined : await readLogo(values.logo);

  const { access } = context;
  const { media } = await context.installation();
  const parts = { ...media, log: context.log };
  const { id } = await tenantNamed(access, name);
  const data = access.database.tenant(id, system);
  const naming = readNaming(values, name, await listTenants(access.database.system));
  await requireConsent(context, data, organisation, yes);
  const wantedDelivery = await readyDelivery(media, data, name, delivery, values.watermark);

  const { url, ...displayName } = naming;
  await changeTenant(access.migrator, id, { ...(url !== undefined && { url }), ...quotas });
  if (hasAny(wantedDelivery)) await changeDelivery(parts, data, wantedDelivery);
  const wanted = {
    ...organisation,
    ...displayName,
    ...(logo !== undefined && { logoKey: await storeLogo(media.storage, id, logo) }),
    ...(values['no-logo'] && { logoKey: null }),
  };
  if (hasAny(wanted)) await saveOrganisation(parts, data, wanted, renameRoot);
  context.say(`The organisation ${name} was changed.`);
}

const hasAny = (values: object) => Object.keys(values).length > 0;

async function readLogo(path: string): Promise<Buffer> {
  try {
    return await drawLogo(path);
  } catch (error) {
    const why = error instanceof MediaRefused ? error.cause_.title : `${systemCause(error)}.`;
    throw new CommandRefused(`The logo ${path} can't be used: ${why}`);
  }
}

/**
 * A shorter time in the trash purges what lies there for longer, for good.
 * @throws CommandRefused with the number, unless that is meant
 */
async function requireConsent(
  context: CommandContext,
  data: TenantData,
  { trashDays }: OrganisationWrite,
  isMeant: boolean,
): Promise<void> {
  if (trashDays === undefined) return;
  const standard_ms = context.config.limits.trash_ms;
  const kept_ms = trashDays === null ? standard_ms : trashDays * DAY_MS;
  const [now_ms, due] = await data.read(
    async (db) => [await timeInTrash(db, standard_ms), await countDue(db, kept_ms)] as const,
  );
  if (kept_ms >= now_ms || due.deletions === 0) return;
  const purged =
    `The trash would keep things for ${Math.round(kept_ms / DAY_MS)} days instead of ${Math.round(now_ms / DAY_MS)}. ` +
    `Deletions that are purged within the hour: ${due.deletions}, with so many records: ${due.records}.`;
  if (!isMeant) {
    throw new CommandRefused(
      `${purged} They can't be brought back then. Nothing was changed; add --yes if that is meant.`,
    );
  }
  context.say(purged);
}

/** The changes with the stored picture of a watermark. @throws CommandRefused where there is no watermark to change */
async function readyDelivery(
  { storage }: MediaParts,
  data: TenantData,
  name: string,
  changes: DeliveryChanges,
  path: string | undefined,
): Promise<DeliveryChanges> {
  const { watermark, ...others } = changes;
  if (watermark === undefined) return changes;
  if (watermark && path !== undefined) {
    return { ...others, watermark: { ...watermark, key: await readWatermark(storage, data.tenantId, path) } };
  }
  if ((await data.read(imageDelivery)).watermark) return changes;
  if (watermark) {
    throw new CommandRefused(`${name} has no watermark yet. Give its picture by --watermark.`);
  }
  // It has none, so there is nothing to take away.
  return others;
}

async function readWatermark(
  storage: MediaParts['storage'],
  tenantId: number,
  path: string,
): Promise<string> {
  try {
    // Opened first: nobody listens yet to a stream that fails at once.
    const file = await open(path);
    return await storeWatermark(storage, tenantId, file.createReadStream());
  } catch (error) {
    const why = error instanceof ProblemError ? error.message : `${systemCause(error)}.`;
    throw new CommandRefused(`The watermark ${path} can't be used: ${why}`);
  }
}
