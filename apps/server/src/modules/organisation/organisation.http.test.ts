import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accentOf } from '@armarium/contract/accent';
import type { UserRights } from '@armarium/contract/capability';
import {
  changeImageDelivery,
  getImageDelivery,
  removeWatermark,
  setWatermark,
} from '@armarium/contract/image-delivery';
import {
  changeOrganisation,
  getOrganisation,
  listOrganisationChanges,
  LOGO_MAX_BYTES,
  removeLogo,
  setLogo,
  type OrganisationChange,
  type OrganisationChanges,
} from '@armarium/contract/organisation';
import type { Problem } from '@armarium/contract/problem';
import { updateCollection } from '@armarium/contract/record-edits';
import { getPermissions, tenantInfo } from '@armarium/contract/session';
import { eventually } from '../../../../../tests/harness/waiting.ts';
import { meanwhile } from '../../../../../tests/harness/moved-clock.ts';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { decidedPermissions } from '../../../../../tests/http/decided-rights.ts';
import { listening, type Listener } from '../../../../../tests/http/event-listener.ts';
import { madePng } from '../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { StorageUnavailable } from '../../storage/storage.ts';

const house = await openInstallation();
const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
const colleague = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_USER');
const neighbour = await house.person('altra', 'ROLE_TENANT_ADMIN');
const theirRoot = (await rootOf(neighbour)).uuid;

const change = (body: OrganisationChanges, who = manager, ifMatch?: string) =>
  who.call(changeOrganisation, { body, ...(ifMatch !== undefined && { ifMatch }) });
const settings = async (who = manager) => (await who.call(getOrganisation)).body;
const tag = async () => String((await manager.call(getOrganisation)).headers.etag);
const changes = async (who = manager): Promise<OrganisationChange[]> =>
  (await who.call(listOrganisationChanges, { query: { size: 1000 } })).body._embedded.changes;
/** What was changed since there were so many entries, the oldest first, without dates. */
const changedSince = async (before: number) => {
  const all = await changes();
  return all
    .slice(0, all.length - before)
    .reverse()
    .map((entry) => entry.settings);
};

