import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { fold } from '@armarium/contract/folded-text';
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  SAVED_SEARCH_NAME_MAX_CHARACTERS,
  SAVED_SEARCHES_MAX,
  savedSearchActions,
  updateSavedSearch,
  type SavedSearch,
  type SavedSearchScope,
} from '@armarium/contract/saved-searches';
import { hasWords } from '@armarium/contract/search-words';
import { reach, type Actor, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../http/pages.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { cleanText } from '../records/public.ts';

/** A caller sees no more than that. */
const DEFAULT_SIZE = 2 * SAVED_SEARCHES_MAX;

type Row = Selectable<DB['saved_search']>;

const scopeOf = (row: Row): SavedSearchScope => (row.account_uuid === null ? 'organisation' : 'own');

/** Everybody may change their own saved searches; ME, TA and AD also those of the organisation (decisions §11). */
const mayChange = (actor: Actor, scope: SavedSearchScope) =>
  scope === 'own' || reach(actor, 'editSharedSearches') !== undefined;

const view = (row: Row, actor: Actor): SavedSearch => ({
  uuid: row.uuid,
  name: row.name,
  scope: scopeOf(row),
  address: row.address,
  allowedActions: mayChange(actor, scopeOf(row)) ? [...savedSearchActions] : [],
});

/** The saved searches that this account sees, by name. */
const seenSearches = (db: TenantQueries, { accountUuid }: Actor) =>
  db
    .selectFrom('saved_search')
    .selectAll()
    .where((column) =>
      column.or([column('account_uuid', 'is', null), column('account_uuid', '=', accountUuid)]),
    )
    .orderBy('name_key')
    .orderBy('uuid');

/** The first saved searches, by name, whose names have words that begin with the words of a text. */
export async function savedSearchesNamed(
  db: TenantQueries,
  actor: Actor,
  text: string,
  wanted: number,
): Promise<SavedSearch[]> {
  const asked = fold(text);
  const seen = seenSearches(db, actor);
  // Addresses may be long, so they are read only of those that are wanted.
  const names = await seen.clearSelect().select(['uuid', 'name_key']).execute();
  const found = names.filter(({ name_key }) => hasWords(name_key, asked)).slice(0, wanted);
  if (found.length === 0) return [];
  const rows = await seen
    .where(
      'uuid',
      'in',
      found.map(({ uuid }) => uuid),
    )
    .execute();
  return rows.map((row) => view(row, actor));
}

/** @throws ProblemError 422 for a name that is blank or too long as it is kept */
function keptName(name: string): { name: string; name_key: string } {
  const kept = cleanText(name);
  const name_key = fold(kept);
  if (name_key === '') throw invalid([{ name: 'name', code: 'required', message: 'It is required.' }]);
  // Some letters are longer composed than as they were sent.
  if (kept.length > SAVED_SEARCH_NAME_MAX_CHARACTERS) {
    const message = `At most ${SAVED_SEARCH_NAME_MAX_CHARACTERS} characters fit.`;
    throw invalid([{ name: 'name', code: 'too-long', message }]);
  }
  return { name: kept, name_key };
}

/** @throws ProblemError 403 */
function requireRight(actor: Actor, scope: SavedSearchScope): void {
  if (mayChange(actor, scope)) return;
  throw new ProblemError(
    'forbidden',
    'Your roles in this organisation do not allow you to change shared searches.',
  );
}

/** @throws ProblemError 422 where an account, or the organisation, has as many as it may have */
async function requireRoom({ db, tenantId }: WriteTransaction, accountUuid: string | null): Promise<void> {
  // When two people save at the same time, the second one counts what the first one has saved.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`armarium saved searches ${accountUuid}`}, ${tenantId}))`.execute(
    db,
  );
  const { count } = await db
    .selectFrom('saved_search')
    .select((column) => column.fn.countAll().as('count'))
    .where('account_uuid', 'is not distinct from', accountUuid)
    .executeTakeFirstOrThrow();
  if (Number(count) < SAVED_SEARCHES_MAX) return;
  const owner = accountUuid === null ? 'The organisation has' : 'You have';
  const message = `${owner} ${SAVED_SEARCHES_MAX} saved searches, the most that are allowed. Delete one first.`;
  throw invalid([{ name: 'scope', code: 'too-many', message }]);
}

/** @throws ProblemError 404, 403 */
async function lockChanged(db: TenantQueries, actor: Actor, uuid: string): Promise<void> {
  const row = await seenSearches(db, actor).where('uuid', '=', uuid).forUpdate().executeTakeFirst();
  if (!row) throw notFound('The saved search');
  requireRight(actor, scopeOf(row));
}

/** The operations on saved searches (decisions §11). */
export const savedSearchOperations: readonly Implementation[] = [
  implement(listSavedSearches, async ({ data, actor, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const rows = await data.read((db) => seenSearches(db, actor).execute());
    const shown = pageOfRows(rows, page).map((row) => view(row, actor));
    return pageAnswer('savedSearches', shown, page, rows.length, origin, url);
  }),

  implement(createSavedSearch, async ({ data, actor, body: { name, scope, address } }) => {
    requireRight(actor, scope);
    const kept = keptName(name);
    const accountUuid = scope === 'own' ? actor.accountUuid : null;
    const row = await data.write('saved-search', async (tx) => {
      await requireRoom(tx, accountUuid);
      return tx.db
        .insertInto('saved_search')
        .values({ tenant_id: tx.tenantId, uuid: uuidv7(), account_uuid: accountUuid, ...kept, address })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return view(row, actor);
  }),

  implement(updateSavedSearch, async ({ data, actor, params, body: { name, address } }) => {
    const changes = { ...(name !== undefined && keptName(name)), ...(address !== undefined && { address }) };
    const row = await data.write('saved-search', async ({ db }) => {
      await lockChanged(db, actor, params.uuid);
      return (
        db
          .updateTable('saved_search')
          // Without a change it is answered as it is.
          .set({ uuid: params.uuid, ...changes })
          .where('uuid', '=', params.uuid)
          .returningAll()
          .executeTakeFirstOrThrow()
      );
    });
    return view(row, actor);
  }),

  implement(deleteSavedSearch, ({ data, actor, params }) =>
    data.write('saved-search', async ({ db }) => {
      await lockChanged(db, actor, params.uuid);
      await db.deleteFrom('saved_search').where('uuid', '=', params.uuid).execute();
      return undefined;
    }),
  ),
];
