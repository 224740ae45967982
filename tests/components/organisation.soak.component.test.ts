import { accentOf } from '@armarium/contract/accent';
import {
  changeOrganisation,
  countDuePurge,
  getOrganisation,
  listAgreements,
  listOrganisationChanges,
  LOGO_MAX_BYTES,
  removeLogo,
  setLogo,
  type Organisation,
  type OrganisationChange,
  type OrganisationChanges,
} from '@armarium/contract/organisation';
import { getImageDelivery } from '@armarium/contract/image-delivery';
import { getPermissions, getSelf, tenantInfo } from '@armarium/contract/session';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renewAccent } from '../../apps/web/src/ui/accent.ts';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { choose, pictureFile } from './chosen-picture.ts';
import { madeDelivery, madeTenant, madeUser, pageBlock } from './made-catalogue.ts';
import { madeOrganisation, storedProviders } from './made-organisation.ts';
import { Screen } from './screen.tsx';

const { organisation: words } = en;

let screen: Screen;
let settings: Organisation;
let version: number;
let asked: OrganisationChanges[];
let changes: OrganisationChange[];

beforeEach(() => {
  screen = new Screen();
  const { answers } = screen;
  version = 1;
  asked = [];
  changes = [];
  settings = madeOrganisation();
  const headers = {
    get ETag() {
      return `"${version}"`;
    },
  };
  answers.give(getOrganisation, () => settings, { headers });
  answers.give(
    changeOrganisation,
    ({ body, headers: sent }) => {
      const seen = sent.get('If-Match');
      if (seen !== null && seen !== `"${version}"`) throw new Refused('stale');
      asked.push(body);
      const { agreement, mail, signOn, ...others } = body;
      settings = {
        ...settings,
        ...others,
        mail: { ...settings.mail, ...mail },
        ...(signOn && { signOn: storedProviders(signOn) }),
        ...(agreement !== undefined && {
          agreement: agreement && { ...agreement, version: '1', date: '2026-11-26T09:00:00.000Z' },
        }),
      };
      return settings;
    },
    { headers },
  );
  answers.give(listOrganisationChanges, ({ query }) => ({
    _embedded: { changes },
    ...pageBlock(changes.length, query),
  }));
  answers.give(listAgreements, ({ query }) => ({
    _embedded: { agreements: settings.agreement ? [settings.agreement] : [] },
    ...pageBlock(settings.agreement ? 1 : 0, query),
  }));
  answers.give(countDuePurge, { deletions: 0, records: 0 });
  answers.give(getImageDelivery, madeDelivery({ example: null }));
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const form = (name: string) => main.getByRole('form', { name, exact: true });
const saveOf = (name: string) => form(name).getByRole('button', { name: words.save });

async function open(...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) {
  await screen.open('/ui/organisation', ...shown);
  await expect.element(form(words.name.label).or(form(italian.organisation.name.label))).toBeVisible();
}

describe('the page of the organisation', () => {
  test('shows what there is, also what only the installation can change', async () => {
    settings = { ...settings, accent: '#8b0000', language: 'it', userRights: 'own', trashDays: 30 };
    changes = [
      {
        id: '1',
        date: '2026-11-26T09:00:00.000Z',
        user: 'Ada Rossi',
        token: 'Nightly run',
        settings: [
          { name: 'accent', before: null, after: '#8b0000' },
          { name: 'trashDays', before: 90, after: 30 },
          { name: 'userRights', before: 'all', after: 'own' },
          { name: 'logo', before: false, after: true },
        ],
      },
    ];
    await open();
    await expect
      .element(main.getByRole('textbox', { name: words.name.label, exact: true }))
      .toHaveValue('Armarium');
    await expect
      .element(main.getByRole('textbox', { name: words.accent.label, exact: true }))
      .toHaveValue('#8b0000');
    await expect.element(main.getByLabelText(words.language.label)).toHaveValue('it');
    await expect.element(main.getByRole('radio', { name: words.rights.own })).toBeChecked();
    await expect.element(main.getByRole('textbox', { name: words.trash.days })).toHaveValue('30');
    const installation = main.getByRole('region', { name: words.installation.title });
    await expect.element(installation).toHaveTextContent('10.9 MB of 500 GB');
    await expect.element(installation).toHaveTextContent('1 234, without a limit');
    const list = main.getByRole('list', { name: words.changes.title });
    for (const text of [
      'Accent colour: standard → #8b0000',
      'Days in the trash: 90 days → 30 days',
      'Rights of the role User: Everything → Only what they added themselves',
      'Logo: none → present',
    ])
      await expect.element(list.getByText(text, { exact: true })).toBeVisible();
    await expect
      .element(list.getByText(/^Ada Rossi with the token Nightly run, 26\/11\/2026 \d\d:00$/))
      .toBeVisible();
    await screen.expectAccessible();
  });

  test('saves a part by itself, says so there, and keeps the focus', async () => {
    await open();
    const name = main.getByRole('textbox', { name: words.name.label, exact: true });
    await name.fill('Biblioteca');
    await expect.element(form(words.name.label).getByText(words.notSaved)).toBeVisible();
    await saveOf(words.name.label).click();
    await expect.element(form(words.name.label).getByText(words.saved, { exact: true })).toBeVisible();
    await expect.element(name).toHaveFocus();
    await name.fill('Altra');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => asked).toEqual([{ displayName: 'Biblioteca' }, { displayName: 'Altra' }]);
  });

  test('keeps what was typed over a reload, a failure and a change of the same part by others', async () => {
    await open();
    const name = main.getByRole('textbox', { name: words.name.label, exact: true });
    await name.fill('Mia');
    screen.reopen();
    await expect.element(name).toHaveValue('Mia');
    await screen.followed();
    settings = { ...settings, displayName: 'Loro' };
    version = 2;
    // The page knows theirs already, and still says so instead of replacing it.
    const read = screen.answers.asked(getOrganisation).length;
    screen.tell('organisation.changed', {});
    await expect.poll(() => screen.answers.asked(getOrganisation).length).toBeGreaterThan(read);
    await saveOf(words.name.label).click();
    await expect.element(form(words.name.label).getByText(words.staleNext)).toBeVisible();
    await expect.element(name).toHaveValue('Mia');
    expect(asked).toEqual([]);
    await saveOf(words.name.label).click();
    await expect.poll(() => asked).toEqual([{ displayName: 'Mia' }]);
  });

  test('does not call a value changed that was typed back', async () => {
    await open();
    const name = main.getByRole('textbox', { name: words.name.label, exact: true });
    await name.fill('Armariu');
    await expect.element(saveOf(words.name.label)).toBeVisible();
    await name.fill('Armarium');
    await expect.element(saveOf(words.name.label)).not.toBeInTheDocument();
  });

  test('sends a change again by itself where others changed another part', async () => {
    await open();
    await main.getByRole('radio', { name: words.rights.own }).click();
    settings = { ...settings, displayName: 'Loro' };
    version = 2;
    await saveOf(words.rights.title).click();
    await expect.poll(() => asked).toEqual([{ userRights: 'own' }]);
    await expect
      .element(main.getByRole('textbox', { name: words.name.label, exact: true }))
      .toHaveValue('Loro');
  });

  test('gives the standard back, and discards', async () => {
    settings = { ...settings, accent: '#8b0000' };
    await open();
    await form(words.accent.title).getByRole('button', { name: words.accent.standard }).click();
    await expect.element(form(words.accent.title).getByText(words.accent.isStandard)).toBeVisible();
    await expect.element(main.getByRole('textbox', { name: words.accent.label, exact: true })).toHaveFocus();
    await form(words.accent.title).getByRole('button', { name: words.discard }).click();
    await expect
      .element(main.getByRole('textbox', { name: words.accent.label, exact: true }))
      .toHaveValue('#8b0000');
    await form(words.accent.title).getByRole('button', { name: words.accent.standard }).click();
    await saveOf(words.accent.title).click();
    await expect.poll(() => asked).toEqual([{ accent: null }]);
  });

  test('reads in Italian on a small dark screen', async () => {
    await open({ language: 'it', width: 390, scheme: 'dark' });
    await expect.element(main.getByText(italian.organisation.rights.text)).toBeVisible();
    await screen.expectAccessible();
  });
});

describe('the second factor of those who administer', () => {
  const { secondFactor } = words;
  const demand = form(secondFactor.title).getByRole('switch', { name: secondFactor.label });

  test('is demanded, and stands among the changes in words', async () => {
    changes = [
      {
        id: '1',
        date: '2026-11-28T09:00:00.000Z',
        user: 'Ada Rossi',
        token: null,
        settings: [{ name: 'demandSecondFactor', before: true, after: false }],
      },
    ];
    await open();
    await expect.element(demand).not.toBeChecked();
    await demand.click();
    await saveOf(secondFactor.title).click();
    await expect.poll(() => asked).toEqual([{ demandSecondFactor: true }]);
    await expect.element(form(secondFactor.title).getByText(words.saved, { exact: true })).toBeVisible();
    await expect.element(demand).toBeChecked();
    const told = `${words.changes.name.demandSecondFactor}: ${words.changes.demanded} → ${words.changes.notDemanded}`;
    await expect.element(main.getByText(told, { exact: true })).toBeVisible();
  });

  test('is not demanded by whoever has none, who is shown the way to one', async () => {
    screen.answers.fail(changeOrganisation, 'own-second-factor');
    await open();
    await demand.click();
    await saveOf(secondFactor.title).click();
    const told = form(secondFactor.title).getByRole('alert');
    await expect.element(told).toHaveTextContent(en.problem['own-second-factor'].title);
    await expect.element(told).toHaveTextContent(en.problem['own-second-factor'].next);
    await expect
      .element(told.getByRole('link', { name: secondFactor.toProfile }))
      .toHaveAttribute('href', '/ui/management/self');
    // What was chosen stays.
    await expect.element(demand).toBeChecked();
    await screen.expectAccessible();
  });
});

describe('the accent', () => {
  test('is held against the page while it is chosen, and darkened where it can not be read', async () => {
    await open();
    const colour = main.getByRole('textbox', { name: words.accent.label, exact: true });
    await colour.fill('#f5c518');
    const { used } = accentOf('#f5c518');
    await expect.element(form(words.accent.title).getByRole('status').first()).toHaveTextContent(used);
    await colour.fill('8B0000');
    await expect
      .element(form(words.accent.title).getByRole('status').first())
      .toHaveTextContent(filled(words.accent.readable, { contrast: '8.9:1' }));
    await colour.fill('red');
    await saveOf(words.accent.title).click();
    await expect.element(colour).toHaveAttribute('aria-invalid', 'true');
    await expect.element(colour).toHaveFocus();
    expect(asked).toEqual([]);
  });
});

describe('a change by somebody else', () => {
  test('is shown in an open page: name, rights, and the language to whoever chose none', async () => {
    await screen.open('/ui/catalog');
    await expect.element(page.getByRole('navigation').getByText('Armarium').first()).toBeInTheDocument();
    await screen.followed();
    const before = screen.answers.asked(getPermissions).length;
    screen.answers.give(
      tenantInfo,
      madeTenant({ displayName: 'Biblioteca Civica', userRights: 'read-only', language: 'it' }),
    );
    screen.tell('organisation.changed', {});
    await expect
      .element(page.getByRole('navigation').getByText('Biblioteca Civica').first())
      .toBeInTheDocument();
    await expect.poll(() => screen.answers.asked(getPermissions).length).toBeGreaterThan(before);
    await expect.poll(() => document.documentElement.lang).toBe('it');
  });

  test('leaves the language to whoever chose one', async () => {
    screen.answers.give(getSelf, madeUser({ roles: ['ROLE_ADMIN'], preferences: { language: 'en' } }));
    screen.answers.give(tenantInfo, madeTenant({ displayName: 'Biblioteca Civica', language: 'it' }));
    await screen.open('/ui/catalog');
    await expect
      .element(page.getByRole('navigation').getByText('Biblioteca Civica').first())
      .toBeInTheDocument();
    expect(document.documentElement.lang).toBe('en');
  });

  test('fetches the stylesheet of the accent again, and keeps the one before until it is there', async () => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: 'data:text/css,' });
    link.dataset['accent'] = '';
    document.head.append(link);
    renewAccent();
    expect(document.querySelectorAll('link[data-accent]')).toHaveLength(2);
    await expect.poll(() => document.querySelectorAll('link[data-accent]').length).toBe(1);
    expect(link.isConnected).toBe(false);
    document.querySelector('link[data-accent]')?.remove();
  });
});

