import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBatch } from '@armarium/contract/batches';
import { getImageDelivery, setWatermark } from '@armarium/contract/image-delivery';
import { putTableLayouts } from '@armarium/contract/item-table';
import { updateItemsView } from '@armarium/contract/items-view';
import { deleteItem } from '@armarium/contract/deletions';
import { performTransition } from '@armarium/contract/transition-logs';
import { afterAll, describe, expect, it } from 'vitest';
import { openPool } from '../../apps/server/src/db/pool.ts';
import { nearPressmarkKey } from '../../apps/server/src/modules/records/public.ts';
import { begunUpload } from '../http/begun-upload.ts';
import { madePng } from '../http/made-png.ts';
import { importedItem, openInstallation, settledImport } from '../http/test-installation.ts';
import {
  madeEffect,
  madeSeries,
  makeWorld,
  savedMapping,
  savedSearch,
  sentMail,
  silentIssuer,
} from './operation-fixtures.ts';
import { until } from '../harness/waiting.ts';

/** Decisions §2: these decide whose tenant it is, so no tenant can stand over them. */
const exceptions = [
  'account',
  'account_avatar',
  'account_device',
  'account_membership',
  'account_passkey',
  'account_role',
  'account_totp',
  'handoff',
  'installation',
  'migration',
  'password_link',
  'recovery_code',
  'session',
  'sign_in_attempt',
  'tenant',
  'used_challenge',
];
const definers = [
  'collection_totals',
  'count_collections_matching',
  'enqueue',
  'expired_archives',
  'field_usage',
  'files_of_items',
  'forget_events',
  'has_items',
  'has_job',
  'hidden_members',
  'hides_record',
  'hiding_account',
  'item_field_values',
  'item_file_values',
  'item_query_count',
  'item_query_facets',
  'item_query_page',
  'item_query_uuids',
  'near_pressmark_items',
  'note_link_changes',
  'open_imports',
  'records_by_name',
  'search_collection_ids',
  'stale_resumable_uploads',
  'suggested_items',
  'suggested_words',
  'tell',
  'tell_of_changed',
  'tell_of_configuration',
  'tell_of_made',
  'tell_of_organisation',
  'unclaimed_uploads',
  'uncounted_words',
  'unsettled_watermarks',
  'values_in_use',
];

const house = await openInstallation({ worker: true });
const own = await makeWorld(house, 'default');
const foreign = await makeWorld(house, 'altra');
await settledImport(own.client, own.item);
await settledImport(foreign.client, foreign.item);
const { default: ownId, altra: foreignId } = house.tenantIds;

const tables = await house.query<{ name: string; closed: boolean; tenanted: boolean; first: string }>(
  `select relname as name, relrowsecurity and exists (
       select from pg_policy where polrelid = pg_class.oid and polcmd = '*' and polpermissive) as closed,
     exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id') as tenanted,
     (select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
       where indrelid = pg_class.oid and indisprimary) as first
   from pg_class where relnamespace = 'armarium'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`,
);
const closed = tables.filter(({ name }) => !exceptions.includes(name)).map(({ name }) => name);

const app = openPool({ connectionString: house.databaseUrl }, 'armarium_app', 2, () => undefined);