describe('the settings', () => {
  it('are read with what is used, and with what only the installation changes', async () => {
    const upload = await uploaded(neighbour);
    await importedItem(neighbour, { sgtt: 'Counted' }, [upload]);
    await house.query(
      `update tenant set storage_quota_bytes = 5000000, records_quota = 70, url = 'altra.example.org' where id = $1`,
      [house.tenantIds.altra],
    );
    const { body, headers } = await neighbour.call(getOrganisation);
    const origin = `http://${house.hostOf('altra')}`;
    expect(headers.etag).toMatch(/^"\d+"$/);
    expect(body).toEqual({
      name: 'altra',
      displayName: 'L’altra biblioteca',
      accent: null,
      language: null,
      userRights: 'all',
      demandSecondFactor: false,
      trashDays: null,
      agreement: null,
      signOn: [],
      logoUrl: null,
      mail: { displayName: '', replyTo: null },
      installation: {
        url: 'altra.example.org',
        trashDays: 365,
        storage: 'folder',
        storageQuotaBytes: 5_000_000,
        recordsQuota: 70,
        mail: { server: false, from: null, linkAddress: 'https://altra.example.org' },
      },
      // The root collection, and the item.
      usage: { storedBytes: madePng().length, records: 2 },
      _links: {
        self: { href: `${origin}/iam/organisation` },
        changes: { href: `${origin}/iam/organisation/changes` },
      },
    });
  });

  it('are changed one by one or together, each answer being the new ones; what is left out stays', async () => {
    const first = await change({ displayName: '  Biblioteca “Città” ', accent: '#8B0000', trashDays: 60 });
    expect(first).toMatchObject({
      status: 200,
      body: { displayName: 'Biblioteca “Città”', accent: '#8b0000', trashDays: 60, language: null },
    });
    expect(await change({ language: 'it' })).toMatchObject({
      body: { displayName: 'Biblioteca “Città”', accent: '#8b0000', language: 'it', trashDays: 60 },
    });
    const text = '  Cite us.\n\nAnd write e\u0301.';
    const { body } = await change({
      accent: null,
      language: null,
      trashDays: null,
      displayName: '',
      agreement: { text, language: 'en' },
    });
    expect(body).toMatchObject({ accent: null, language: null, trashDays: null, displayName: '' });
    expect(body.agreement).toMatchObject({ version: '1', text: 'Cite us.\n\nAnd write é.', language: 'en' });
    expect(await settings()).toEqual(body);
    // Another organisation has its own.
    expect(await settings(neighbour)).toMatchObject({ displayName: 'L’altra biblioteca', agreement: null });
  });

  it('rename the root collection with the organisation, unless somebody gave it a title of its own', async () => {
    const { sgtt: own, uuid } = await rootOf(manager);
    const { displayName } = await settings();
    const title = async () => (await rootOf(manager)).sgtt;
    // A field that became required keeps nobody from it.
    await house.query(
      `insert into metadata_template (tenant_id, uuid, name, label, type, resource_type, priority, sort_order, required)
       values ($1, gen_random_uuid(), 'keeper', 'Keeper', 'STRING', 'COLLECTION', 'HIGH', 90, true)`,
      [house.tenantIds.default],
    );
    expect(own).toBe(displayName || 'default');
    await change({ displayName: 'Biblioteca Nuova' });
    expect(await title()).toBe('Biblioteca Nuova');
    await change({ displayName: '' });
    expect(await title()).toBe('default');
    await house.query(`delete from metadata_template where name = 'keeper'`);
    expect((await manager.call(updateCollection, { params: { uuid }, body: { sgtt: 'Tutto' } })).status).toBe(
      200,
    );
    await change({ displayName: 'Biblioteca Antica' });
    expect(await title()).toBe('Tutto');
    await change({ displayName });
  });

  it.each<[string, object, string, string]>([
    ['a name that is too long', { displayName: 'x'.repeat(201) }, 'displayName', 'name-form'],
    ['a name of two lines', { displayName: 'Uno\nDue' }, 'displayName', 'name-form'],
    ['a colour by its name', { accent: 'red' }, 'accent', 'accent-form'],
    ['an unknown language', { language: 'fr' }, 'language', 'not-a-value'],
    ['a sender of two lines', { mail: { displayName: 'Uno\nDue' } }, 'mail.displayName', 'name-form'],
    ['answers to no address', { mail: { replyTo: 'us' } }, 'mail.replyTo', 'email-form'],
    ['unknown rights', { userRights: 'some' }, 'userRights', 'not-a-value'],
    ['no day', { trashDays: 0 }, 'trashDays', 'trash-days-form'],
    ['a part of a day', { trashDays: 1.5 }, 'trashDays', 'trash-days-form'],
    ['too many days', { trashDays: 36_501 }, 'trashDays', 'trash-days-form'],
    ['an empty agreement', { agreement: { text: ' \n', language: 'en' } }, 'agreement', 'agreement-form'],
    [
      'a long agreement',
      { agreement: { text: 'x'.repeat(5001), language: 'en' } },
      'agreement',
      'agreement-form',
    ],
    ['an agreement in no language', { agreement: { text: 'Cite us.' } }, 'agreement', 'agreement-form'],
    ['the url', { url: 'mine.example.org' }, 'url', 'unknown-field'],
  ])('with %s are refused, and nothing is changed', async (_, wrong, name, code) => {
    const [before, version, entries] = [await settings(), await tag(), (await changes()).length];
    const answer = await manager.call(changeOrganisation, {
      body: { accent: '#123456', displayName: 'Half', ...wrong },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ name, code }] } });
    expect([await settings(), await tag(), (await changes()).length]).toEqual([before, version, entries]);
  });

  it('stay where somebody else changed them since they were read', async () => {
    const seen = await tag();
    await change({ accent: '#005f73' }, colleague);
    const stale = await change({ accent: '#bb3e03' }, manager, seen);
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await settings()).accent).toBe('#005f73');
    expect((await change({ accent: '#bb3e03' }, manager, await tag())).status).toBe(200);
  });

  it('of two who save at once are those of the one who is not told to look again', async () => {
    const seen = await tag();
    const colours = ['#111111', '#222222'];
    const answers = await Promise.all([
      change({ accent: '#111111' }, manager, seen),
      change({ accent: '#222222' }, colleague, seen),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await settings()).accent).toBe(colours[answers.findIndex(({ status }) => status === 200)]);
  });
});

