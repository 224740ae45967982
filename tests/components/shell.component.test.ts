import { listBatches } from '@armarium/contract/batches';
import * as session from '@armarium/contract/session';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { getItem } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { listTrash } from '@armarium/contract/trash';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { permissionsQuery } from '../../apps/web/src/features/session/api/permissions.ts';
import { hasSession } from '../../apps/web/src/features/session/api/is-logged.ts';
import { queryClient } from '../../apps/web/src/lib/query-client.ts';
import { notify } from '../../apps/web/src/ui/notify.tsx';
import { en, filled, it as italian } from '../e2e/words.ts';
import { madeTenant, madeUser, pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const brokenPicture = 'data:image/png;base64,bm8gcGljdHVyZQ==';

let screen: Screen;
let shelf: Collection;
let leaf: Item;

beforeEach(() => {
  screen = new Screen();
  shelf = screen.catalogue.collection('Shelf');
  for (let number = 1; number <= 12; number += 1)
    leaf = screen.catalogue.item(`Leaf ${number}`, [screen.catalogue.root, shelf], {
      pressmark: `LEAF ${number}`,
    });
});
afterEach(async () => {
  vi.useRealTimers();
  await screen.close();
});

const menu = page.getByRole('navigation', { name: en.app.menu });
const banner = page.getByRole('banner');
const isExpanded = () => menu.element().getAttribute('data-expanded') === 'true';
const focused = () => document.activeElement;
const widthOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().width;

/** Lets the page's clock stand, to be moved by `vi`; it goes on being drawn. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
}

/** Waits until what has changed is drawn. */
async function drawn(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}

/** Moves the clock, and waits until what that changes is drawn. */
async function runFor(time_ms: number): Promise<void> {
  vi.advanceTimersByTime(time_ms);
  await drawn();
}

/** Opens the catalogue and waits for its cards. */
async function openCatalogue(...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) {
  await screen.open('/ui/catalog', ...shown);
  await expect.element(screen.cardOf('LEAF 12')).toBeVisible();
}

test('[SHELL-27] the side menu collapses 500 ms after an action', async () => {
  await openCatalogue();
  await menu.hover();
  await expect.poll(isExpanded).toBe(true);
  stopClock();
  await page.getByRole('link', { name: en.app.catalogue, exact: true }).click();
  await runFor(499);
  expect(isExpanded()).toBe(true);
  await runFor(1);
  await expect.poll(isExpanded).toBe(false);
});

test('the menu leads to operations and trash, which are current there in place of the catalogue, if the person may use them', async () => {
  screen.answers.give(listBatches, () => ({ _embedded: { batches: [] }, ...pageBlock(0, {}) }));
  screen.answers.give(listTrash, () => ({ _embedded: { trash: [] }, ...pageBlock(0, {}) }));
  await screen.open('/ui/catalog');
  const entry = (name: string) => menu.getByRole('link', { name, exact: true });
  for (const [name, title] of [
    [en.app.operations, en.selection.operations.title],
    [en.app.trash, en.trash.title],
  ] as const) {
    await entry(name).click();
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(() => menu.bySelector('[aria-current=page]').element().textContent).toBe(name);
  }
  await screen.close();
  screen = new Screen();
  await screen.open('/ui/catalog', { roles: ['ROLE_RESEARCHER'] });
  await expect.poll(() => queryClient.getQueryData(permissionsQuery.queryKey)).toBeDefined();
  await drawn();
  for (const name of [en.app.operations, en.app.trash]) expect(entry(name).query()).toBeNull();
});

test('the menu opens for the keyboard, and closes when it is left', async () => {
  await openCatalogue();
  await page.getByRole('heading', { level: 1 }).hover();
  page.getByRole('link', { name: en.app.operations, exact: true }).element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.poll(isExpanded).toBe(true);
  // Not by the time that has passed, which Vitest's own waits would move.
  stopClock();
  await userEvent.keyboard('{Enter}');
  while (focused()?.id !== 'content') await drawn();
  expect(window.location.pathname).toBe('/ui/audit');
  await drawn();
  expect(isExpanded()).toBe(false);
});

test('the first key leads past header and menu to the content', async () => {
  await openCatalogue();
  await userEvent.keyboard('{Tab}');
  expect(focused()).toBe(page.getByRole('link', { name: en.app.skip }).element());
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => focused()?.id).toBe('content');
});