describe('the logo', () => {
  test('is shown as soon as it is chosen, and removed after a question', async () => {
    screen.answers.give(setLogo, () => (settings = { ...settings, logoUrl: '/favicon.svg' }));
    screen.answers.give(removeLogo, () => {
      settings = { ...settings, logoUrl: null };
      return undefined;
    });
    await open();
    choose(await pictureFile());
    await expect.element(main.getByRole('img', { name: words.logo.alt })).toBeVisible();
    await main.getByRole('button', { name: words.logo.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.logo.remove }).click();
    await expect.element(main.getByText(words.logo.removed)).toBeVisible();
    await expect.element(main.getByRole('button', { name: words.logo.choose })).toHaveFocus();
  });

  test('is refused before it is sent where it is too large, else with the cause of the server', async () => {
    const message = 'It seems to be an SVG drawing. Save it as PNG.';
    screen.answers.give(setLogo, () => {
      throw new Refused('file-refused', [{ name: 'file', code: 'unsupported-format', message }]);
    });
    await open();
    choose(new File([new Uint8Array(LOGO_MAX_BYTES + 1)], 'large.png', { type: 'image/png' }));
    await expect.element(main.getByText(words.logo.tooLarge)).toBeVisible();
    choose(await pictureFile());
    await expect.element(main.getByText(words.logo.failed)).toBeVisible();
    await expect.element(main.getByText(message)).toBeVisible();
  });
});

