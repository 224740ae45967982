import { getDownloadAgreement, listDownloads, type Download } from '@armarium/contract/downloads';
import type { Actor, Database, TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { downloadAgreement } from '../tenancy/public.ts';
import { entitlementOf, type Entitlement } from './archive.rules.ts';
import type { DownloadItem } from './download.queries.ts';

const DEFAULT_SIZE = 20;

export interface LoggedDownload {
  readonly kind: Download['kind'];
  readonly itemUuid: string;
  readonly assetUuid: string | null;
  readonly title: string;
  readonly pressmark: string;
  readonly variant: string;
  readonly entitlement: Entitlement;
  readonly agreement: string;
}

/** Logs a download before its first byte leaves: one that breaks off was begun. */
export async function logDownload(
  database: Database,
  tenantId: number,
  actor: Actor,
  { itemUuid, assetUuid, ...download }: LoggedDownload,
): Promise<void> {
  await database.bookkeeping(tenantId, (db) =>
    db
      .insertInto('download')
      .values({
        tenant_id: tenantId,
        account_uuid: actor.accountUuid,
        account_name: actor.displayName,
        item_uuid: itemUuid,
        asset_uuid: assetUuid,
        ...download,
      })
      .execute(),
  );
}

/** Logs a download of an item or of one of its images. @param call of the operation that answers it */
export async function logDownloadOfItem(
  database: Database,
  call: {
    readonly actor: Actor;
    readonly tenant: { readonly id: number };
  },
  item: Pick<DownloadItem, 'uuid' | 'pressmark'>,
  download: Pick<LoggedDownload, 'kind' | 'assetUuid' | 'title' | 'variant' | 'agreement'>,
): Promise<void> {
  await logDownload(database, call.tenant.id, call.actor, {
    ...download,
    itemUuid: item.uuid,
    pressmark: item.pressmark,
    entitlement: download.kind === 'original' ? 'clean' : entitlementOf(call.actor),
  });
}

/** `GET /meta/downloadAgreement`. */
export const agreementToRead: Implementation = implement(getDownloadAgreement, ({ data }) =>
  data.read(downloadAgreement),
);

const matching = (
  db: TenantQueries,
  { culturalItemUuid, userUuid }: { culturalItemUuid?: string; userUuid?: string },
) =>
  db
    .selectFrom('download')
    .$if(culturalItemUuid !== undefined, (query) => query.where('item_uuid', '=', culturalItemUuid ?? ''))
    .$if(userUuid !== undefined, (query) => query.where('account_uuid', '=', userUuid ?? ''));

/** `GET /meta/downloads`. */
export const downloadLog: Implementation = implement(listDownloads, async ({ data, query, origin, url }) => {
  const page = wantedPage(query, DEFAULT_SIZE);
  const { rows, total } = await data.read(async (db) => ({
    rows: await matching(db, query)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(page.size)
      .offset(page.number * page.size)
      .execute(),
    total: await matching(db, query)
      .select((column) => column.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  }));
  const views = rows.map((row) => ({
    id: String(row.id),
    date: row.downloaded_at.toISOString(),
    user: row.account_name,
    userUuid: row.account_uuid,
    kind: row.kind as Download['kind'],
    culturalItemUuid: row.item_uuid,
    imageUuid: row.asset_uuid,
    title: row.title,
    pressmark: row.pressmark,
    variant: row.variant,
    unwatermarked: row.entitlement === 'clean',
    agreement: row.agreement,
  }));
  return pageAnswer('downloads', views, page, Number(total.count), origin, url);
});
