import { getImageDelivery } from '@armarium/contract/image-delivery';
import {
  changeOrganisation,
  getOrganisation,
  listAgreements,
  listOrganisationChanges,
  type Organisation,
  type OrganisationChange,
} from '@armarium/contract/organisation';
import type { FieldProblem } from '@armarium/contract/problem';
import { checkSignOn, type SignOnProviderChange } from '@armarium/contract/sign-on';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeDelivery, pageBlock } from './made-catalogue.ts';
import { madeOrganisation, madeProvider, storedProviders } from './made-organisation.ts';
import { Screen } from './screen.tsx';

const { organisation } = en;
const words = organisation.signOn;
const university = madeProvider();
const city = madeProvider({
  label: 'City',
  issuer: 'https://city.example',
  groupsClaim: null,
  groupRoles: [],
  defaultRole: 'ROLE_USER',
});

let screen: Screen;
let settings: Organisation;
let version: number;
let sent: (readonly SignOnProviderChange[] | undefined)[];
let changes: OrganisationChange[];

beforeEach(() => {
  screen = new Screen();
  const { answers } = screen;
  version = 1;
  sent = [];
  changes = [];
  settings = madeOrganisation({ signOn: [university, city] });
  const headers = {
    get ETag() {
      return `"${version}"`;
    },
  };
  answers.give(getOrganisation, () => settings, { headers });
  answers.give(
    changeOrganisation,
    ({ body, headers: given }) => {
      if (given.get('If-Match') !== `"${version}"`) throw new Refused('stale');
      sent.push(body.signOn);
      version += 1;
      settings = { ...settings, signOn: storedProviders(body.signOn ?? []) };
      return settings;
    },
    { headers },
  );
  answers.give(listOrganisationChanges, ({ query }) => ({
    _embedded: { changes },
    ...pageBlock(changes.length, query),
  }));
  answers.give(listAgreements, ({ query }) => ({ _embedded: { agreements: [] }, ...pageBlock(0, query) }));
  answers.give(getImageDelivery, madeDelivery({ example: null }));
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const section = page.getByRole('region', { name: words.title });
const row = (label: string) => section.getByRole('listitem').filter({ hasText: label });
const inSection = (text: string, label = '') =>
  section.getByRole('button', { name: filled(text, { label }), exact: true });
const dialog = page.getByRole('dialog');
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
const field = (name: 'label' | 'issuer' | 'clientId' | 'claim') =>
  dialog.getByRole('textbox', { name: words.field[name], exact: true });
const secret = dialog.bySelector('input[autocomplete=new-password]');
const fault = (name: string, code: string): FieldProblem => ({ name, code, message: '' });

async function open(...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) {
  await screen.open('/ui/organisation', ...shown);
}
async function edit(label: string) {
  await open();
  await inSection(words.editOf, label).click();
  await expect.element(field('label')).toHaveFocus();
}

describe('the list', () => {
  test('shows each provider with its issuer and its roles, in order', async () => {
    await open();
    await isThere(row('University').getByText('https://id.example.org'));
    await isThere(row('University').getByText(filled(words.byGroups, { roles: 'Editor' })));
    await isThere(row('University').getByText(words.nobodyElse));
    await isThere(row('City').getByText(filled(words.byHand, { role: 'User' })));
    await screen.expectAccessible();
  });

  test('moves one, and keeps the focus; at the end it stays', async () => {
    await open();
    await inSection(words.down, 'University').click();
    await expect.poll(() => sent).toEqual([[city, university]]);
    await isThere(section.getByText(filled(words.moved, { label: 'University', place: 2 })));
    await expect.element(inSection(words.down, 'University')).toHaveFocus();
    await expect.element(inSection(words.down, 'University')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await inSection(words.up, 'University').click();
    await expect
      .poll(() => sent)
      .toEqual([
        [city, university],
        [university, city],
      ]);
  });

  test('removes one once it was confirmed, from the list as it is by then', async () => {
    await open();
    await inSection(words.removeOf, 'City').click();
    await isThere(dialog.getByText(words.removeText));
    // Meanwhile somebody renames the other one.
    const renamed = { ...university, label: 'Academy' };
    settings = { ...settings, signOn: [renamed, city] };
    version = 5;
    await inDialog(words.remove).click();
    await expect.poll(() => sent).toEqual([[renamed]]);
    await isGone(dialog);
    await isGone(row('City'));
    await expect.element(inSection(words.add)).toHaveFocus();
  });

  test('says in the history what became of which', async () => {
    const kept = ({ id: _, ...provider }: typeof university) => provider;
    changes = [
      {
        id: '1',
        date: '2026-11-28T09:00:00.000Z',
        user: 'Ada Rossi',
        token: null,
        settings: [
          {
            name: 'signOn',
            before: [kept(university)],
            after: [{ ...kept(university), clientId: 'other', clientSecret: 'changed' }, kept(city)],
          },
        ],
      },
    ];
    await open();
    await isThere(
      page.getByText('Sign-on: University was changed (client ID and client secret); City was added', {
        exact: true,
      }),
    );
  });
});

describe('the form of a provider', () => {
  test('makes one: what is missing is said before anything is sent', async () => {
    await open();
    await inSection(words.add).click();
    await expect.element(field('label')).toHaveFocus();
    await inDialog(organisation.save).click();
    await isThere(dialog.getByText(words.fault.missing).first());
    await isThere(dialog.getByText(words.fault.secret));
    await expect.element(field('label')).toHaveFocus();
    expect(sent).toEqual([]);
    await field('label').fill('Town');
    await field('issuer').fill('https://town.example');
    await field('clientId').fill('books');
    await secret.fill('s3cret');
    await field('claim').fill('memberOf');
    await inDialog(words.addGroup).click();
    const group = dialog.getByRole('textbox', { name: filled(words.group, { line: 1 }) });
    await expect.element(group).toHaveFocus();
    await group.fill('staff');
    await dialog.getByLabelText(filled(words.role, { line: 1 })).selectOptions('ROLE_PUBLISHER');
    await inDialog(words.addGroup).click();
    await inDialog(filled(words.removeGroup, { line: 2 })).click();
    await expect.element(inDialog(words.addGroup)).toHaveFocus();
    await dialog.getByRole('combobox', { name: words.field.defaultRole }).selectOptions('ROLE_RESEARCHER');
    await isThere(dialog.getByText(words.noteByGroups));
    await screen.expectAccessible();
    await inDialog(organisation.save).click();
    await isGone(dialog);
    await isThere(section.getByText(filled(words.saved, { label: 'Town' })));
    expect(sent).toEqual([
      [
        university,
        city,
        {
          label: 'Town',
          issuer: 'https://town.example',
          clientId: 'books',
          clientSecret: 's3cret',
          groupsClaim: 'memberOf',
          groupRoles: [{ group: 'staff', role: 'ROLE_PUBLISHER' }],
          defaultRole: 'ROLE_RESEARCHER',
        },
      ],
    ]);
  });

  test('keeps the secret where none is typed, and wants it for another issuer', async () => {
    await edit('University');
    await isThere(dialog.getByText(words.secretKept));
    await field('label').fill('Academy');
    await inDialog(organisation.save).click();
    await isGone(dialog);
    expect(sent).toEqual([[{ ...university, label: 'Academy' }, city]]);
    await inSection(words.editOf, 'City').click();
    await field('issuer').fill('https://town.example');
    await inDialog(organisation.save).click();
    await isThere(dialog.getByText(words.fault.secret));
    await expect.element(secret).toHaveFocus();
    expect(sent.length).toBe(1);
  });

  test('shows what the server refuses at its field, and keeps what was typed, but for the secret on a reload', async () => {
    await edit('City');
    await field('issuer').fill('https://id.example.org');
    await secret.fill('s3cret');
    // It names the first of the two, which is the other one.
    screen.answers.refuseOnce(changeOrganisation, [fault('signOn[0].issuer', 'duplicate')]);
    await inDialog(organisation.save).click();
    await isThere(dialog.getByText(words.fault.duplicate));
    await expect.element(field('issuer')).toHaveFocus();
    await expect.element(secret).toHaveValue('s3cret');
    await field('issuer').fill('https://town.example');
    await isGone(dialog.getByText(words.fault.duplicate));
    screen.answers.refuseOnce(changeOrganisation, [fault('signOn[1].clientSecret', 'secret-needed')]);
    await inDialog(organisation.save).click();
    await isThere(dialog.getByText(words.fault.secret));
    expect(JSON.stringify(sessionStorage)).toContain('https://town.example');
    expect(JSON.stringify(sessionStorage)).not.toContain('s3cret');
    screen.reopen();
    await inSection(words.editOf, 'City').click();
    await isThere(dialog.getByText(words.restored));
    await expect.element(field('issuer')).toHaveValue('https://town.example');
    await expect.element(secret).toHaveValue('');
  });

  test('is sent again by itself where others changed something else', async () => {
    await edit('City');
    await field('label').fill('Town');
    const renamed = { ...university, label: 'Academy' };
    settings = { ...settings, displayName: 'Theirs', signOn: [renamed, city] };
    version = 5;
    await inDialog(organisation.save).click();
    await isGone(dialog);
    expect(sent).toEqual([[renamed, { ...city, label: 'Town' }]]);
  });

  test('tells where others changed the same provider, and keeps what was typed', async () => {
    await edit('City');
    await field('label').fill('Town');
    await field('claim').fill('groups');
    settings = { ...settings, signOn: [university, { ...city, label: 'Village', clientId: 'theirs' }] };
    version = 5;
    await inDialog(organisation.save).click();
    await isThere(dialog.getByText(organisation.staleNext));
    await isThere(dialog.getByText(filled(words.conflict, { field: words.field.label })));
    await expect.element(field('label')).toHaveValue('Town');
    await expect.element(field('clientId')).toHaveValue('theirs');
    await inDialog(organisation.save).click();
    await isGone(dialog);
    expect(sent).toEqual([
      [university, { ...city, label: 'Town', clientId: 'theirs', groupsClaim: 'groups' }],
    ]);
  });

  test('tells where others removed it, and adds it again with its secret', async () => {
    await edit('City');
    await field('label').fill('Town');
    settings = { ...settings, signOn: [university] };
    version = 5;
    await inDialog(organisation.save).click();
    await isThere(dialog.getByText(words.goneNext));
    await inDialog(organisation.save).click();
    await expect.element(secret).toHaveFocus();
    await secret.fill('s3cret');
    await inDialog(organisation.save).click();
    await isGone(dialog);
    const { id: _, ...typed } = { ...city, label: 'Town', clientSecret: 's3cret' };
    expect(sent).toEqual([[university, typed]]);
  });

  test('asks before what was typed is discarded', async () => {
    await edit('City');
    await field('label').fill('Town');
    await userEvent.keyboard('{Escape}');
    await isThere(dialog.getByText(words.question));
    await inDialog(organisation.discard).click();
    await isGone(dialog);
    await inSection(words.editOf, 'City').click();
    await expect.element(field('label')).toHaveValue('City');
  });

  test('checks the issuer, and takes what the provider calls itself', async () => {
    await edit('City');
    await field('issuer').fill('city.example');
    await inDialog(words.checkOf).click();
    await isThere(dialog.getByText(words.fault.issuer));
    expect(screen.answers.asked(checkSignOn)).toEqual([]);
    await field('issuer').fill('https://city.example/');
    const found = 'https://city.example/realm';
    screen.answers.give(checkSignOn, { outcome: 'issuer-differs', found, detail: '' });
    await inDialog(words.checkOf).click();
    await isThere(dialog.getByText(filled(words.outcome['issuer-differs'], { found })));
    await screen.expectAccessible();
    await inDialog(words.takeFound).click();
    await expect.element(field('issuer')).toHaveValue(found);
    await expect.element(field('issuer')).toHaveFocus();
    // What was found is of the other address.
    await isGone(inDialog(words.takeFound));
    screen.answers.give(checkSignOn, { outcome: 'ready', found, detail: '' });
    await inDialog(words.checkOf).click();
    await isThere(dialog.getByText(words.outcome.ready));
    screen.answers.give(checkSignOn, { outcome: 'unreachable', found: null, detail: 'ECONNREFUSED' });
    await inDialog(words.checkOf).click();
    await isThere(dialog.getByText('ECONNREFUSED'));
    await screen.answers.failing(checkSignOn, 'too-many-requests', async () => {
      await inDialog(words.checkOf).click();
      await isThere(dialog.getByText(new RegExp(en.problem['too-many-requests'].title)));
    });
    expect(sent).toEqual([]);
  });

  test('gives the callback address for copying', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
      copied.push(text);
      return Promise.resolve();
    });
    await edit('City');
    await inDialog(filled(words.copyOf, { what: words.callback })).click();
    await isThere(dialog.getByText(words.copied, { exact: true }));
    expect(copied).toEqual([`${window.location.origin}/users/oidc/callback`]);
  });

  test('is read in Italian, on a phone and in the dark', async () => {
    const texts = italian.organisation.signOn;
    await open({ language: 'it', scheme: 'dark', width: 390, height: 844 });
    await page.getByRole('button', { name: filled(texts.editOf, { label: 'University' }) }).click();
    await isThere(dialog.getByText(texts.noteByGroups));
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