describe('the history', () => {
  it('tells who changed what, the newest first, a page at a time', async () => {
    await change({ accent: '#005f73', trashDays: 90 });
    const before = (await changes()).length;
    await change({ accent: '#0A9396', trashDays: null, userRights: 'own' });
    await change({ userRights: 'all' }, colleague);
    expect(await changedSince(before)).toEqual([
      expect.arrayContaining([
        { name: 'accent', before: '#005f73', after: '#0a9396' },
        { name: 'trashDays', before: 90, after: null },
        { name: 'userRights', before: 'all', after: 'own' },
      ]),
      [{ name: 'userRights', before: 'own', after: 'all' }],
    ]);
    const { body } = await manager.call(listOrganisationChanges, { query: { size: 1, page: 1 } });
    expect(body.page).toMatchObject({ size: 1, number: 1, totalElements: before + 2 });
    expect(body._embedded.changes).toMatchObject([{ user: 'Ada Rossi', settings: [{}, {}, {}] }]);
    const [made] = body._embedded.changes;
    expect(Math.abs(Date.parse(made?.date ?? '') - Date.now())).toBeLessThan(3_600_000);
    expect(await changes(neighbour)).toEqual([]);
  });

  it('tells of the sender of mail, each part by itself', async () => {
    const before = (await changes()).length;
    const mail = { displayName: ' Biblioteca e\u0301 ', replyTo: 'desk@example.org' };
    expect((await change({ mail })).body.mail).toEqual({ ...mail, displayName: 'Biblioteca é' });
    expect((await change({ mail: { displayName: '' } })).body.mail).toEqual({ ...mail, displayName: '' });
    await change({ mail: {} });
    expect((await change({ mail: { replyTo: null } })).body.mail.replyTo).toBeNull();
    expect(await changedSince(before)).toEqual([
      expect.arrayContaining([
        { name: 'mailDisplayName', before: '', after: 'Biblioteca é' },
        { name: 'mailReplyTo', before: null, after: 'desk@example.org' },
      ]),
      [{ name: 'mailDisplayName', before: 'Biblioteca é', after: '' }],
      [{ name: 'mailReplyTo', before: 'desk@example.org', after: null }],
    ]);
  });

  it('names versions of the agreement, and never its text', async () => {
    await change({ agreement: { text: 'One.', language: 'en' } });
    const version = Number((await settings()).agreement?.version);
    const before = (await changes()).length;
    await change({ agreement: { text: 'Due.', language: 'it' } });
    await change({ agreement: null });
    expect(await changedSince(before)).toEqual([
      [{ name: 'agreement', before: String(version), after: String(version + 1) }],
      [{ name: 'agreement', before: String(version + 1), after: null }],
    ]);
  });

  it('has nothing of a change that changes nothing, and neither does the entity tag', async () => {
    await change({ accent: '#8b0000', agreement: { text: 'Cite us.', language: 'en' } });
    const { displayName, userRights, trashDays, language } = await settings();
    const [version, entries] = [await tag(), (await changes()).length];
    for (const body of [
      {},
      { displayName: ` ${displayName} `, accent: '#8B0000', language, userRights, trashDays },
      { agreement: { text: ' Cite us.\n', language: 'en' } } as const,
    ]) {
      expect((await change(body)).status).toBe(200);
    }
    expect([await tag(), (await changes()).length]).toEqual([version, entries]);
  });

  it('tells of the image delivery too, without the places of files', async () => {
    const mark = { source: madePng(), name: 'mark.png', type: 'image/png' };
    const other = { ...mark, source: madePng(40, 40) };
    const before = (await changes()).length;
    await manager.call(changeImageDelivery, { body: { publicMaxPx: 2048 } });
    await manager.upload(setWatermark, mark);
    await manager.call(changeImageDelivery, { body: { watermark: { opacity: 60, place: 'centre' } } });
    // Nothing differs.
    await manager.call(changeImageDelivery, { body: { publicMaxPx: 2048, watermark: { opacity: 60 } } });
    await manager.upload(setWatermark, mark);
    await manager.upload(setWatermark, other);
    await manager.call(removeWatermark);
    await manager.call(changeImageDelivery, { body: { publicMaxPx: null } });
    // Refused.
    await manager.call(changeImageDelivery, { body: { publicMaxPx: 4096, watermark: {} } });
    expect((await manager.call(getImageDelivery)).body.publicMaxPx).toBeNull();
    const first = { place: 'repeated', opacity: 25, width: 30 };
    const second = { place: 'centre', opacity: 60, width: 30 };
    expect(await changedSince(before)).toEqual([
      [{ name: 'publicMaxPx', before: null, after: 2048 }],
      [{ name: 'watermark', before: null, after: first }],
      [{ name: 'watermark', before: first, after: second }],
      [{ name: 'watermark', before: second, after: second }],
      [{ name: 'watermark', before: second, after: null }],
      [{ name: 'publicMaxPx', before: 2048, after: null }],
    ]);
  });

  it.each([
    ['a logo', setLogo, removeLogo],
    ['a watermark', setWatermark, removeWatermark],
  ] as const)(
    'tells the result of %s, also where the file before it can not be removed',
    async (_, set, unset) => {
      const picture = (width_px: number) => ({
        source: madePng(width_px, 7),
        name: 'a.png',
        type: 'image/png',
      });
      await manager.upload(set, picture(71));
      const files = await house.storedFiles();
      const failing = vi
        .spyOn(house.program.media.storage, 'remove')
        .mockRejectedValue(new StorageUnavailable('The disk is gone.'));
      try {
        expect((await manager.upload(set, picture(72))).status).toBe(200);
        expect((await manager.upload(set, picture(73), { ifMatch: '"before"' })).status).toBe(412);
        expect(failing).toHaveBeenCalledTimes(2);
      } finally {
        failing.mockRestore();
      }
      // What was to be removed is there still; without a row it does no harm.
      expect(await house.storedFiles()).toHaveLength(files.length + 2);
      for (const width_px of [71, 73]) await manager.upload(set, picture(width_px));
      await manager.call(unset);
      expect(await house.storedFiles()).toHaveLength(files.length - 1);
    },
  );

  it('leaves no picture behind that came too late', async () => {
    const files = await house.storedFiles();
    const picture = { source: madePng(77, 7), name: 'late.png', type: 'image/png' };
    for (const operation of [setWatermark, setLogo] as const) {
      expect((await manager.upload(operation, picture, { ifMatch: '"before"' })).status).toBe(412);
    }
    expect(await house.storedFiles()).toEqual(files);
  });
});