// What the calls so far never write; a table without a row would be tried in vain.
for (const { client, mark, item, collection: to } of [own, foreign]) {
  await client.call(startBatch, {
    body: { selection: { uuids: [item] }, action: { kind: 'link', to } },
  });
  await client.call(putTableLayouts, { body: { layouts: [{ name: mark, columns: ['pressmark'] }] } });
  await client.call(updateItemsView, { body: { view: 'table' } });
  const { uuid } = await importedItem(client, { sgtt: `${mark} deleted` });
  await client.call(deleteItem, { params: { uuid } });
}
for (const world of [own, foreign]) {
  await begunUpload(world.client);
  await world.checkedSpreadsheet();
  await savedMapping(world);
  await savedSearch(world);
  await sentMail(world);
  await madeEffect(world);
  const { story } = await madeSeries(world);
  await house.query(
    `insert into story_confirmed_image (tenant_id, story_uuid, asset_uuid, is_restricted)
     select tenant_id, $1, asset_uuid, false
     from story_step where story_uuid = $1`,
    [story],
  );
}
for (const { client, item, transition } of [own, foreign]) {
  const body = { assetUuid: item, resourceType: 'ITEM', transitionUuid: transition } as const;
  await client.call(performTransition, { body });
}
for (const { client } of [own, foreign]) {
  await client.upload(setWatermark, { source: madePng(), name: 'mark.png', type: 'image/png' });
  await until('all have their watermark', async () => {
    const { images } = (await client.call(getImageDelivery)).body;
    return images.ready === images.watermarked ? images : undefined;
  });
}
for (const tenant of [ownId, foreignId]) {
  const { item } = tenant === ownId ? own : foreign;
  await house.query(
    `insert into tombstone (tenant_id, record_uuid, resource_type, title, change_set, reason, checksums)
     select tenant_id, $2, 'ITEM', 'gone', uuid, 'a test', '[]' from change_set where tenant_id = $1 limit 1`,
    [tenant, randomUUID()],
  );
  await house.query(
    'insert into import_mail (tenant_id, account_uuid, told_until) select $1, uuid, now() from account limit 1',
    [tenant],
  );
  await (tenant === ownId ? own : foreign).signOn();
  await (tenant === ownId ? own : foreign).spareToken();
  await house.query(
    `insert into download_agreement (tenant_id, number, text, language) values ($1, 1, 'Cite us.', 'en')`,
    [tenant],
  );
  await house.query(
    `insert into former_pressmark (tenant_id, item_uuid, pressmark, pressmark_norm, change_set)
     select tenant_id, $2, 'old', 'old', uuid from change_set where tenant_id = $1 limit 1`,
    [tenant, item],
  );
  await house.query(
    `insert into item_date (tenant_id, item_uuid, name, place, edtf, first_day, last_day)
     values ($1, $2, 'date', 0, '1480', 14800101, 14801231)`,
    [tenant, item],
  );
  await house.query(
    `insert into item_presentation (tenant_id, item_uuid, behavior) values ($1, $2, 'paged')`,
    [tenant, item],
  );
  await house.query(
    `insert into download (tenant_id, account_uuid, account_name, kind, item_uuid, title, pressmark, variant,
       entitlement, agreement)
     values ($1, $2, 'Ada', 'archive', $3, 'gone', 'MS 1', 'full/full', 'clean', '2026-1')`,
    [tenant, randomUUID(), item],
  );
  await house.query(
    `insert into image_archive (tenant_id, uuid, item_uuid, variant, entitlement, contents, asked_at)
     values ($1, $2, $3, 'full/full', 'clean', 'none', now() - interval '2 days')`,
    [tenant, randomUUID(), item],
  );
  await house.query(
    `insert into derivative (tenant_id, asset_uuid, version_number, role, storage_key, size_bytes, media_type)
     select tenant_id, asset_uuid, number, 'playable', pyramid ->> 'key', 1, 'video/mp4'
     from asset_version where tenant_id = $1 and pyramid is not null limit 1`,
    [tenant],
  );
  await house.query(
    `insert into public_image (tenant_id, asset_uuid, version_number, longest_px, pyramid)
     select tenant_id, asset_uuid, number, 1024, pyramid
     from asset_version where tenant_id = $1 and pyramid is not null limit 1`,
    [tenant],
  );
  await house.query(
    `insert into asset_part (tenant_id, asset_uuid, version_number, role, upload_uuid, name)
     select tenant_id, asset_uuid, number, 'texture', upload_uuid, 'bark.png'
     from asset_version where tenant_id = $1 limit 1`,
    [tenant],
  );
  await house.query(
    `insert into share_link (tenant_id, uuid, item_uuid, token_digest, note, created_by_name, expires_at)
     values ($1, $2, $3, sha256('token'), '', 'Ada', now() + interval '1 day')`,
    [tenant, randomUUID(), item],
  );
  await house.query(
    `insert into caption (tenant_id, uuid, asset_uuid, upload_uuid, language, label)
     select tenant_id, $2, asset_uuid, upload_uuid, 'it', 'Italiano' from asset_version where tenant_id = $1 limit 1`,
    [tenant, randomUUID()],
  );
  await house.query(`insert into vocabulary (tenant_id, word, items) values ($1, 'counted', 1)`, [tenant]);
}
/** Keeps some changed words from the worker, which passes over locked ones; else it may count all of them meanwhile. */
const keeper = await house.access.migrator.connect();
await until('changed words of both tenants are kept', async () => {
  await house.query(
    `insert into vocabulary_change (tenant_id, word, items) values ($1, 'counted', 1), ($2, 'counted', 1)`,
    [ownId, foreignId],
  );
  await keeper.query('begin');
  const kept = await keeper.query<{ tenant_id: number }>(
    'select tenant_id from vocabulary_change for update skip locked',
  );
  const tenants = new Set(kept.rows.map(({ tenant_id }) => tenant_id));
  if (tenants.size === 2) return tenants;
  await keeper.query('rollback');
  return undefined;
});
afterAll(async () => {
  await keeper.query('rollback');
  keeper.release();
});

