import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteItem } from '@armarium/contract/deletions';
import { getDownloadAgreement } from '@armarium/contract/downloads';
import { getImageDelivery } from '@armarium/contract/image-delivery';
import { getOrganisation, listOrganisationChanges } from '@armarium/contract/organisation';
import { listening } from '../../../../tests/http/event-listener.ts';
import { madePng } from '../../../../tests/http/made-png.ts';
import { importedItem, openInstallation } from '../../../../tests/http/test-installation.ts';
import { openInstallation as openComposed } from '../compose.ts';
import { readConfig } from '../config.ts';
import { makeLogger } from '../observe/log.ts';
import type { CommandContext } from './command.ts';
import { tenantCommand } from './tenant.ts';

const house = await openInstallation();
const manager = await house.person('altra', 'ROLE_TENANT_ADMIN');

let said: string[] = [];
beforeEach(() => void (said = []));
const context: CommandContext = {
  config: { ...readConfig({}), storageDir: house.storageFolder },
  log: makeLogger('silent'),
  access: house.access,
  migrations: '',
  signal: new AbortController().signal,
  say: (text) => said.push(text),
  installation: () => openComposed(context.config, house.access, undefined),
};
/** `armarium tenant set altra …`. */
const set = (...words: string[]) => tenantCommand.run(['set', 'altra', ...words], context);
const show = async (name = 'altra') => {
  said = [];
  await tenantCommand.run(['show', name], context);
  return said;
};
const settings = async () => (await manager.call(getOrganisation)).body;
const delivery = async () => (await manager.call(getImageDelivery)).body;
const history = async () => (await manager.call(listOrganisationChanges)).body._embedded.changes;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-tenant-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('tenant set', () => {
  it('changes what an organisation changes itself: in its history as the work of Armarium, and told to open pages', async () => {
    const listener = await listening(manager);
    await set('--display-name', 'Il museo', '--accent', '#8B0000', '--language', 'it', '--trash-days', '400');
    await listener.hears('organisation.changed');
    listener.close();
    expect(await settings()).toMatchObject({
      displayName: 'Il museo',
      accent: '#8b0000',
      language: 'it',
      trashDays: 400,
    });
    const [change, ...older] = await history();
    expect(older).toEqual([]);
    expect(change).toMatchObject({
      user: 'Armarium',
      settings: expect.arrayContaining([
        { name: 'accent', before: null, after: '#8b0000' },
        { name: 'trashDays', before: null, after: 400 },
      ]) as unknown,
    });
    await set('--accent', 'none', '--language', 'none', '--trash-days', 'none', '--display-name', '');
    expect(await settings()).toMatchObject({
      accent: null,
      language: null,
      trashDays: null,
      displayName: '',
    });
  });

  it('changes address and quotas, which are in no history of the organisation', async () => {
    const before = await history();
    await set('--url', 'altra.example.org', '--storage-quota', '2TB', '--records-quota', '70');
    expect((await settings()).installation).toMatchObject({
      url: 'altra.example.org',
      storageQuotaBytes: 2e12,
      recordsQuota: 70,
    });
    await set('--url', '', '--storage-quota', 'none', '--records-quota', 'none');
    expect((await settings()).installation).toMatchObject({
      url: null,
      storageQuotaBytes: null,
      recordsQuota: null,
    });
    expect(await history()).toEqual(before);
  });

  it('takes the agreement from a file, each a version, and puts the program’s own in force again', async () => {
    const path = await file('accordo.txt', '\uFEFFCitare la fonte.\r\n\r\nPerché sì.\r\n');
    await set('--agreement', path, '--agreement-language', 'it');
    expect((await settings()).agreement).toMatchObject({
      version: '1',
      text: 'Citare la fonte.\n\nPerché sì.',
      language: 'it',
    });
    await set('--agreement', await file('b.txt', 'Cite us.'), '--agreement-language', 'en');
    expect((await manager.call(getDownloadAgreement)).body).toEqual({
      version: '2',
      own: { text: 'Cite us.', language: 'en' },
    });
    await set('--no-agreement');
    expect((await manager.call(getDownloadAgreement)).body).toEqual({ version: '2026-1', own: null });
  });

  it('sets watermark and public size, changes them, and takes them away with the picture', async () => {
    const pictures = async () => (await house.storedFiles()).filter((name) => name.includes('watermark'));
    const before = (await history()).length;
    const picture = await file('mark.png', madePng(60, 30));
    await set('--watermark', picture, '--watermark-place', 'centre', '--public-size', '2048');
    expect(await delivery()).toMatchObject({
      publicMaxPx: 2048,
      watermark: { place: 'centre', opacity: 25, width: 30 },
    });
    const [first] = await pictures();
    await set('--watermark-opacity', '60', '--watermark-width', '50');
    expect((await delivery()).watermark).toMatchObject({ place: 'centre', opacity: 60, width: 50 });
    await set('--watermark', await file('other.png', madePng(50, 50)));
    expect((await delivery()).watermark).toMatchObject({ place: 'centre', opacity: 60, width: 50 });
    expect(await pictures()).toHaveLength(1);
    expect(await pictures()).not.toContain(first);
    await set('--no-watermark', '--public-size', 'none');
    expect(await delivery()).toMatchObject({ publicMaxPx: null, watermark: null });
    expect(await pictures()).toEqual([]);
    expect((await history()).length).toBe(before + 4);
    // There is none any more.
    await set('--no-watermark');
  });

  it('asks before a shorter time in the trash purges something, and says how much', async () => {
    for (const [title, days] of [
      ['Two months', 60],
      ['Three months', 90],
      ['A week', 7],
    ] as const) {
      const { uuid } = await importedItem(manager, { sgtt: title });
      await manager.call(deleteItem, { params: { uuid } });
      await house.query(
        `update trash_entry set trashed_at = now() - $2 * interval '1 day' where record_uuid = $1`,
        [uuid, days],
      );
    }
    // None of them is so old.
    await set('--trash-days', '100');
    const before = await settings();
    await expect(set('--trash-days', '30', '--accent', '#111111')).rejects.toThrow(
      /30 days instead of 100\. .*purged within the hour: 2, with so many records: 2\. .*--yes/,
    );
    expect(await settings()).toEqual(before);
    await set('--trash-days', '30', '--yes');
    expect(said.join()).toContain('purged within the hour: 2');
    expect((await settings()).trashDays).toBe(30);
    // A longer one purges nothing that would have stayed.
    await set('--trash-days', '50');
    await set('--trash-days', 'none');
    expect((await settings()).trashDays).toBeNull();
  });

  it.each<[string, string[], RegExp]>([
    ['a colour by its name', ['--accent', 'red'], /accent: Give a colour as #rrggbb/],
    ['an unknown language', ['--language', 'fr'], /--language is en, it, none; "fr" is none of them/],
    ['no day', ['--trash-days', '0'], /--trash-days is a whole number from 1 to 36500, or none; "0" is not/],
    [
      'an agreement in no language',
      ['--agreement', 'text.txt'],
      /--agreement and --agreement-language go together/,
    ],
    ['a language of no agreement', ['--agreement-language', 'en'], /go together/],
    ['two agreements', ['--agreement', 'text.txt', '--no-agreement'], /either --agreement or --no-agreement/],
    [
      'an agreement that is not there',
      ['--agreement', 'none.txt', '--agreement-language', 'en'],
      /no such file/,
    ],
    [
      'an agreement in another encoding',
      ['--agreement', 'latin.txt', '--agreement-language', 'it'],
      /no text in UTF-8/,
    ],
    ['an agreement of bytes', ['--agreement', 'bytes.txt', '--agreement-language', 'it'], /no text in UTF-8/],
    [
      'an empty agreement',
      ['--agreement', 'empty.txt', '--agreement-language', 'it'],
      /Give a text that says something/,
    ],
    ['two watermarks', ['--watermark', 'text.txt', '--no-watermark'], /either --watermark or --no-watermark/],
    [
      'a place of no watermark',
      ['--no-watermark', '--watermark-place', 'centre'],
      /leave out --no-watermark/,
    ],
    ['a width without a watermark', ['--watermark-width', '20'], /altra has no watermark yet/],
    ['a watermark that is no picture', ['--watermark', 'text.txt'], /text\.txt can't be used/],
    ['a watermark that is a folder', ['--watermark', '/'], /it is a folder/],
    ['a watermark that is not there', ['--watermark', 'none.png'], /no such file/],
    ['an unknown place', ['--watermark-place', 'north'], /"north" is none of them/],
    ['too much opacity', ['--watermark-opacity', '101'], /a whole number from 5 to 100; "101" is not/],
    ['a small public size', ['--public-size', '600'], /a whole number from 1024 to 1000000, or none/],
    ['a long display name', ['--display-name', 'x'.repeat(201)], /one line of at most 200 characters/],
  ])('refuses %s, and changes nothing', async (_, words, why) => {
    await file('text.txt', 'Cite us.');
    await file('latin.txt', Buffer.from('Perch\u00e9', 'latin1'));
    await file('bytes.txt', Buffer.from('a\0b'));
    await file('empty.txt', ' \n');
    const given = words.map((word) => (/\.(txt|png)$/.test(word) ? join(folder, word) : word));
    const before = [await settings(), await delivery(), await house.storedFiles()];
    await expect(set(...given, '--user-rights', 'own', '--records-quota', '5')).rejects.toThrow(why);
    expect([await settings(), await delivery(), await house.storedFiles()]).toEqual(before);
  });
});

it('says what is missing where nothing is to be changed', async () => {
  await expect(set('--yes')).rejects.toThrow('Say what to change of altra');
});

describe('tenant show', () => {
  it('tells all settings of one organisation', async () => {
    const words = ['--display-name', 'Il museo', '--accent', '#8b0000', '--language', 'it', '--trash-days'];
    await set(...words, '500', '--records-quota', '70', '--public-size', '2048', '--user-rights', 'own');
    await set('--agreement', await file('c.txt', 'Citare\nla fonte.'), '--agreement-language', 'it');
    await set(
      '--watermark',
      await file('mark.png', madePng(60, 30)),
      '--logo',
      await file('l.png', madePng()),
    );
    const { agreement, usage } = await settings();
    expect(await show()).toEqual([
      'name               altra',
      'display name       Il museo',
      'url                -',
      'user rights        own',
      'accent             #8b0000',
      'language           it',
      'days in the trash  500',
      `agreement          version ${agreement?.version} (it), of ${agreement?.date.slice(0, 10)}`,
      'logo               yes',
      'watermark          repeated, opacity 25 %, width 30 % of the image',
      'public size        2048 pixels',
      'files              0 bytes',
      `records            ${usage.records} of 70`,
      '\nCitare\nla fonte.',
    ]);
    expect((await show('default')).slice(2)).toEqual([
      'url                -',
      'user rights        all',
      'accent             the program’s own',
      'language           that of each browser',
      'days in the trash  365, as everywhere',
      'agreement          the program’s own, 2026-1',
      'logo               no',
      'watermark          no',
      'public size        full',
      'files              0 bytes',
      'records            1',
    ]);
    await expect(show('nobody')).rejects.toThrow('There is no organisation "nobody".');
    await expect(tenantCommand.run(['show'], context)).rejects.toThrow('"tenant show" takes one name.');
  });
});