describe('the logo', () => {
  const picture = (width_px: number) => ({
    source: madePng(width_px, 40),
    name: 'logo.png',
    type: 'image/png',
  });
  const logoFiles = async () => (await house.storedFiles()).filter((file) => file.includes('/logo/'));
  const shown = (url: string | null, who = house.visitor()) =>
    who.send('GET', String(url).slice(house.origin.length));

  it('is set, shown to anyone at an address of its own, replaced and removed, its file too', async () => {
    const before = (await changes()).length;
    const version = await tag();
    const { status, headers, body } = await manager.upload(setLogo, picture(200), { ifMatch: version });
    expect(status).toBe(200);
    expect(headers.etag).not.toBe(version);
    expect(body.logoUrl).toMatch(`${house.origin}/iam/tenants/logo?v=`);
    expect(await sharp((await shown(body.logoUrl)).bytes).metadata()).toMatchObject({
      format: 'png',
      width: 200,
      height: 40,
    });
    const [file] = await logoFiles();

    const { body: replaced } = await colleague.upload(setLogo, picture(300));
    expect(replaced.logoUrl).not.toBe(body.logoUrl);
    expect(await sharp((await shown(replaced.logoUrl)).bytes).metadata()).toMatchObject({ width: 300 });
    expect(await logoFiles()).toHaveLength(1);
    expect(await logoFiles()).not.toContain(file);
    // The same once more is no change.
    const { headers: same } = await manager.upload(setLogo, picture(300));
    expect(same.etag).toBe(await tag());

    expect((await manager.call(removeLogo)).status).toBe(204);
    expect((await settings()).logoUrl).toBeNull();
    expect((await shown(replaced.logoUrl)).status).toBe(404);
    expect(await logoFiles()).toEqual([]);
    expect(await changedSince(before)).toEqual([
      [{ name: 'logo', before: false, after: true }],
      [{ name: 'logo', before: true, after: true }],
      [{ name: 'logo', before: true, after: false }],
    ]);
  });

  it('that is no picture, or too large a one, is refused, and the one before stays', async () => {
    const { body } = await manager.upload(setLogo, picture(200));
    const [version, files] = [await tag(), await house.storedFiles()];
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    // Some 80 kB that would be 75 MB in memory.
    const bomb = await sharp({ create: { width: 5_000, height: 5_001, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const whole = madePng(400, 300);
    for (const [name, source, status, code] of [
      ['drawn.svg', Buffer.from(script), 422, 'file-refused'],
      ['drawn.png', Buffer.from(script), 422, 'file-refused'],
      ['bomb.png', bomb, 422, 'file-refused'],
      // Its header is that of a picture.
      ['cut.png', whole.subarray(0, whole.length - 40), 422, 'file-refused'],
      ['empty.png', Buffer.alloc(0), 422, 'file-refused'],
      ['large.png', Buffer.alloc(LOGO_MAX_BYTES + 1), 413, 'image-too-large'],
    ] as const) {
      const answer = await manager.upload(setLogo, { source, name, type: 'image/png' });
      expect({ name, status: answer.status, code: (answer.body as unknown as Problem).code }).toEqual({
        name,
        status,
        code,
      });
    }
    expect((await settings()).logoUrl).toBe(body.logoUrl);
    expect([await tag(), await house.storedFiles()]).toEqual([version, files]);
  });

  it('always has its file, and is the only one, however many set and remove it at once', async () => {
    const people = [manager, colleague];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        [200, 300, 200, undefined, 300, 200].map((width_px, turn) => {
          const who = people[turn % 2] ?? manager;
          return width_px === undefined ? who.call(removeLogo) : who.upload(setLogo, picture(width_px));
        }),
      );
      // 503: its file was removed between its coming and its turn.
      for (const { status } of answers) expect([200, 204, 503]).toContain(status);
      const { logoUrl } = await settings();
      expect(await logoFiles()).toHaveLength(logoUrl === null ? 0 : 1);
      if (logoUrl !== null) expect((await shown(logoUrl)).status).toBe(200);
    }
  });
});

describe('a change', () => {
  const listeners: Listener[] = [];
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close();
  });
  async function heardBy(...people: HttpClient[]) {
    const heard = await Promise.all(people.map((person) => listening(person)));
    listeners.push(...heard);
    return heard;
  }

  it.each<[string, () => Promise<{ status: number }>]>([
    ['of a setting', () => change({ accent: '#94d2bd' })],
    ['of the agreement', () => change({ agreement: { text: 'Told.', language: 'en' } })],
    [
      'of the logo',
      () => manager.upload(setLogo, { source: madePng(99, 9), name: 'told.png', type: 'image/png' }),
    ],
    ['of the image delivery', () => manager.call(changeImageDelivery, { body: { publicMaxPx: 3000 } })],
  ])('%s is told to every account of the organisation, and to no other', async (_, make) => {
    const [toManager, toReader, toNeighbour] = await heardBy(manager, reader, neighbour);
    expect((await make()).status).toBe(200);
    for (const listener of [toManager, toReader])
      expect((await listener?.hears('organisation.changed'))?.data).toEqual({});
    // What is told later is there: so the other would be.
    const uuid = await house.collection('altra', 'Later', [theirRoot]);
    await toNeighbour?.hears('record.changed', { uuid });
    expect(toNeighbour?.events.filter(({ event }) => event === 'organisation.changed')).toEqual([]);
  });

  const permissionsWith = (rights: UserRights) => decidedPermissions(['ROLE_USER'], rights);
  const permissions = async () => (await reader.call(getPermissions)).body;
  const info = async () => (await reader.call(tenantInfo)).body;

  it('[PERM-09] shows in the very next request, of sessions that are open too', async () => {
    await meanwhile(async () => {
      // Remembered.
      expect(await permissions()).toEqual(permissionsWith('all'));
      await info();
      for (const [displayName, userRights] of [
        ['Subito', 'read-only'],
        ['Anche questo', 'own'],
        ['', 'all'],
      ] as const) {
        await change({ displayName, userRights });
        expect(await info()).toMatchObject({ displayName: displayName || 'default', userRights });
        expect(await permissions()).toEqual(permissionsWith(userRights));
      }
      await change({ language: 'it' });
      expect((await info()).language).toBe('it');
      const { body } = await manager.upload(setLogo, {
        source: madePng(123, 4),
        name: 'logo.png',
        type: 'image/png',
      });
      expect((await info()).logoUrl).toBe(body.logoUrl);
      await manager.call(removeLogo);
      expect((await info()).logoUrl).toBeNull();
    });
  });

  it('[PERM-09] that another process writes is told by the database, without waiting for time to pass', async () => {
    await meanwhile(async () => {
      expect(await permissions()).toEqual(permissionsWith('all'));
      await house.query(`update tenant set display_name = 'Altrove', user_rights = 'own' where id = $1`, [
        house.tenantIds.default,
      ]);
      await eventually(info).toMatchObject({ displayName: 'Altrove', userRights: 'own' });
      await eventually(permissions).toEqual(permissionsWith('own'));
      await house.query(`update tenant set display_name = '', user_rights = 'all' where id = $1`, [
        house.tenantIds.default,
      ]);
      await eventually(info).toMatchObject({ displayName: 'default', userRights: 'all' });
    });
  });
});