/** A transaction as the application begins it, rolled back at its end. */
async function asApp<T extends object>(tenant: number | undefined, text: string, values: unknown[] = []) {
  const client = await app.connect();
  try {
    await client.query('begin');
    if (tenant !== undefined)
      await client.query(`select set_config('app.tenant', $1, true)`, [String(tenant)]);
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

afterAll(() => app.end());

describe('the tables', () => {
  it('[TENANT-19, TENANT-20] with a tenant are closed by row-level security, the listed exceptions apart', () => {
    const open = tables.filter((table) => !table.closed).map(({ name }) => name);
    expect(open).toEqual(exceptions);
  });

  it('[TENANT-19] which are closed have the tenant first in their key', () => {
    const rows = tables.filter(({ name }) => closed.includes(name));
    expect(rows.map(({ name, first }) => ({ name, first }))).toEqual(
      closed.map((name) => ({ name, first: 'tenant_id' })),
    );
  });

  it('[TENANT-31] belong to a role that nobody signs in as, and that is not the application’s', async () => {
    const owners = await house.query<{ owner: string }>(
      `select distinct relowner::regrole::text as owner from pg_class
       where relnamespace = 'armarium'::regnamespace and relkind = 'r' and relname <> 'migration'`,
    );
    expect(owners).toEqual([{ owner: 'armarium_owner' }]);
  });
});

describe.each(closed)('%s', (table) => {
  it('holds rows of both tenants, so that the tests below mean something', async () => {
    const rows = await house.query<{ tenant_id: number }>(
      `select distinct tenant_id from ${table} order by tenant_id`,
    );
    expect(rows.map(({ tenant_id }) => tenant_id)).toEqual([ownId, foreignId]);
  });

  it('[PERM-31, TENANT-23] shows nothing to a query that forgot its tenant', async () => {
    expect(await asApp(undefined, `select * from ${table}`)).toEqual([]);
  });

  it('[PERM-31, TENANT-20] shows a tenant its own rows alone', async () => {
    const rows = await asApp<{ tenant_id: number }>(ownId, `select distinct tenant_id from ${table}`);
    expect(rows).toEqual([{ tenant_id: ownId }]);
    expect(await asApp(ownId, `select * from ${table} where tenant_id = ${foreignId}`)).toEqual([]);
  });

  it('[PERM-31] refuses a row of another tenant', async () => {
    const [row] = await house.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table} t where tenant_id = $1 limit 1`,
      [foreignId],
    );
    const insert = `insert into ${table} overriding system value
      select * from jsonb_populate_record(null::${table}, $1)`;
    for (const tenant of [ownId, undefined]) {
      const refused = asApp(tenant, insert, [JSON.stringify(row?.row)]);
      await expect(refused).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('row-level security') as string,
      });
    }
  });

  it('[PERM-31] lets no row be given to another tenant, and none of another’s be touched', async () => {
    const given = asApp(ownId, `update ${table} set tenant_id = ${foreignId}`);
    await expect(given).rejects.toMatchObject({ code: '42501' });
    const before = await house.query(`select count(*) as n from ${table} where tenant_id = $1`, [foreignId]);
    // Append-only tables refuse the statement itself.
    for (const statement of [
      `delete from ${table} where tenant_id = ${foreignId} returning 1`,
      `update ${table} set tenant_id = tenant_id where tenant_id = ${foreignId} returning 1`,
    ]) {
      const touched = await asApp(ownId, statement).catch((error: { code: string }) => error.code);
      expect([[], '42501']).toContainEqual(touched);
    }
    expect(await house.query(`select count(*) as n from ${table} where tenant_id = $1`, [foreignId])).toEqual(
      before,
    );
  });
});

describe('what is stored', () => {
  it('[TENANT-24] of a tenant lies below its own prefix, all of it', async () => {
    const files = await house.storedFiles();
    for (const tenant of [ownId, foreignId]) {
      const rows = await house.query<{ key: string }>(
        `select storage_key as key from upload where tenant_id = $1
         union select reader_copy ->> 'key' from upload where tenant_id = $1 and reader_copy ? 'key'
         union select pyramid ->> 'key' from asset_version where tenant_id = $1 and pyramid is not null
         union select thumbnail ->> 'key' from asset_version where tenant_id = $1 and thumbnail is not null
         union select pyramid ->> 'key' from watermarked_image where tenant_id = $1
         union select thumbnail ->> 'key' from watermarked_image where tenant_id = $1
         union select pyramid ->> 'key' from public_image where tenant_id = $1
         union select watermark_key from image_delivery where tenant_id = $1
         union select storage_key from resumable_part where tenant_id = $1
         union select storage_key from spreadsheet where tenant_id = $1`,
        [tenant],
      );
      const below = files.filter((file) => file.startsWith(`tenants/${tenant}/`));
      expect(below.length).toBeGreaterThan(2);
      expect(rows.map(({ key }) => key).sort()).toEqual(below);
    }
    expect(files.filter((file) => !/^tenants\/\d+\//.test(file))).toEqual([]);
  });

  it('[TENANT-30] holds ids and keys, never the origin of a request', async () => {
    const { port } = new URL(house.origin);
    const origin = new RegExp(`https?://|localhost|127[.]0[.]0[.]1|:${port}\\b`);
    const sources = [...closed, 'graphile_worker._private_jobs'];
    const rows = await Promise.all(
      sources.map((name) => house.query<{ row: string }>(`select t::text as row from ${name} t`)),
    );
    expect(rows.flat().length).toBeGreaterThan(sources.length);
    // An issuer is the name of another server, as that writes it.
    const told = rows.flat().map(({ row }) => row.replaceAll(silentIssuer, ''));
    expect(told.filter((row) => origin.test(row))).toEqual([]);
    for (const file of await house.storedFiles()) {
      const bytes = await readFile(join(house.storageFolder, file), 'latin1');
      expect(bytes).not.toMatch(/localhost|127[.]0[.]0[.]1/);
    }
  });
});

describe('the role armarium_app', () => {
  it('[TENANT-21, TENANT-31] can’t bypass row-level security', async () => {
    const rows = await house.query(
      `select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname in ('armarium_app', 'armarium_owner')`,
    );
    expect(rows).toEqual(Array(2).fill({ rolsuper: false, rolbypassrls: false, rolcanlogin: false }));
    const client = await app.connect();
    try {
      await client.query('set row_security = off');
      await expect(client.query('select * from item')).rejects.toMatchObject({ code: '42501' });
      await client.query('reset role');
      expect((await client.query('select current_user as role')).rows).toEqual([{ role: 'armarium_app' }]);
    } finally {
      client.release(true);
    }
  });

  it('reads no job and writes none past enqueue', async () => {
    for (const statement of [
      'select * from graphile_worker._private_jobs',
      `select graphile_worker.add_job('derive-media', '{"tenantId": ${foreignId}}')`,
    ]) {
      await expect(asApp(ownId, statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('changes nothing that says what the database is', async () => {
    for (const statement of [
      "insert into migration (name, sha256) values ('x', 'y')",
      `update tenant set name = 'mine'`,
      `update tenant set url = 'mine.example.org'`,
      'update tenant set storage_quota_bytes = null',
      'update tenant set records_quota = null',
      `insert into tenant (name) values ('mine')`,
      "update installation set value = ''",
      'alter table item disable row level security',
    ]) {
      await expect(asApp(ownId, statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('what an organisation says of itself', () => {
  const settings = `display_name = 'Mine', accent = '#8b0000', language = 'it', user_rights = 'own', trash_days = 1,
    logo_key = null, version = 99`;

  it('[PERM-31] is changed by itself alone, and read by all', async () => {
    const change = (tenant: number | undefined, of: string) =>
      asApp<{ id: number }>(tenant, `update tenant set ${settings} where ${of} returning id`);
    expect(await change(ownId, 'true')).toEqual([{ id: ownId }]);
    expect(await change(ownId, `id = ${foreignId}`)).toEqual([]);
    expect(await change(undefined, 'true')).toEqual([]);
    expect(await asApp(ownId, 'select id from tenant order by id')).toEqual([
      { id: ownId },
      { id: foreignId },
    ]);
  });

  it('keeps every version of its agreement as it was', async () => {
    for (const statement of [
      `update download_agreement set text = 'Other.'`,
      'delete from download_agreement',
    ]) {
      await expect(asApp(ownId, statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('the functions that step over row-level security', () => {
  it('[TENANT-33] are the listed ones, each with its search path, none for everybody', async () => {
    const rows = await house.query<{ name: string; path: string | null; everybody: boolean }>(
      `select proname as name, has_function_privilege('public', pg_proc.oid, 'execute') as everybody,
         (select setting from unnest(proconfig) setting where setting like 'search_path=%') as path
       from pg_proc where pronamespace = 'armarium'::regnamespace and prosecdef order by proname`,
    );
    expect(rows.map(({ name }) => name)).toEqual(definers);
    for (const { path, everybody } of rows) {
      expect(everybody).toBe(false);
      expect(path).toMatch(/pg_temp$/);
    }
  });

  const asked = (query: object) => [JSON.stringify(query)];
  const page = `select item_query_page($1, '{sort_title}', '{false}', 0, 1000) as uuid`;
  const sorted = `select item_query_page($1, '{parents,text:sgti}', '{false,true}', 0, 1000) as uuid`;
  const ranks = {
    pressmark: `'segreto'`,
    title: 'segreto',
    sortTitle: 'segreto',
    inTitle: `'segreto'`,
    inTitleOrAuthor: `'segreto'`,
  };
  const inSql = (given: object) => `'${JSON.stringify(given).replaceAll(`'`, `''`)}'`;
  const ranked = (given: object) =>
    `select item_query_page($1, '{}', '{}', 0, 1000, ${inSql(given)}) as uuid`;
  const rankedCollections = (given: object) =>
    `select search_collection_ids($1, 0, 1000, ${inSql(given)}) as uuid`;
  const uuids = `select matching.uuid from item_query_uuids($1) as matching (uuid)`;
  const count = `select item_query_count($1) as n`;
  /** The calls that give the items of a query; by relevance where it has words. */
  const lists = (query: object) => [page, sorted, uuids, ...('words' in query ? [ranked(ranks)] : [])];
  const everything = [{}, { words: [`'segreto'`] }, { words: [`'segreto'`], pressmark: 'old' }];

  it.each(everything)(
    '[PERM-31, TENANT-34] item queries (%j) find and count what is the tenant’s own, and nothing without a tenant',
    async (query) => {
      for (const call of lists(query)) {
        const found = await asApp<{ uuid: string }>(ownId, call, asked(query));
        expect(found.map(({ uuid }) => uuid)).toContain(own.item);
        expect(found.map(({ uuid }) => uuid)).not.toContain(foreign.item);
        expect(await asApp(undefined, call, asked(query))).toEqual([]);
      }
      const found = await asApp<{ uuid: string }>(ownId, uuids, asked(query));
      expect(await asApp(ownId, count, asked(query))).toEqual([{ n: found.length }]);
      expect(await asApp(undefined, count, asked(query))).toEqual([{ n: 0 }]);
    },
  );

  it('[PERM-31, TENANT-34] item queries find nothing by what is another tenant’s', async () => {
    const narrowed = [
      { words: [`'segreto' <-> 'altra'`] },
      { words: [`!'nobody'`], pressmark: foreign.pressmark.toLowerCase(), collection: foreign.collection },
      { collection: foreign.collection },
      { below: foreign.root },
      { changedBy: [(await accountOf(foreign.item)) ?? ''] },
    ];
    for (const query of narrowed) {
      for (const call of lists(query)) expect(await asApp(ownId, call, asked(query))).toEqual([]);
      expect(await asApp(ownId, count, asked(query))).toEqual([{ n: 0 }]);
      expect(await asApp(foreignId, count, asked(query))).not.toEqual([{ n: 0 }]);
    }
  });

  it('[PERM-31, TENANT-34] the counts of filters are those of the tenant’s own items and people', async () => {
    const facets = `select item_query_facets($1, '{}', true) as found`;
    interface Found {
      found: { total: number; people: { uuid: string }[] };
    }
    const account = await accountOf(foreign.item);
    for (const query of [{}, { words: [`'segreto'`] }, { below: foreign.root }]) {
      const [mine] = await asApp<Found>(ownId, facets, asked(query));
      expect(await asApp(ownId, count, asked(query))).toEqual([{ n: mine?.found.total }]);
      expect(mine?.found.people.map(({ uuid }) => uuid)).not.toContain(account);
      expect(await asApp(undefined, facets, asked(query))).toMatchObject([
        { found: { total: 0, people: [] } },
      ]);
    }
    const [theirs] = await asApp<Found>(foreignId, facets, asked({}));
    expect(theirs?.found.people.map(({ uuid }) => uuid)).toContain(account);
  });

  const values = 'select value, items::integer as n from item_field_values($1, $2, $3, 10)';

  it('[PERM-31, TENANT-34] the values of a field are those of the tenant’s own items', async () => {
    const titles = async (tenant: number | undefined, item: string) => {
      const rows = await asApp<{ value: string }>(tenant, values, ['{}', null, 'sgtt']);
      const [one] = await house.query<{ sgtt: string }>('select sgtt from item where uuid = $1', [item]);
      return rows.map(({ value }) => value).includes(one?.sgtt ?? '');
    };
    expect([await titles(ownId, own.item), await titles(ownId, foreign.item)]).toEqual([true, false]);
    expect(await asApp(undefined, values, ['{}', null, 'sgtt'])).toEqual([]);
  });

  it('[PERM-31, TENANT-34] what is known of files is told of the tenant’s own files', async () => {
    await house.query(
      `update asset set file_facts = array['creator=' || tenant_id] where item_uuid = any($1)`,
      [[own.item, foreign.item]],
    );
    const creators = (tenant: number | undefined) =>
      asApp<{ value: string }>(tenant, `select value from item_file_values('{}', 'creator', 10)`, []);
    expect(await creators(ownId)).toEqual([{ value: String(ownId) }]);
    expect(await creators(undefined)).toEqual([]);
    const files = (tenant: number | undefined, item: string) =>
      asApp(tenant, `select files_of_items(array[$1]::uuid[], '{}')`, [item]);
    expect(await files(ownId, own.item)).not.toEqual([]);
    expect([await files(ownId, foreign.item), await files(undefined, own.item)]).toEqual([[], []]);
  });

  it('[PERM-31, TENANT-34] the values that are offered while a field is typed are those of the tenant’s own items', async () => {
    const offered = `select values_in_use($1, 'sgtt', 1000) as value`;
    for (const words of [null, `'#t:segreto':*`]) {
      const rows = (tenant: number | undefined) => asApp<{ value: string }>(tenant, offered, [words]);
      const theirs = (await rows(foreignId)).map(({ value }) => value);
      const mine = (await rows(ownId)).map(({ value }) => value);
      expect(mine.filter((value) => theirs.includes(value))).toEqual([]);
      expect(await rows(undefined)).toEqual([]);
    }
    expect(await asApp(foreignId, offered, [null])).not.toEqual([]);
  });

  it('[PERM-31, TENANT-34] what stands below a collection is counted for its own tenant alone', async () => {
    const totals = (tenant: number | undefined, uuid: string) =>
      asApp(tenant, `select uuid from collection_totals(array[$1]::uuid[])`, [uuid]);
    expect(await totals(ownId, own.root)).toEqual([{ uuid: own.root }]);
    expect(await totals(ownId, foreign.root)).toEqual([]);
    expect(await totals(undefined, own.root)).toEqual([]);
  });

  it('[PERM-31, TENANT-34] the use of a field is that of the tenant’s own records', async () => {
    const usage = `select value, records::integer as n from field_usage('item', null, null, 'sgtt', '{}')`;
    const [mine] = await house.query<{ n: number }>(
      `select count(*)::integer as n from item where tenant_id = $1 and trashed_at is null`,
      [ownId],
    );
    const [foreignTitle] = await house.query<{ sgtt: string }>('select sgtt from item where uuid = $1', [
      foreign.item,
    ]);
    const [total, ...titles] = await asApp<{ value: string | null; n: number }>(ownId, usage);
    expect(total).toEqual({ value: null, n: mine?.n });
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.map(({ value }) => value)).not.toContain(foreignTitle?.sgtt);
    expect(await asApp(undefined, usage)).toEqual([{ value: null, n: 0 }]);
  });

  const suggestedItems = (given: object) => `select suggested_items($1, ${inSql(given)}, $2, 8) as uuid`;
  const suggestedWords = `select suggested_words($1, $2, '', $3, 8) as word`;
  const hasItems = 'select has_items($1) as found';

  /** The same where the planner takes the items to be so many that only the first of them are looked at. */
  const amongMany: typeof asApp = async <T extends object>(
    tenant: number | undefined,
    text: string,
    values: unknown[] = [],
  ) => {
    const client = await house.access.migrator.connect();
    try {
      await client.query('begin');
      await client.query(
        `update pg_class set reltuples = 1e9, relpages = 1 where oid = 'item_text'::regclass`,
      );
      const { rows } = await client.query(`select are_few(array['''segreto'':*']) as few`);
      expect(rows).toEqual([{ few: false }]);
      await client.query('set local role armarium_app');
      if (tenant !== undefined)
        await client.query(`select set_config('app.tenant', $1, true)`, [String(tenant)]);
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const readings: [how: string, as: typeof asApp][] = [
    ['few', asApp],
    ['many', amongMany],
  ];

  it.each(readings)(
    '[PERM-31, TENANT-34] what is suggested is what the tenant’s own items have, among %s items',
    async (_how, as) => {
      const query = asked({ words: [`'segreto':*`] });
      const theirs = asked({ words: [`'segreto':*`, `'altra':*`] });
      const suggestions = async (tenant: number | undefined) => {
        const items = await as<{ uuid: string }>(tenant, suggestedItems(ranks), [...query, 'segreto']);
        const words = await as<{ word: string }>(tenant, suggestedWords, [...theirs, 'altra', ['altra']]);
        const ofMany = await house.query<{ tenant: number }>(
          'select distinct tenant_id as tenant from item where uuid = any($1)',
          [items.map(({ uuid }) => uuid)],
        );
        const has = async (what: unknown[]) =>
          (await as<{ found: boolean }>(tenant, hasItems, what)).map(({ found }) => found);
        return {
          of: ofMany.map((row) => row.tenant),
          words: words.map(({ word }) => word),
          has: [await has(query), await has(theirs)].flat(),
        };
      };
      expect(await suggestions(ownId)).toEqual({ of: [ownId], words: [], has: [true, false] });
      expect(await suggestions(foreignId)).toEqual({ of: [foreignId], words: ['altra'], has: [true, true] });
      expect(await suggestions(undefined)).toEqual({ of: [], words: [], has: [false, false] });
    },
  );

  it.each(readings)(
    '[PERM-31] (V1.2.4) those that suggest take each value as nothing else, among %s items',
    async (_how, as) => {
      const query = asked({ words: [`'segreto':*`] });
      const all = (await asApp<{ uuid: string }>(ownId, uuids, query)).map(({ uuid }) => uuid);
      const found = async (given: object, key: string, what = query) =>
        (await as<{ uuid: string }>(ownId, suggestedItems(given), [...what, key])).map(({ uuid }) => uuid);
      expect(await found(ranks, 'segreto')).not.toEqual([]);
      const conditions = [`'x'' or true --'`, `'%2$s %L'`, `'\\\\'''`];
      const texts = [`x' or true --`, `x}') or true --`, '%2$s %L', `\\'`, '"'];
      for (const value of conditions) {
        const absent = asked({ words: [value] });
        const absentRanks = {
          ...ranks,
          pressmark: value,
          sortTitle: 'x',
          inTitle: value,
          inTitleOrAuthor: value,
        };
        expect(await as(ownId, hasItems, absent), value).toEqual([{ found: false }]);
        expect(await found(absentRanks, 'x', absent), value).toEqual([]);
        const beside = asked({ words: [value, `'segreto':*`] });
        expect(await as(ownId, suggestedWords, [...beside, 'segreto', ['segreto']]), value).toEqual([]);
      }
      for (const value of texts) {
        expect(await as(ownId, suggestedWords, [...query, value, [value]]), value).toEqual([]);
        expect(all).toEqual(expect.arrayContaining(await found(ranks, value)));
      }
      for (const key of Object.keys(ranks) as (keyof typeof ranks)[]) {
        for (const value of ranks[key].startsWith(`'`) ? conditions : texts)
          expect(all, value).toEqual(
            expect.arrayContaining(await found({ ...ranks, [key]: value }, 'segreto')),
          );
      }
    },
  );

  it('uncounted_words tells nothing but the tenants whose words wait to be counted, a tenant its own alone', async () => {
    const told = 'select uncounted_words() as tenant order by 1';
    expect(await asApp(undefined, told)).toEqual([{ tenant: ownId }, { tenant: foreignId }]);
    expect(await asApp(ownId, told)).toEqual([{ tenant: ownId }]);
    expect(await asApp(foreignId, told)).toEqual([{ tenant: foreignId }]);
  });

  async function accountOf(item: string): Promise<string | undefined> {
    const [row] = await house.query<{ account: string }>(
      'select account_uuid as account from item_contributor where item_uuid = $1',
      [item],
    );
    return row?.account;
  }

  it('[PERM-31] (V1.2.4) those that build SQL take each value as nothing else', async () => {
    const injection = `'x'' or true --'`;
    const listed = [`x' or true --`, `x}') or true --`, '"', '\\'];
    const queries = [
      { words: [injection] },
      { words: [`'nobody'`], pressmark: injection },
      { state: listed },
      { fields: Object.fromEntries(listed.map((name) => [name, listed])) },
    ];
    for (const query of queries) {
      for (const call of lists(query)) expect(await asApp(ownId, call, asked(query))).toEqual([]);
      expect(await asApp(ownId, count, asked(query))).toEqual([{ n: 0 }]);
      const facets = await asApp(ownId, 'select item_query_facets($1, $2, true) as found', [
        JSON.stringify(query),
        listed,
      ]);
      expect(facets).toMatchObject([{ found: { total: 0 } }]);
    }
    for (const value of [injection, ...listed])
      expect(await asApp(ownId, values, ['{}', injection, value])).toEqual([]);
    for (const name of [injection, ...listed])
      expect(
        await asApp(ownId, 'select * from field_usage($1, null, null, $2, $3)', ['item', name, listed]),
      ).toEqual([{ value: null, records: 0 }]);
    await expect(
      asApp(ownId, `select * from field_usage('asset', 'item', $1, 'sgtt', null)`, [`item_uuid or true --`]),
    ).rejects.toMatchObject({ code: '42703' });
    for (const query of [{ collection: injection }, { changedBy: [injection] }, { createdFrom: injection }])
      await expect(asApp(ownId, count, asked(query))).rejects.toMatchObject({
        code: expect.stringMatching(/^22/) as string,
      });
    expect(await asApp(ownId, 'select search_collection_ids($1, 0, 10)', [injection])).toEqual([]);
    expect(await asApp(ownId, 'select count_collections_matching($1) as n', [injection])).toEqual([{ n: 0 }]);
    const column = `select item_query_page('{}', array['sort_title; drop table item'], '{false}', 0, 10)`;
    await expect(asApp(ownId, column)).rejects.toMatchObject({ code: '22023' });
  });

  it.each(Object.keys(ranks) as (keyof typeof ranks)[])(
    '[PERM-31] (V1.2.4) those that sort by relevance take %s as nothing else',
    async (key) => {
      const query = asked({ words: [`'segreto'`] });
      const uuidsOf = async (call: string, values: unknown[]) =>
        (await asApp<{ uuid: string }>(ownId, call, values)).map(({ uuid }) => uuid).sort();
      const found = await uuidsOf(uuids, query);
      const collections = await uuidsOf('select search_collection_ids($1, 0, 1000) as uuid', ['segreto']);
      // What is a condition on words has to be one.
      const hostile = ranks[key].startsWith(`'`)
        ? [`'x'' or true --'`, `'%2$s %L'`, `'\\\\'''`]
        : [`x' or true --`, '%2$s %L', `\\'`, '"'];
      for (const value of hostile) {
        const given = { ...ranks, [key]: value };
        expect(await uuidsOf(ranked(given), query), value).toEqual(found);
        expect(await uuidsOf(rankedCollections(given), ['segreto']), value).toEqual(collections);
      }
    },
  );

  it('[PERM-31, TENANT-34] the search of collections finds and counts what is the tenant’s own, and nothing without a tenant', async () => {
    const counted = `select count_collections_matching($1) as n`;
    for (const ids of [`select search_collection_ids($1, 0, 1000) as uuid`, rankedCollections(ranks)]) {
      const found = await asApp<{ uuid: string }>(ownId, ids, ['segreto']);
      expect(found.map(({ uuid }) => uuid)).toContain(own.collection);
      expect(found.map(({ uuid }) => uuid)).not.toContain(foreign.collection);
      expect(await asApp(ownId, ids, [`'x'' or true --'`])).toEqual([]);
      expect(await asApp(undefined, ids, [null])).toEqual([]);
      expect(await asApp(undefined, ids, ['segreto'])).toEqual([]);
    }
    expect(await asApp(ownId, counted, ['segreto <-> altra'])).toEqual([{ n: 0 }]);
    expect(await asApp(foreignId, counted, ['segreto <-> altra'])).not.toEqual([{ n: 0 }]);
    expect(await asApp(undefined, counted, [null])).toEqual([{ n: 0 }]);
  });

  it('[PERM-31, TENANT-34] near_pressmark_items finds what is the tenant’s own, and nothing without a tenant', async () => {
    const near = `select near_pressmark_items($1, $2, 10) as uuid`;
    // The same with a full stop more.
    const pressmarkOf = ({ pressmark }: typeof own) => [
      nearPressmarkKey(pressmark.toLowerCase()),
      `${pressmark.toLowerCase()}.`,
    ];
    expect(await asApp(ownId, near, pressmarkOf(own))).toEqual([{ uuid: own.item }]);
    expect(await asApp(ownId, near, pressmarkOf(foreign))).toEqual([]);
    expect(await asApp(undefined, near, pressmarkOf(own))).toEqual([]);
  });

  it('[PERM-31, TENANT-34] enqueue takes the tenant of the transaction, whatever the payload says', async () => {
    const enqueue = `select enqueue('derive-media', $1, $2, 'background', null)`;
    const client = await house.access.migrator.connect();
    try {
      await client.query('begin; set local role armarium_app');
      await client.query(`select set_config('app.tenant', $1, true)`, [String(ownId)]);
      await client.query(enqueue, [
        JSON.stringify({ tenantId: foreignId, importId: randomUUID() }),
        'isolation',
      ]);
      // Before the commit, after which a worker would be quick to take it.
      await client.query('reset role');
      const { rows } = await client.query(
        `select key, payload from graphile_worker._private_jobs where key like '%isolation'`,
      );
      expect(rows).toMatchObject([{ key: `${ownId}:isolation`, payload: { tenantId: ownId } }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
    await expect(asApp(undefined, enqueue, ['{}', null])).rejects.toMatchObject({ code: '22023' });
  });

  it('[PERM-31, TENANT-34] has_job knows the jobs of the tenant of the transaction alone', async () => {
    const client = await house.access.migrator.connect();
    const asked = async (tenant: number) => {
      await client.query('set local role armarium_app');
      await client.query(`select set_config('app.tenant', $1, true)`, [String(tenant)]);
      const { rows } = await client.query<{ found: boolean }>(`select has_job('isolation') as found`);
      return rows[0]?.found;
    };
    try {
      await client.query('begin');
      expect(await asked(ownId)).toBe(false);
      await client.query(`select enqueue('derive-media', '{}', 'isolation', 'background', null)`);
      expect([await asked(ownId), await asked(foreignId)]).toEqual([true, false]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('unclaimed_uploads tells of uploads nothing but their ids, and of claimed ones nothing', async () => {
    const [mine, theirs] = [await own.upload(), await foreign.upload()];
    const rows = await asApp<{ uuid: string; tenant_id: number }>(
      undefined,
      `select * from unclaimed_uploads('-1 minute')`,
    );
    const uuids = rows.map(({ uuid }) => uuid);
    expect(uuids).toEqual(expect.arrayContaining([mine, theirs]));
    expect(uuids).not.toContain(own.image);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['tenant_id', 'uuid']);
  });

  it('[TENANT-34] unclaimed_uploads, open_imports and expired_archives tell a tenant its own alone', async () => {
    await Promise.all([own.upload(), foreign.upload()]);
    await house.query(`update asset_import set overall_state = 'PENDING'`);
    for (const name of ['unclaimed_uploads', 'open_imports', 'expired_archives']) {
      const told = `select distinct tenant_id from ${name}('-1 minute') order by 1`;
      expect(await asApp(undefined, told)).toEqual([{ tenant_id: ownId }, { tenant_id: foreignId }]);
      expect(await asApp(ownId, told)).toEqual([{ tenant_id: ownId }]);
      expect(await asApp(foreignId, told)).toEqual([{ tenant_id: foreignId }]);
    }
    await house.query(`update asset_import set overall_state = 'DONE'`);
  });

  it('open_imports tells of imports nothing but their ids, and of ended ones nothing', async () => {
    const open = await Promise.all(
      [ownId, foreignId].map(async (tenant) => {
        const [row] = await house.query<{ uuid: string }>(
          `update asset_import set overall_state = 'PENDING' where tenant_id = $1 returning uuid`,
          [tenant],
        );
        return { tenant_id: tenant, uuid: row?.uuid };
      }),
    );
    const told = await asApp<{ tenant_id: number; uuid: string }>(
      undefined,
      `select * from open_imports('-1 minute')`,
    );
    expect(told).toEqual(expect.arrayContaining(open));
    expect(Object.keys(told[0] ?? {}).sort()).toEqual(['tenant_id', 'uuid']);
    await house.query(`update asset_import set overall_state = 'DONE'`);
    expect(await asApp(undefined, `select * from open_imports('-1 minute')`)).toEqual([]);
  });
});
