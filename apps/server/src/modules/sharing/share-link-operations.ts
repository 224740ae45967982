import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { createShareLink, listShareLinks, revokeShareLink, type ShareLink } from '@armarium/contract/sharing';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { cleanText, recordKinds } from '../records/public.ts';
import { linkState, newLinkProblems } from './share-link.rules.ts';
import { newShareToken } from '../admission/public.ts';
import { confirmImages, imagesNotConfirmed } from '../story/public.ts';

const DEFAULT_SIZE = 20;

type Row = Selectable<DB['share_link']>;

interface SharedRecord {
  readonly uuid: string;
  readonly resourceType: string;
  readonly visibility: string;
  /** The column of `share_link` that names it. */
  readonly column: string;
  readonly openLinks: number;
}

/**
 * Share links of items, collections and stories (decisions §4): made, listed and withdrawn by those who may publish, each time
 * with a line in the record's history. Only the SHA-256 of a token is kept, so the token is shown once.
 */
export const shareLinkOperations: Implementation[] = [
  implement(listShareLinks, async ({ data, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { rows, total } = await data.read(async (db) => {
      const record = await requireRecord(db, query.recordUuid);
      const all = db
        .selectFrom('share_link')
        .where(sql<boolean>`${sql.ref(record.column)} = ${record.uuid}::uuid`);
      return {
        rows: await all
          .selectAll()
          .orderBy(sql`revoked_at is null and expires_at > now()`, 'desc')
          .orderBy('created_at', 'desc')
          .orderBy('uuid', 'desc')
          .limit(page.size)
          .offset(page.number * page.size)
          .execute(),
        total: await all
          .select((column) => column.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      };
    });
    return pageAnswer('shareLinks', rows.map(view), page, Number(total.count), origin, url);
  }),

  implement(createShareLink, async ({ data, body }) => {
    const { token, digest } = newShareToken();
    const row = await data.write('share', async (tx) => {
      await lockRecord(tx.db, body.recordUuid);
      const record = await requireRecord(tx.db, body.recordUuid);
      const wanted = { expiresAt: new Date(body.expiresAt), note: cleanText(body.note ?? '') };
      const problems = newLinkProblems(wanted, record, new Date());
      if (problems.length > 0) throw invalid(problems);
      if (record.resourceType === 'STORY') {
        const closed = await confirmImages(tx, record.uuid, body.confirmedImages ?? []);
        if (closed.length > 0) throw imagesNotConfirmed(closed);
      }
      const made = await tx.db
        .insertInto('share_link')
        .values({
          tenant_id: tx.tenantId,
          uuid: uuidv7(),
          [record.column]: record.uuid,
          token_digest: digest,
          note: wanted.note,
          created_by_name: tx.actor.displayName,
          expires_at: wanted.expiresAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordSharing(tx, made);
      return made;
    });
    return { ...view(row), token };
  }),

  implement(revokeShareLink, async ({ data, params }) => {
    await data.write('share', async (tx) => {
      const link = await tx.db
        .selectFrom('share_link')
        .selectAll()
        .where('uuid', '=', params.uuid)
        .forUpdate()
        .executeTakeFirst();
      if (!link) throw notFound('The share link');
      // Somebody else was sooner: it is as it was wanted.
      if (link.revoked_at !== null) return;
      await tx.db
        .updateTable('share_link')
        .set({ revoked_at: sql`now()`, revoked_by_name: tx.actor.displayName })
        .where('uuid', '=', link.uuid)
        .execute();
      await recordSharing(tx, link, 'withdrawn');
    });
    return undefined;
  }),
];

/** The kinds whose records are shared by links, with the column that names them. */
const sharedKinds = () =>
  recordKinds().flatMap((kind) =>
    kind.shareColumn === undefined ? [] : [{ ...kind, column: kind.shareColumn }],
  );

/** Of two who make a link of a record at once, the second counts that of the first. */
async function lockRecord(db: TenantQueries, uuid: string): Promise<void> {
  for (const { table } of sharedKinds())
    await sql`select from ${sql.table(table)} where uuid = ${uuid}::uuid for no key update`.execute(db);
}

/** A record that stands in the catalogue, with the number of its open links. @throws ProblemError 404 */
async function requireRecord(db: TenantQueries, uuid: string): Promise<SharedRecord> {
  for (const { table, column, resourceType } of sharedKinds()) {
    const { rows } = await sql<SharedRecord>`
      select record.uuid, ${resourceType}::text as "resourceType", record.visibility, ${column}::text as column, (
        select count(*)::int from share_link shared
        where shared.tenant_id = record.tenant_id and ${sql.ref(`shared.${column}`)} = record.uuid
          and shared.revoked_at is null and shared.expires_at > now()) as "openLinks"
      from ${sql.table(table)} record where record.uuid = ${uuid}::uuid and record.trashed_at is null`.execute(
      db,
    );
    if (rows[0]) return rows[0];
  }
  throw notFound('The record');
}

/** That a record was opened to others, or no longer is; never how. */
async function recordSharing(tx: WriteTransaction, row: Row, isWithdrawn?: 'withdrawn'): Promise<void> {
  const { note, expires_at } = row;
  const entry = { shareLink: [expires_at.toISOString(), ...(note === '' ? [] : [note])].join(' · ') };
  const record = sharedKinds().flatMap(({ column, resourceType }) => {
    const uuid = (row as Readonly<Record<string, unknown>>)[column];
    return typeof uuid === 'string' ? [{ record: uuid, resourceType }] : [];
  });
  await recordHistory(
    tx,
    record.map((one) => ({
      ...one,
      action: 'update',
      ...(isWithdrawn ? { before: entry } : { after: entry }),
    })),
  );
}

function view(row: Row): ShareLink {
  return {
    uuid: row.uuid,
    note: row.note,
    createdDate: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    expiresAt: row.expires_at.toISOString(),
    revokedDate: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by_name,
    state: linkState(row, new Date()),
  };
}