describe('the agreement for downloads', () => {
  test('is the text of the organisation in its language, and can be the standard one again', async () => {
    await open();
    await form(words.agreement.title).getByRole('radio', { name: words.agreement.own }).click();
    const text = main.getByRole('textbox', { name: words.agreement.text });
    await text.fill('Cita la segnatura.');
    await form(words.agreement.title).getByLabelText(words.agreement.language).selectOptions('it');
    // Whoever looks at the other choice has the text again.
    await form(words.agreement.title).getByRole('radio', { name: words.agreement.standard }).click();
    await form(words.agreement.title).getByRole('radio', { name: words.agreement.own }).click();
    await saveOf(words.agreement.title).click();
    await expect.poll(() => asked).toEqual([{ agreement: { text: 'Cita la segnatura.', language: 'it' } }]);
    await main.getByRole('button', { name: /1 version so far/ }).click();
    await expect.element(main.getByRole('listitem').filter({ hasText: 'Cita la segnatura.' })).toBeVisible();
  });

  test('must say something', async () => {
    await open();
    await form(words.agreement.title).getByRole('radio', { name: words.agreement.own }).click();
    await saveOf(words.agreement.title).click();
    await expect.element(main.getByText(words.agreement.missing)).toBeVisible();
    await expect.element(main.getByRole('textbox', { name: words.agreement.text })).toHaveFocus();
    expect(asked).toEqual([]);
  });
});

