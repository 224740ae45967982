import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openInstallation } from '../../../../tests/http/test-installation.ts';
import { system, type TenantQueries } from './database.ts';

const house = await openInstallation();
const { database } = house.access;
const { default: ownId, altra: otherId } = house.tenantIds;
const own = database.tenant(ownId, system);

const roots = (db: TenantQueries) => db.selectFrom('collection').select('tenant_id').execute();
const changeSets = async () =>
  Number((await house.query<{ n: number }>('select count(*) as n from change_set'))[0]?.n);

/** What a query without a tenant sees, on as many connections as there may be. */
const forgotten = () =>
  Promise.all(
    Array.from({ length: 40 }, async () => {
      const { rows } = await sql<{ seen: number; tenant: string | null }>`
        select (select count(*)::int from collection) as seen,
          nullif(current_setting('app.tenant', true), '') as tenant`.execute(database.system);
      return rows[0];
    }),
  );

describe('the handle of a tenant', () => {
  it('[TENANT-21] acts as armarium_app, whether it reads, writes or asks for no tenant', async () => {
    const role = async (db: Parameters<ReturnType<typeof sql>['execute']>[0]) =>
      (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role;
    const acting = [
      await role(database.system),
      await own.read(role),
      await own.write('test', ({ db }) => role(db)),
      await database.bookkeeping(ownId, role),
    ];
    expect(acting).toEqual(Array(4).fill('armarium_app'));
  });

  it('[PERM-31, TENANT-22] sees the tenant it was made for, however many ask at once', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? ownId : otherId));
    const seen = await Promise.all(ids.map((id) => database.tenant(id, system).read(roots)));
    expect(seen.map((rows) => rows.map(({ tenant_id }) => tenant_id))).toEqual(ids.map((id) => [id]));
  });

  it('[PERM-31, TENANT-22, TENANT-23] leaves no tenant on its connection, whether it ended well, failed or was lost', async () => {
    const failing = (db: TenantQueries) => sql`select 1 / 0 from collection`.execute(db);
    const killed = (db: TenantQueries) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    const thrown = async (db: TenantQueries) => {
      await roots(db);
      throw new Error('changed my mind');
    };
    const works = [roots, failing, thrown, killed] as ((db: TenantQueries) => Promise<unknown>)[];
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => own.read(works[index % works.length] ?? roots)),
    );
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        own.write('test', ({ db }) => (works[index % works.length] ?? roots)(db)),
      ),
    );
    expect(new Set((await forgotten()).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ seen: 0, tenant: null })]),
    );
    expect(await own.read(roots)).toEqual([{ tenant_id: ownId }]);
  });

  it('changes nothing while it reads', async () => {
    const title = `update collection set sgtt = 'changed'`;
    await expect(own.read((db) => sql.raw(title).execute(db))).rejects.toMatchObject({ code: '25006' });
  });

  it('[API-182] gives each write one change set, and keeps neither where it fails', async () => {
    const before = await changeSets();
    await own.write('test', async ({ db }) => {
      await db.updateTable('collection').set({ sgti: 'kept' }).execute();
    });
    expect(await changeSets()).toBe(before + 1);
    const failed = own.write('test', async ({ db }) => {
      await db.updateTable('collection').set({ sgti: 'lost' }).execute();
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await changeSets()).toBe(before + 1);
    const rows = await house.query<{ sgti: string }>('select sgti from collection order by tenant_id');
    // The other tenant's root was not touched by either.
    expect(rows.map(({ sgti }) => sgti)).toEqual(['kept', '']);
  });

  it('[PERM-31] of a tenant that is none sees nothing', async () => {
    for (const id of [0, -1, 2 ** 31 - 1]) {
      expect(await database.tenant(id, system).read(roots)).toEqual([]);
    }
    for (const id of [NaN, Infinity, 1.5, `${ownId}'; select 1 --` as unknown as number]) {
      const seen = await database
        .tenant(id, system)
        .read(roots)
        .catch(() => 'refused');
      expect(['refused', []]).toContainEqual(seen);
    }
  });
});