describe('the stylesheet of the accent', () => {
  const stylesheet = (who: HttpClient, headers = {}) => who.send('GET', '/iam/tenants/accent.css', headers);
  const [here, there] = [house.visitor(), house.visitor('altra')];

  it('is empty without an accent, and has the shades of the one of its own organisation', async () => {
    await change({ accent: null });
    const empty = await stylesheet(here);
    expect(empty).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } });
    expect(empty.bytes).toHaveLength(0);

    await change({ accent: '#8b0000' });
    await change({ accent: '#0a9396' }, neighbour);
    for (const [who, colour] of [
      [here, '#8b0000'],
      [there, '#0a9396'],
    ] as const) {
      const { bytes } = await stylesheet(who);
      const told = [...bytes.toString().matchAll(/--mantine-color-accent-(\d): (#[0-9a-f]{6});/g)];
      expect(told.map(([, index, shade]) => [Number(index), shade])).toEqual(
        accentOf(colour).shades.map((shade, index) => [index, shade]),
      );
    }
  });

  it('is sent again only where it is another', async () => {
    await change({ accent: '#8b0000' });
    const { headers } = await stylesheet(here);
    expect(headers['cache-control']).toBe('public, no-cache');
    const known = { 'if-none-match': String(headers.etag) };
    const same = await stylesheet(here, known);
    expect({ status: same.status, length: same.bytes.length }).toEqual({ status: 304, length: 0 });
    await change({ accent: '#005f73' });
    expect((await stylesheet(here, known)).status).toBe(200);
    await change({ accent: null });
    expect((await stylesheet(here, known)).status).toBe(200);
  });
});