test('on a phone a message covers none of the buttons at its foot', async () => {
  const message = page.bySelector('.mantine-Notifications-notification');
  const expectClearOf = async (buttons: Locator) => {
    await message.hover();
    await expect.element(buttons.first()).toBeVisible();
    const foot = message.element().getBoundingClientRect().bottom;
    const tops = buttons.elements().map((button) => button.getBoundingClientRect().top);
    const lowest = tops.filter((top) => top > 500);
    expect(lowest.length).toBeGreaterThan(1);
    expect(foot).toBeLessThanOrEqual(Math.min(...lowest));
  };
  screen.answers.fail(session.signOut, 'internal');
  await screen.open(`/ui/catalog/${shelf.uuid}`, { language: 'it', width: 390, height: 844 });
  await page.getByRole('button', { name: italian.app.openMenu }).click();
  await page.getByRole('button', { name: italian.app.signOut }).click();
  await expect.element(message).toBeVisible();
  await page.getByRole('button', { name: italian.app.closeMenu }).click();
  await page
    .getByRole('checkbox', { name: filled(italian.catalogue.choose, { title: 'Leaf 1' }) })
    .first()
    .click();
  await expectClearOf(page.getByRole('region', { name: italian.selection.bar }).getByRole('button'));
  await page.getByRole('button', { name: italian.browse.addItem, exact: true }).click();
  await expectClearOf(
    page.getByRole('dialog', { name: italian.upload.title, exact: true }).getByRole('button'),
  );
});

test('[SHELL-31] a message that replaces another is shown for 5 s as well', async () => {
  await openCatalogue();
  const message = page.bySelector('.mantine-Notifications-notification');
  const say = (text: string) => notify('success', { id: 'moved', title: 'Moved', message: text });
  stopClock();
  say('leaf 1');
  await runFor(0);
  await runFor(4000);
  say('leaf 2');
  await runFor(0);
  await runFor(4999);
  await expect.element(message).toHaveTextContent('leaf 2');
  expect(message.element().style.maxHeight).not.toBe('0px');
  await runFor(2);
  expect(message.element().style.maxHeight).toBe('0px');
  vi.useRealTimers();
});

test('[SHELL-31] a message disappears after 5 s, and can be read again', async () => {
  const { notices } = en.ui;
  screen.answers.fail(session.signOut, 'internal');
  await openCatalogue();
  await page.getByRole('button', { name: en.app.signOut }).click();
  const said = 'Something went wrong on the server';
  const message = page.bySelector('.mantine-Notifications-notification').filter({ hasText: said });
  // The pointer on it makes the time stand still; it begins anew when the pointer leaves.
  await message.hover();
  stopClock();
  await runFor(20_000);
  await expect.element(message).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  // One that goes is folded first.
  const isGoing = () => message.element().style.maxHeight === '0px';
  await runFor(4999);
  expect(isGoing()).toBe(false);
  await runFor(2);
  expect(isGoing()).toBe(true);
  await runFor(1000);
  vi.useRealTimers();
  await expect.element(message).not.toBeInTheDocument();

  const bell = page.getByRole('button', { name: new RegExp(`^${notices.title}`) });
  await expect.element(bell).toHaveAccessibleName('Messages, 1 unread');
  await bell.click();
  const panel = page.getByRole('dialog', { name: notices.title });
  const entry = panel.getByRole('listitem').filter({ hasText: said });
  await expect.element(entry.getByText(/^Error · ([01]\d|2[0-3]):[0-5]\d$/)).toBeVisible();
  await expect.poll(focused).toBe(panel.getByRole('heading').element());
  // It was announced when it came, and is not again.
  expect(panel.element().querySelectorAll('[role=alert], [role=status], [aria-live]')).toHaveLength(0);
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(bell).toHaveFocus();
  await expect.element(bell).toHaveAccessibleName(notices.title);
  await userEvent.keyboard('{Enter}');
  await panel.getByRole('button', { name: notices.clear }).click();
  await expect.element(panel.getByText(notices.empty)).toBeVisible();
  await screen.expectAccessible();
});

test('[SHELL-32] the layout changes at 768, 1024, 1280, 1366 and 1920 px', async () => {
  const burger = page.getByRole('button', { name: en.app.openMenu });
  const at = async (width: number) => {
    await page.viewport(width, 900);
    await expect.poll(() => window.innerWidth).toBe(width);
  };
  await openCatalogue();
  // 768: the menu stands beside the page instead of behind a button.
  await at(767);
  await expect.element(burger).toBeVisible();
  expect(menu.query()).toBeNull();
  await screen.expectAccessible();
  await at(768);
  await expect.element(menu).toBeVisible();
  expect(burger.query()).toBeNull();
  await screen.expectAccessible();
  // 1280: more room at the sides. 1366 and 1920: larger pictures.
  const side = () => page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().x;
  await at(1279);
  const narrowSide = side();
  await at(1280);
  await expect.poll(side).toBe(narrowSide + 8);
  const least = () =>
    Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--card-least'), 10);
  for (const [width, least_px] of [
    [1365, 180],
    [1366, 190],
    [1919, 190],
    [1920, 216],
  ] as const) {
    await at(width);
    expect(least()).toBe(least_px);
    expect(widthOf('article')).toBeGreaterThanOrEqual(least_px);
  }
  await screen.expectAccessible();
});

