import { describe, expect, it } from 'vitest';
import { correctPressmark } from '@armarium/contract/record-edits';
import { findItemByPressmark, findNearPressmarks, getItem } from '@armarium/contract/item-calls';
import { getItemHistory } from '@armarium/contract/history';
import { importedItem, openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_METADATA_EDITOR');
const reason = 'Mistyped on the card';

const made = async (pressmark: string, sgtt = 'Herbal') =>
  (await importedItem(client, { sgtt, pressmark })).uuid;
const correct = (uuid: string, pressmark: string, more: { reason?: string; ifMatch?: string } = {}) =>
  client.call(correctPressmark, {
    params: { uuid },
    body: { pressmark, reason: more.reason ?? reason },
    ...(more.ifMatch !== undefined && { ifMatch: more.ifMatch }),
  });
const holderOf = async (pressmark: string) => {
  const { status, body } = await client.call(findItemByPressmark, { query: { pressmark } });
  return status === 404 ? undefined : body.uuid;
};
const formerOf = (uuid: string) =>
  house.query<{ pressmark: string }>(
    'select pressmark from former_pressmark where item_uuid = $1 order by pressmark',
    [uuid],
  );

describe('a pressmark that is corrected', () => {
  it('[ITEM-33, PERM-46] is the new one everywhere, with the reason in the history; the old one is kept', async () => {
    const uuid = await made('MS 12');
    const { status, body, headers } = await correct(uuid, '  MS  21 ');
    expect({ status, pressmark: body.pressmark }).toEqual({ status: 200, pressmark: 'MS  21' });
    expect(body.customMetadataList).toContainEqual({ name: 'pressmark', value: 'MS  21' });
    const seen = await client.call(getItem, { params: { uuid } });
    expect(seen.headers['etag']).toBe(headers['etag']);
    expect(await holderOf('ms 21')).toBe(uuid);
    expect(await holderOf('MS 12')).toBeUndefined();
    expect(await formerOf(uuid)).toEqual([{ pressmark: 'MS 12' }]);
    const { body: history } = await client.call(getItemHistory, { params: { uuid } });
    expect(history._embedded.history[0]).toMatchObject({
      action: 'update',
      changeSetKind: 'correct-pressmark',
      after: { reason },
    });
  });

  it('leaves the old one to another item, and may take it back when it is free', async () => {
    const uuid = await made('A 1');
    await correct(uuid, 'A 2');
    const other = await made('A 1', 'Atlas');
    const taken = await correct(uuid, 'a 1');
    expect({ status: taken.status, body: taken.body }).toMatchObject({
      status: 409,
      body: {
        code: 'pressmark-taken',
        detail: '"Atlas" has the pressmark A 1.',
        fields: [{ name: 'pressmark', code: 'pressmark-taken' }],
      },
    });
    expect((await correct(other, 'A 3')).status).toBe(200);
    expect((await correct(uuid, 'A 1')).status).toBe(200);
    expect(await formerOf(uuid)).toEqual([{ pressmark: 'A 2' }]);
    expect((await correct(uuid, 'A 2')).status).toBe(200);
    expect(await formerOf(uuid)).toEqual([{ pressmark: 'A 1' }]);
  });

  it('may differ in case alone, and the same one again changes nothing', async () => {
    const uuid = await made('ricc. 5');
    const { headers } = await correct(uuid, 'Ricc. 5');
    expect(await formerOf(uuid)).toEqual([]);
    const again = await correct(uuid, 'Ricc. 5');
    expect([again.status, again.headers['etag']]).toEqual([200, headers['etag']]);
  });

  it('[ITEM-33] needs a reason, and a pressmark that can be one', async () => {
    const uuid = await made('B 1');
    const told = async (pressmark: string, more: { reason?: string } = {}) => {
      const { status, body } = await correct(uuid, pressmark, more);
      const { fields } = body as unknown as { fields: { name: string; code: string }[] };
      return [status, ...fields.map(({ name, code }) => `${name} ${code}`)];
    };
    expect(await told('B 2', { reason: ' \n' })).toEqual([422, 'reason required']);
    expect(await told(' ', { reason: '' })).toEqual([422, 'pressmark required', 'reason required']);
    expect(await told('x'.repeat(256))).toEqual([422, 'pressmark too-long']);
    expect(await told('B\u00072')).toEqual([422, 'pressmark control-character']);
    expect((await correct(uuid, 'B 2', { reason: 'NUL \u0000' })).status).toBeLessThan(500);
    expect(await told('B 2', { reason: 'x'.repeat(1_001) })).toMatchObject([422, expect.anything()]);
    expect(await holderOf('B 1')).toBe(uuid);
  });

  it('honours If-Match, and another tenant’s item is not there', async () => {
    const uuid = await made('C 1');
    const { headers } = await client.call(getItem, { params: { uuid } });
    const tag = headers['etag'] ?? '';
    expect((await correct(uuid, 'C 2', { ifMatch: '"0"' })).status).toBe(412);
    expect((await correct(uuid, 'C 2', { ifMatch: tag })).status).toBe(200);
    expect((await correct(uuid, 'C 3', { ifMatch: tag })).status).toBe(412);

    const foreigner = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const body = { pressmark: 'C 9', reason };
    expect((await foreigner.call(correctPressmark, { params: { uuid }, body })).status).toBe(404);
    const theirs = await importedItem(foreigner, { pressmark: 'C 2' });
    expect(
      (await foreigner.call(correctPressmark, { params: { uuid: theirs.uuid }, body: { ...body } })).status,
    ).toBe(200);
    const editor = await house.person('default', 'ROLE_CCC');
    expect((await editor.call(correctPressmark, { params: { uuid }, body })).status).toBe(403);
  });

  it('given to two items at once goes to one', async () => {
    const uuids = await Promise.all([made('D 1'), made('D 2')]);
    const answers = await Promise.all(uuids.map((uuid) => correct(uuid, 'D 3')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('pressmarks that are nearly equal', () => {
  const near = async (pressmark: string, who = client) => {
    const { status, body } = await who.call(findNearPressmarks, { query: { pressmark } });
    expect(status).toBe(200);
    return body._embedded.culturalItems.map((item) => item.pressmark);
  };

  it.each([
    ['Misc. 12', ['Misc 12', 'MISC.12', 'misc-012', 'Misc. l2', 'Misc. I2', 'Mìsc. 12', 'M1sc. 12']],
    ['Ricc. 105', ['Ricc. 1O5', 'Ricc.1o5', 'Ricc. I05', 'Ricc 0105', 'Ricc. O105']],
    ['MO 77', ['MO77', 'M0 77', 'mo. 077']],
    ['Pal. 9.14', ['Pal 9 14', 'Pal. 9-14', 'Pal.09.014', 'Pal. 9, 14']],
    ['Inc. 7 bis', ['Inc.7bis', 'Inc. 07-bis', 'Inc. 7 b1s']],
  ])('to %s are those that differ in signs only', async (pressmark, others) => {
    await made(pressmark);
    for (const other of others) expect([other, await near(other)]).toEqual([other, [pressmark]]);
    expect(await near(pressmark)).toEqual([]);
    expect(await near(`  ${pressmark.toLowerCase()} `)).toEqual([]);
  });

  it.each(['Misc. 13', 'Misc. 120', 'Pal. 91.4', 'Pal. 914', 'Inc. 7', 'MO 770', 'Ricc. 15', '', '...'])(
    'are none for %j',
    async (other) => {
      expect(await near(other)).toEqual([]);
    },
  );

  it('are of the own tenant, and not of the trash', async () => {
    const foreigner = await house.person('altra', 'ROLE_TENANT_ADMIN');
    expect(await near('Misc 12', foreigner)).toEqual([]);
    await house.query(`update item set trashed_at = now() where pressmark = 'MO 77'`);
    expect(await near('MO77')).toEqual([]);
  });

  it('are found by an index', async () => {
    const session = await house.access.migrator.connect();
    try {
      // So few rows are read whole as soon as PostgreSQL has counted them, so that way is closed to it here.
      await session.query('begin; set local enable_seqscan = off');
      const { rows: plan } = await session.query<{ 'QUERY PLAN': string }>(
        `explain select item_uuid from item_text where tenant_id = $1
           and near_pressmark = 'ms12'`,
        [house.tenantIds.default],
      );
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('item_text_near');
    } finally {
      await session.query('rollback');
      session.release();
    }
  });
});