describe('the days in the trash', () => {
  const days = main.getByRole('textbox', { name: words.trash.days });
  const other = form(words.trash.title).getByRole('radio', { name: words.trash.own });

  test('say first how many records would go, and ask for the name where many do', async () => {
    screen.answers.give(countDuePurge, ({ query }) => ({
      deletions: 3,
      records: query.trashDays === 30 ? 120 : 2,
    }));
    await open();
    await other.click();
    await days.fill('30');
    await saveOf(words.trash.title).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(filled(words.trash.due_other, { formatted: '120' }))).toBeVisible();
    await screen.expectAccessible();
    const confirm = dialog.getByRole('button', { name: words.trash.confirm });
    await expect.element(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill('Armarium');
    expect(asked).toEqual([]);
    await confirm.click();
    await expect.poll(() => asked).toEqual([{ trashDays: 30 }]);
    await days.fill('20');
    await saveOf(words.trash.title).click();
    await page.getByRole('dialog').getByRole('button', { name: en.ui.cancel }).click();
    await expect.element(days).toHaveValue('20');
    expect(asked).toHaveLength(1);
  });

  test('ask nothing where none would go, or where there are more', async () => {
    await open();
    await other.click();
    await days.fill('30');
    await saveOf(words.trash.title).click();
    await expect.poll(() => asked).toEqual([{ trashDays: 30 }]);
    screen.answers.give(countDuePurge, { deletions: 1, records: 1 });
    await days.fill('40');
    await saveOf(words.trash.title).click();
    await expect.poll(() => asked).toEqual([{ trashDays: 30 }, { trashDays: 40 }]);
  });

  test('are a whole number', async () => {
    await open();
    await other.click();
    await days.fill('0');
    await saveOf(words.trash.title).click();
    await expect.element(days).toHaveAttribute('aria-invalid', 'true');
    expect(asked).toEqual([]);
  });
});