test('[SHELL-32] the words of an item stand beside its picture from 1024 px on, with more room at each step', async () => {
  screen.catalogue.image('recto', leaf, { importState: 'PENDING' });
  await screen.open(`/ui/catalog/${shelf.uuid}/cultural-item/${leaf.uuid}`, { width: 1023 });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => widthOf('aside')).toBeGreaterThan(900);
  for (const [width, panel_px] of [
    [1024, 328],
    [1279, 328],
    [1280, 360],
    [1365, 360],
    [1366, 400],
    [1919, 400],
    [1920, 480],
  ] as const) {
    await page.viewport(width, 900);
    await expect.poll(() => [window.innerWidth, widthOf('aside')]).toEqual([width, panel_px]);
  }
});

const user = menu.bySelector('[data-user]');
test('[SHELL-14] the side menu shows the avatar', async () => {
  screen.answers.give(session.getSelf, madeUser({ avatarUrl: picture }));
  await openCatalogue();
  const avatar = user.bySelector('img');
  await expect.element(avatar).toBeVisible();
  await (avatar.element() as HTMLImageElement).decode();
  expect(avatar.element().getAttribute('src')).toBe(picture);
});

test('[SHELL-28] a default image stands in the place of an avatar that does not load', async () => {
  screen.answers.give(session.getSelf, madeUser({ avatarUrl: brokenPicture }));
  await openCatalogue();
  await expect.element(user.bySelector('svg')).toBeVisible();
  expect(user.bySelector('img').query()).toBeNull();
});

test('[TENANT-18] where the tenant-info call fails the tenant is called `default`', async () => {
  screen.answers.fail(session.tenantInfo, 'internal');
  await openCatalogue();
  await expect.element(menu.getByText('default', { exact: true })).toBeInTheDocument();
  await expect.element(banner.getByText('default', { exact: true })).toBeVisible();
});

test('[SHELL-05] the header shows the organisation’s logo, named after it, and where it does not load the name', async () => {
  screen.answers.give(session.tenantInfo, madeTenant({ logoUrl: picture }));
  await openCatalogue();
  const logo = banner.getByRole('img', { name: 'Armarium' });
  await expect.element(logo).toBeVisible();
  await (logo.element() as HTMLImageElement).decode();
  expect(logo.element().getAttribute('src')).toBe(picture);
  await screen.expectAccessible();
  screen.answers.give(session.tenantInfo, madeTenant({ logoUrl: brokenPicture }));
  screen.reopen();
  await expect.element(banner.getByText('Armarium', { exact: true })).toBeVisible();
  await expect.element(logo).not.toBeInTheDocument();
});

const changing = menu.getByRole('button', { name: en.app.changeOrganisation });
const organisations = page.getByRole('dialog', { name: en.session.organisation.title });
const radio = (name: string) => organisations.getByRole('radio', { name });

/** Lets the account belong to three organisations, of which one has no name to show. */
function belongToThree(): void {
  const tenants = [
    { id: 'default', name: 'default', displayName: 'Armarium', url: null },
    { id: 'museo', name: 'museo', displayName: 'Museo Civico', url: 'http://museo.test' },
    { id: 'archivio', name: 'archivio', displayName: '', url: 'archivio.test' },
  ];
  screen.answers.give(session.listOwnTenants, ({ query }) => ({
    _embedded: { tenants },
    ...pageBlock(tenants.length, query),
  }));
}

