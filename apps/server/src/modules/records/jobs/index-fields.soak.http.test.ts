import { describe, expect, it } from 'vitest';
import { updateItem } from '@armarium/contract/record-edits';
import { createTemplate, deleteTemplate, updateTemplate } from '@armarium/contract/templates';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../../tests/http/test-installation.ts';
import { indexFieldsJob } from './index-fields.job.ts';
import { jobContext } from '../../../../../../tests/harness/job-context.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const tenantId = house.tenantIds.default;
/** It goes through everything in one turn. */
const job = indexFieldsJob(house.program.media.database, Infinity);
const run = () => job({ tenantId, resourceType: 'ITEM' }, jobContext);

async function field(name: string, type: 'STRING' | 'DATE'): Promise<string> {
  const made = await client.call(createTemplate, { body: { name, label: name, type, resourceType: 'ITEM' } });
  expect(made.status).toBe(201);
  return made.body.uuid;
}
const waiting = async () =>
  (await house.query<{ name: string }>('select name from metadata_template where to_index')).map(
    ({ name }) => name,
  );
const jobs = () =>
  house.query<{ id: string; run_at: string }>(
    `select id, run_at::text from graphile_worker._private_jobs where key like '%:index-fields:%' order by id`,
  );

describe('the job that goes through the values of fields', () => {
  it('[META-57] waits for whoever holds the graph, and leaves what was asked for anew meanwhile', async () => {
    const uuid = await field('hand', 'STRING');
    const searchable = async (is: boolean) =>
      expect((await client.call(updateTemplate, { params: { uuid }, body: { searchable: is } })).status).toBe(
        200,
      );
    await searchable(true);
    await house.holdingGraph('default', async (release) => {
      const running = run();
      const [first] = await house.waitingForLock();
      await until('it waits anew', async () => (await house.waitingForLock())[0] !== first || undefined);
      await searchable(false);
      await release();
      await running;
    });
    expect(await waiting()).toEqual(['hand']);
    await run();
    expect(await waiting()).toEqual([]);
  });

  it('[META-65] comes through records that are larger than a lot', async () => {
    const root = (await rootOf(client)).uuid;
    const items: string[] = [];
    for (const number of [1, 2, 3]) {
      const pressmark = `IF ${number}`;
      const { uuid } = await importedItem(
        client,
        { sgtt: `Large ${number}`, pressmark, parents: [root] },
        [],
      );
      await house.query(
        `update item set metadata = metadata || jsonb_build_array(jsonb_build_object('name', 'remark', 'value', repeat('x', 5000000)),
           jsonb_build_object('name', 'bound', 'value', '1744')) where uuid = $1`,
        [uuid],
      );
      items.push(uuid);
    }
    await field('bound', 'DATE');
    await run();
    const dated = await house.query(`select from item_date where name = 'bound'`);
    expect(dated).toHaveLength(items.length);
  });

  it('gives way to others, goes on where it stopped, and forgets no field that was asked for meanwhile', async () => {
    await house.query('delete from graphile_worker._private_jobs');
    await field('copyist', 'DATE');
    await house.query(
      `update item set metadata = metadata || '[{"name": "copyist", "value": "1744"}, {"name": "later", "value": "1745"}]'`,
    );
    const dated = async (name: string) =>
      (await house.query('select from item_date where name = $1', [name])).length;
    const [{ items } = { items: 0 }] = await house.query<{ items: number }>(
      'select count(*)::integer as items from item',
    );
    const takeJob = async () => {
      const [taken] = await house.query<{ payload: object }>(
        `delete from graphile_worker._private_jobs where key like '%:index-fields:%' returning payload`,
      );
      return taken?.payload;
    };
    const inTurns = indexFieldsJob(house.program.media.database, 0);
    let payload = await takeJob();
    await inTurns(payload, jobContext);
    // The items are larger than a lot each.
    expect(await dated('copyist')).toBe(1);
    payload = await takeJob();
    // The rest of the first run takes the place of this field's job.
    await field('later', 'DATE');
    await inTurns(payload, jobContext);
    expect(await jobs()).toHaveLength(1);
    for (let turns = 0; (payload = await takeJob()) !== undefined; turns += 1) {
      expect(turns).toBeLessThan(10);
      await inTurns(payload, jobContext);
    }
    expect([await waiting(), await dated('later')]).toEqual([[], items]);
  });

  it('is not asked for by the hour where one waits already', async () => {
    await field('seen', 'DATE');
    const before = await jobs();
    expect(before).toHaveLength(1);
    await house.query(
      `update graphile_worker._private_jobs set run_at = run_at + interval '1 hour' where id = $1`,
      [before[0]?.id],
    );
    const later = await jobs();
    await job({}, jobContext);
    expect(await jobs()).toEqual(later);
    await house.query('delete from graphile_worker._private_jobs where id = $1', [before[0]?.id]);
    await job({}, jobContext);
    expect(await jobs()).toHaveLength(1);
    await run();
  });

  it('[META-65] takes the days away of a date whose name became that of a text', async () => {
    const root = (await rootOf(client)).uuid;
    const template = await field('spent', 'DATE');
    const { uuid } = await importedItem(client, { sgtt: 'Spent', pressmark: 'IF S', parents: [root] }, []);
    const customMetadataList = [
      { name: 'sgtt', value: 'Spent' },
      { name: 'pressmark', value: 'IF S' },
      { name: 'spent', value: '1600' },
    ];
    expect((await client.call(updateItem, { params: { uuid }, body: { customMetadataList } })).status).toBe(
      200,
    );
    const kept = () => house.query(`select from item_date where name = 'spent'`);
    expect(await kept()).toHaveLength(1);
    await client.call(deleteTemplate, { params: { uuid: template } });
    // Not even those of others: no DATE field is left.
    await house.query(`delete from metadata_template where type = 'DATE' and archived_at is null`);
    await field('spent', 'STRING');
    expect(await waiting()).toContain('spent');
    await run();
    expect(await kept()).toEqual([]);
  });
});