test('[SHELL-17, SHELL-19, TENANT-03, TENANT-04, TENANT-05, TENANT-06, A11Y-09] the dialog lists the organisations, and neither Cancel nor the current one leads anywhere', async () => {
  belongToThree();
  await openCatalogue();
  await changing.click();
  const current = radio('Armarium');
  await expect.element(current).toHaveFocus();
  await expect.element(current).toBeChecked();
  expect(
    organisations
      .bySelector('label')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Armariumyou are here', 'Museo Civico', 'archivio']);
  await screen.expectAccessible();

  await radio('Museo Civico').click();
  await organisations.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(organisations).not.toBeInTheDocument();
  await expect.element(changing).toHaveFocus();

  // By keyboard: what was chosen before was forgotten, so that the current one is confirmed.
  await userEvent.keyboard('{Enter}');
  await expect.element(current).toHaveFocus();
  await expect.element(current).toBeChecked();
  await userEvent.keyboard('{Tab}{Tab}');
  expect(focused()?.textContent).toBe('Confirm');
  await userEvent.keyboard('{Enter}');
  await expect.element(organisations).not.toBeInTheDocument();
  expect(screen.answers.asked(session.createHandoff)).toEqual([]);
});

test('[SHELL-18] whoever belongs to one organisation sees no way to change it', async () => {
  await openCatalogue();
  await expect.poll(() => screen.answers.asked(session.listOwnTenants).length).toBe(1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await drawn();
  expect(changing.query()).toBeNull();
});

test('a change that is refused is told in the dialog, and what was chosen stays', async () => {
  belongToThree();
  screen.answers.fail(session.createHandoff, 'forbidden');
  await openCatalogue();
  await changing.click();
  await radio('archivio').click();
  await organisations.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(organisations.getByRole('alert')).toBeVisible();
  expect(screen.answers.asked(session.createHandoff).map(({ body }) => body)).toEqual([
    { tenantId: 'archivio' },
  ]);
  await expect.element(radio('archivio')).toBeChecked();
  await screen.expectAccessible();
});

const signIn = page.getByRole('form', { name: en.session.signIn });

test('[LOGIN-01, LOGIN-04, SHELL-12, SHELL-13] the sign-in page has a form alone, tells a wrong password and keeps what was typed', async () => {
  const done = vi.fn<() => void>();
  screen.answers.give(session.isLogged, { logged: false });
  screen.answers.fail(session.signIn, 'wrong-credentials');
  await screen.openSignIn('/ui/login?next=%2Fui%2Fcatalog', done);
  const username = signIn.getByRole('textbox', { name: en.session.username });
  const password = signIn.bySelector('input[name=password]');
  await expect.element(username).toHaveFocus();
  expect(banner.query()).toBeNull();
  expect(page.getByRole('navigation').query()).toBeNull();
  await screen.expectAccessible();
  await username.fill('ada');
  await password.fill('not the password');
  await signIn.getByRole('button', { name: en.session.signIn }).click();
  await expect.element(signIn.getByRole('alert')).toHaveTextContent(/^Invalid username or password$/);
  await expect.element(username).toHaveValue('ada');
  await screen.expectAccessible();
  expect(done).not.toHaveBeenCalled();
});

test('[LOGIN-06] whoever is signed in and opens the sign-in page is taken on after 3.5 s', async () => {
  const done = vi.fn<() => void>();
  stopClock();
  await screen.openSignIn('/ui/login', done);
  // Vitest's own waits would move the clock.
  while (!page.getByText(en.session.alreadySignedIn).query()) await drawn();
  await drawn();
  await runFor(3499);
  expect(done).not.toHaveBeenCalled();
  await runFor(1);
  expect(done).toHaveBeenCalledOnce();
  vi.useRealTimers();
  await screen.expectAccessible();
});

test('a way over that is too old is told on the sign-in page', async () => {
  screen.answers.give(session.isLogged, { logged: false });
  await screen.openSignIn('/ui/login?handoff=refused', () => undefined);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(signIn).toBeVisible();
  await screen.expectAccessible();
});

test('[API-188] the stream is asked for what came after the page knew of a session, and no list is asked for again', async () => {
  await hasSession();
  await openCatalogue();
  expect(await screen.followed()).toBe('/events?after=1');
  const lists = screen.answers.asked(listCollectionItems).length;
  leaf.sgtt = leaf.label = 'While it began';
  screen.tell('record.changed', { uuid: leaf.uuid, resourceType: 'ITEM', etag: '"2"' });
  await expect.element(screen.cardOf('While it began')).toBeVisible();
  expect(screen.answers.asked(listCollectionItems)).toHaveLength(lists);
});

test('[IMP-12] an image that is ready shows on its card without a look at the list', async () => {
  await openCatalogue();
  await screen.followed();
  const lists = screen.answers.asked(listCollectionItems).length;
  const shown = screen.cardOf('LEAF 12').bySelector('img');
  expect(shown.query()).toBeNull();
  leaf.thumbnail = picture;
  leaf.mediaTypeInfo = { ...leaf.mediaTypeInfo, imagesCount: 1, hasImage: true };
  screen.tell('import.progress', {
    itemUuid: leaf.uuid,
    importState: 'DONE',
    imagesCount: 1,
    notReadyImagesCount: 0,
  });
  await expect.element(shown).toBeInTheDocument();
  expect(screen.answers.asked(getItem).map(({ params }) => params.uuid)).toEqual([leaf.uuid]);
  expect(screen.answers.asked(listCollectionItems)).toHaveLength(lists);
});
