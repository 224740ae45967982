import {
  downloadArchive,
  downloadImage,
  getDownloadAgreement,
  standardAgreement,
} from '@armarium/contract/downloads';
import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { tenantInfo } from '@armarium/contract/session';
import {
  createShareLink,
  getPublicView,
  listShareLinks,
  revokeShareLink,
  type ShareLink,
} from '@armarium/contract/sharing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian, type Words } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

let screen: Screen;
let item: Item;
let recto: ImageAsset;
let verso: ImageAsset;
/** The addresses of files that the browser would have saved. */
let saved: string[];

/** In place of the browser, which would leave the page for it, or save it. */
function take(event: MouseEvent): void {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null;
  if (!link) return;
  event.preventDefault();
  saved.push(decodeURIComponent(link.href));
}

beforeEach(() => {
  screen = new Screen();
  item = screen.catalogue.item('Portolano', undefined, { autn: 'Grazioso Benincasa', pressmark: 'DOWN 1' });
  recto = screen.catalogue.image('recto', item, { width_px: 1600, height_px: 1200 });
  verso = screen.catalogue.image('verso', item, { width_px: 700, height_px: 900 });
  screen.answers.give(downloadImage, null);
  saved = [];
  window.addEventListener('click', take);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(decodeURIComponent(this.href));
  });
});
afterEach(async () => {
  window.removeEventListener('click', take);
  await screen.close();
});

const address = () => `/ui/catalog/${screen.catalogue.root.uuid}/cultural-item/${item.uuid}`;
const main = page.getByRole('main');
const button = (within: Pick<Locator, 'getByRole'>, name: string) =>
  within.getByRole('button', { name, exact: true });
const isFocused = (locator: Locator) =>
  expect.poll(() => locator.query() === document.activeElement).toBe(true);
const texts = (found: Locator) => found.elements().map((element) => (element as HTMLElement).innerText);
const isNarrow = () => document.documentElement.scrollWidth <= window.innerWidth;
/** Where a file of an image is, at a region and size. */
const fileOf = ({ uuid }: ImageAsset, variant: string) =>
  `${location.origin}/image-download/db/snippet/${uuid}/${variant}/0/default.jpg?agreement=${standardAgreement}`;

async function openDialog(words: Words = en): Promise<Locator> {
  await button(main, words.downloads.open).click();
  const dialog = page.getByRole('dialog', { name: words.downloads.open, exact: true });
  await expect.element(button(dialog, 'Conferma')).toBeEnabled();
  return dialog;
}

/** Confirms, and waits until it is done. */
async function confirm(dialog: Locator): Promise<void> {
  await button(dialog, 'Conferma').click();
  await expect.element(dialog).not.toBeInTheDocument();
}

test('[DOWN-01, DOWN-02, DOWN-03] an image is downloaded after the agreement, which is asked each time, while what was chosen stays', async () => {
  const { sizes } = en.downloads;
  await screen.open(address(), { roles: ['ROLE_IMAGE_DOWNLOAD'] });
  let dialog = await openDialog();
  const agreement = dialog.bySelector('p[lang=it]');
  await expect
    .element(agreement)
    .toHaveTextContent(/verifica che l’uso previsto sia conforme agli accordi contrattuali/);
  await screen.expectAccessible();
  await dialog.getByRole('radio', { name: sizes.vertical }).click();
  await button(dialog, 'Annulla').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await isFocused(button(main, en.downloads.open));

  dialog = await openDialog();
  await expect.element(dialog.getByRole('radio', { name: sizes.vertical })).toBeChecked();
  await expect.element(agreement).toBeVisible();
  await dialog.getByRole('radio', { name: sizes.square }).click();
  await confirm(dialog);
  await expect.element(page.getByText(en.downloads.begun).first()).toBeVisible();
  const asked = screen.answers.asked(downloadImage).map(({ params, query }) => ({ ...params, ...query }));
  const { uuid: imageUuid } = recto;
  const format = 'jpg';
  expect(asked).toEqual([
    { imageUuid, region: 'full', size: '!1080,1080', format, agreement: standardAgreement },
  ]);
  expect(saved).toEqual([fileOf(recto, 'full/!1080,1080')]);
});

test('an agreement of the organisation stands in its place, and the download names the version that was read', async () => {
  const own = { text: 'Cite the pressmark.\nAsk before you print.', language: 'en' } as const;
  screen.answers.give(getDownloadAgreement, { version: '7', own });
  await screen.open(address(), { language: 'it' });
  const dialog = await openDialog(italian);
  await expect.element(dialog.bySelector('p[lang=en]')).toHaveTextContent('Cite the pressmark.');
  await confirm(dialog);
  expect(screen.answers.asked(downloadImage).map(({ query }) => query)).toEqual([{ agreement: '7' }]);
});

test('an agreement that changed while it was read is not agreed to: the new one is shown', async () => {
  const own = (text: string) => ({ text, language: 'en' }) as const;
  screen.answers.give(getDownloadAgreement, { version: '1', own: own('Cite us.') });
  screen.answers.give(downloadImage, () => {
    throw new Refused('agreement-changed');
  });
  await screen.open(address());
  const dialog = await openDialog();
  screen.answers.give(getDownloadAgreement, { version: '2', own: own('Ask us.') });
  await button(dialog, 'Conferma').click();
  await expect.element(dialog.bySelector('p[lang=en]')).toHaveTextContent('Ask us.');
  await expect.element(dialog.getByText(en.downloads.agreementChanged)).toBeVisible();
  await expect.element(dialog.getByText(en.problem['agreement-changed'].next)).toBeVisible();
  expect(saved).toEqual([]);
});

test('nothing is downloaded while the agreement could not be loaded', async () => {
  await screen.open(address());
  await screen.answers.failing(getDownloadAgreement, 'unavailable', async () => {
    await button(main, en.downloads.open).click();
    const failure = page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: en.downloads.agreementMissing });
    await expect.element(failure).toBeVisible();
    await expect
      .element(button(page.getByRole('dialog'), 'Conferma'))
      .toHaveAttribute('aria-disabled', 'true');
  });
  await button(page.getByRole('dialog'), en.ui.retry).click();
  await expect.element(button(page.getByRole('dialog'), 'Conferma')).toBeEnabled();
});

test('[DOWN-06] exactly these sizes are offered, and asked for', async () => {
  await screen.open(address());
  let dialog = await openDialog();
  const radios = dialog.getByRole('radiogroup', { name: en.downloads.size }).getByRole('radio');
  expect(radios.elements().map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    '1080x1080',
    '1920x1080 horizontal',
    '1080x1920 vertical',
    'A4 at 300 dpi, 3508x2480 horizontal',
    'A4 at 300 dpi, 2480x3508 vertical',
    'A3, 4961x3508 horizontal',
    'A3, 3508x4961 vertical',
    'Full resolution',
    'Half resolution',
  ]);
  for (const name of ['A3, 3508x4961 vertical', 'Full resolution', 'Half resolution']) {
    if (!dialog.query()) dialog = await openDialog();
    await dialog.getByRole('radio', { name, exact: true }).click();
    await confirm(dialog);
  }
  expect(saved).toEqual(
    ['full/!3508,4961', 'full/full', 'full/pct:50'].map((variant) => fileOf(recto, variant)),
  );
});

test('[DOWN-07, DOWN-08] a part is drawn, dragged and typed; full and half resolution have none', async () => {
  const { downloads: words } = en;
  await screen.open(address());
  let dialog = await openDialog();
  const crop = dialog.getByRole('checkbox', { name: words.crop });
  for (const name of [words.sizes.full, words.sizes.half]) {
    await dialog.getByRole('radio', { name }).click();
    await expect.element(crop).toBeDisabled();
  }
  await dialog.getByRole('radio', { name: words.whole }).click();
  await dialog.getByRole('radio', { name: words.sizes.square }).click();
  await expect.element(crop).toBeDisabled();
  await dialog.getByRole('radio', { name: words.single }).click();
  await crop.click();
  const field = (side: keyof typeof words.sides) =>
    dialog.getByRole('textbox', { name: words.sides[side], exact: true });
  const values = () =>
    (['x', 'y', 'width', 'height'] as const).map((side) =>
      Number((field(side).element() as HTMLInputElement).value),
    );
  await expect.element(field('x')).toBeVisible();
  expect(values()).toEqual([260, 60, 1080, 1080]);

  const stage = dialog.bySelector('[data-crop-stage]');
  const drag = async (from: [number, number], to: [number, number]) => {
    stage.element().scrollIntoView({ block: 'center' });
    const { width, height } = stage.element().getBoundingClientRect();
    const at = ([x, y]: [number, number]) => ({ x: width * x, y: height * y });
    await userEvent.dragAndDrop(stage, stage, { sourcePosition: at(from), targetPosition: at(to) });
  };
  const near = () => values().map((number) => Math.round(number / 50) * 50);
  // From outside the part it is drawn anew, from within it is dragged.
  await drag([0.05, 0.05], [0.3, 0.55]);
  await expect.poll(near).toEqual([100, 50, 400, 600]);
  await drag([0.2, 0.3], [0.7, 0.3]);
  await expect.poll(near).toEqual([900, 50, 400, 600]);
  await screen.expectAccessible();

  // What can't be is told where it stands, and asks for nothing.
  await field('x').fill('1599');
  await button(dialog, 'Conferma').click();
  await isFocused(field('x'));
  await expect.element(field('x')).toHaveAttribute('aria-invalid', 'true');
  await field('x').fill('1000');
  await field('y').fill('99');
  await field('width').fill('320');
  await field('height').fill('240');
  await field('y').click();
  await userEvent.keyboard('{ArrowUp}');
  await confirm(dialog);
  expect(saved).toEqual([fileOf(recto, '1000,100,320,240/320,240')]);
  dialog = await openDialog();
  await expect.element(field('x')).toBeVisible();
  expect(values()).toEqual([1000, 100, 320, 240]);
});

test('a failure says what to do next, and what was chosen stays; in Italian, narrow and dark', async () => {
  const { downloads: words } = italian;
  await screen.open(`${address()}?image=2`, { language: 'it', scheme: 'dark', width: 390, height: 800 });
  const dialog = await openDialog(italian);
  const square = dialog.getByRole('radio', { name: words.sizes.square });
  await square.click();
  await dialog.getByRole('checkbox', { name: words.crop }).click();
  const stage = dialog.bySelector('[data-crop-stage]');
  await expect.element(stage).toBeVisible();
  const { width, height } = stage.element().getBoundingClientRect();
  expect(width / height).toBeCloseTo(700 / 900, 1);
  await screen.expectAccessible();
  expect(isNarrow()).toBe(true);
  const alert = dialog.getByRole('alert').filter({ hasText: words.failed });
  await screen.answers.failing(downloadImage, 'offline', async () => {
    await button(dialog, 'Conferma').click();
    await expect.element(alert).toBeVisible();
  });
  await screen.expectAccessible();
  // What the status alone says.
  await screen.answers.failing(downloadImage, 'image-not-ready', async () => {
    await button(dialog, 'Conferma').click();
    await expect.element(alert.getByText(words.problems.notReady.next)).toBeVisible();
  });
  await expect.element(square).toBeChecked();
  expect(saved).toEqual([]);
  await confirm(dialog);
  expect(saved).toEqual([fileOf(verso, '0,0,700,900/700,900')]);
});

test('[DOWN-05] the open profile offers single images alone', async () => {
  screen.answers.give(tenantInfo, {
    ...{ id: 'default', name: 'default', displayName: 'Armarium', url: null, logoUrl: null },
    deploymentProfile: 'open',
    sendsMail: false,
    userRights: 'all',
    language: null,
    _links: { self: { href: 'http://armarium.test/iam/tenants/info' } },
  });
  await screen.open(address());
  const dialog = await openDialog();
  await dialog.getByRole('radio', { name: en.downloads.sizes.half }).click();
  expect(dialog.getByRole('radiogroup').length).toBe(2);
  expect(dialog.getByRole('radio', { name: en.downloads.whole }).length).toBe(0);
  await confirm(dialog);
  expect(saved).toEqual([fileOf(recto, 'full/pct:50')]);
});

/** What the menu of the export offers, with where it leads. */
const offered = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((one) => {
      const { pathname, search } = new URL((one as HTMLAnchorElement).href);
      return [one.textContent, pathname + search];
    });
const exportOf = (query: string) => `/meta/culturalItems/export?${query}`;

test('what a collection shows is offered as a table, from a menu that keyboards reach', async () => {
  const { root } = screen.catalogue;
  const menu = page.getByRole('menu');
  const opener = button(page, en.exporting.export);
  await screen.open(`/ui/catalog/${root.uuid}`);
  await expect.element(screen.cardOf('Portolano')).toBeVisible();
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).toBeVisible();
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await isFocused(opener);
  await opener.click();
  await expect.element(menu).toBeVisible();
  expect(offered().slice(0, 2)).toEqual([
    ['All items as CSV', exportOf(`collectionUuid=${root.uuid}&format=csv`)],
    ['All items as Excel (XLSX)', exportOf(`collectionUuid=${root.uuid}&format=xlsx`)],
  ]);
  await menu.getByRole('menuitem', { name: /CSV/ }).first().click();
  await expect.element(menu).not.toBeInTheDocument();
  expect(saved).toEqual([location.origin + exportOf(`collectionUuid=${root.uuid}&format=csv`)]);
});

test('what a search shows is offered as a table', async () => {
  await screen.open('/ui/catalog/results?searchTerm=Portolano');
  await expect.element(screen.cardOf('Portolano')).toBeVisible();
  await button(page, en.exporting.export).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  expect(offered()[0]).toEqual(['All items as CSV', exportOf('text=Portolano&format=csv')]);
});

test('the export is in Italian on a phone as well', async () => {
  const { root } = screen.catalogue;
  await screen.open(`/ui/catalog/${root.uuid}`, { language: 'it', width: 390, height: 844 });
  await button(page, italian.exporting.export).click();
  await expect.element(page.getByRole('menuitem', { name: /CSV/ }).first()).toBeVisible();
  expect(isNarrow()).toBe(true);
  await screen.expectAccessible();
});

test('[ITEM-14, I18N-06] the preview without an item says what to do, and leads to the collection', async () => {
  const { root } = screen.catalogue;
  await screen.open(`/ui/catalog/${root.uuid}/cultural-item`);
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Seleziona un Oggetto Culturale', exact: true }))
    .toBeVisible();
  await screen.expectAccessible();
  await page.getByRole('link', { name: en.viewing.noItemToCollection }).click();
  await expect.element(screen.cardOf('Portolano')).toBeVisible();
  expect(location.pathname).toBe(`/ui/catalog/${root.uuid}`);
});

test('[ITEM-15] an item without media says so in a notification, once and on its page', async () => {
  const { root } = screen.catalogue;
  const bare = screen.catalogue.item('Bare');
  await screen.open(`/ui/catalog/${root.uuid}/cultural-item/${bare.uuid}`);
  await expect
    .element(main.bySelector('.mantine-Notification-root').getByText(en.item.itemWithoutMedia))
    .toBeVisible();
  await expect.element(button(main, en.item.addMedia)).toBeVisible();
  expect(page.getByText(en.item.itemWithoutMedia).length).toBe(1);
});

/** Answers what the dialogs of sharing ask for. */
function answerSharing(): void {
  const links: ShareLink[] = [];
  screen.answers.give(getPublicView, {
    visibility: 'public',
    publicMaxPx: null,
    hasWatermark: false,
    images: { total: 0, ready: 0, first: [] },
    ...{ audiosCount: 0, videosCount: 0, model3DsCount: 0, documentsCount: 0 },
    parents: [],
  });
  screen.answers.give(listShareLinks, ({ query }) => ({
    _embedded: { shareLinks: links },
    ...pageBlock(links.length, query),
  }));
  screen.answers.give(createShareLink, ({ body: { expiresAt, note = '' } }) => {
    const link: ShareLink = {
      uuid: newUuid(),
      note,
      createdDate: new Date().toISOString(),
      createdBy: 'ada',
      expiresAt,
      revokedDate: null,
      revokedBy: null,
      state: 'open',
    };
    links.push(link);
    return { ...link, token: TOKEN };
  });
  screen.answers.give(revokeShareLink, ({ params }) => {
    const link = links.find(({ uuid }) => uuid === params.uuid);
    Object.assign(link ?? {}, { state: 'revoked', revokedDate: new Date().toISOString(), revokedBy: 'ada' });
    return undefined;
  });
}
const TOKEN = '0123456789abcdef0123456789abcdef';

test('[DOWN-19] who may neither download nor publish is offered nothing of it; in Italian, narrow and dark', async () => {
  const { sharing } = italian;
  answerSharing();
  Object.assign(item, { visibility: 'public', allowedActions: [] });
  const shown = {
    language: 'it',
    scheme: 'dark',
    width: 390,
    height: 844,
    roles: ['ROLE_RESEARCHER'],
  } as const;
  await screen.open(address(), shown);
  await button(main, italian.item.share).click();
  const dialog = page.getByRole('dialog', { name: sharing.title, exact: true });
  await expect.element(dialog.getByText(sharing.visibility.public)).toBeVisible();
  expect(texts(dialog.getByRole('tab'))).toEqual(['Incorpora', 'Condividi']);
  expect(button(dialog, sharing.change).length).toBe(0);
  expect(dialog.getByText(sharing.links.title).length).toBe(0);
  await screen.expectAccessible();
  expect(isNarrow()).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await isFocused(button(main, italian.item.share));
  expect(button(main, italian.downloads.open).length).toBe(0);
});

test('a collection is given to others by a link, which is made, copied, embedded and withdrawn; in Italian', async () => {
  const { sharing } = italian;
  const { root } = screen.catalogue;
  const list = `http://armarium.test/iiif/presentation/3/collection/${root.uuid}`;
  const viewer = `http://armarium.test/images/viewers/iiif/?manifest=${encodeURIComponent(list)}`;
  root._links = { ...root._links, 'iiif-collection': { href: list }, viewer_iiif: { href: viewer } };
  answerSharing();
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
  await screen.open(`/ui/catalog/${root.uuid}`, { language: 'it' });
  await button(main, italian.browse.share).click();
  const dialog = page.getByRole('dialog', { name: sharing.collection.title, exact: true });
  const copy = (what: string) => button(dialog, filled(sharing.copyOf, { what })).click();
  await expect.element(dialog.getByText(sharing.collection.would).last()).toBeVisible();
  await screen.expectAccessible();
  await copy(sharing.collection.document);
  await expect.element(page.getByText(sharing.copiedSuccessfully).first()).toBeVisible();

  await button(dialog, sharing.links.create).click();
  await copy(sharing.collection.madeDocument);
  await dialog.getByRole('tab', { name: sharing.tabs.embed }).click();
  await expect.element(dialog.getByText(sharing.collection.embedByLink)).toBeVisible();
  await copy(sharing.snippet);
  const [plain, made, snippet] = copied;
  expect([plain, made]).toEqual([list, `${list}~${TOKEN}`]);
  expect(snippet).toContain(encodeURIComponent(`${list}~${TOKEN}`).replace('~', '%7E'));
  expect(screen.answers.asked(createShareLink).map(({ body }) => body.recordUuid)).toEqual([root.uuid]);

  await dialog.getByRole('tab', { name: sharing.tabs.share }).click();
  await dialog.getByRole('list', { name: sharing.links.list }).getByRole('button').first().click();
  await button(page.getByRole('dialog', { name: sharing.links.revokeTitle }), sharing.links.revoke).click();
  await expect.element(dialog.getByText(sharing.links.made)).not.toBeInTheDocument();
  expect(screen.answers.asked(revokeShareLink)).toHaveLength(1);
});

test('PNG is offered beside JPEG, and a part that is taken for print asks for 300 dpi', async () => {
  const { downloads: words } = en;
  await screen.open(address());
  let dialog = await openDialog();
  const formats = dialog.getByRole('radiogroup', { name: words.format, exact: true });
  await expect.element(formats.getByRole('radio', { name: 'JPEG' })).toBeChecked();
  await formats.getByRole('radio', { name: 'PNG' }).click();
  await dialog.getByRole('radio', { name: words.sizes.a4Vertical }).click();
  await dialog.getByRole('checkbox', { name: words.crop }).click();
  await screen.expectAccessible();
  await confirm(dialog);
  const query = `agreement=${standardAgreement}`;
  const png = (variant: string) => fileOf(recto, variant).replace(/jpg\?.*$/, `png?${query}`);
  expect(saved).toEqual([`${png('0,0,1600,1200/1600,1200')}&dpi=300`]);

  dialog = await openDialog();
  await dialog.getByRole('radio', { name: words.whole }).click();
  screen.answers.give(downloadArchive, null);
  await confirm(dialog);
  expect(saved[1]).toBe(
    `${location.origin}/image-download/db/culturalItem/${item.uuid}/full/!2480,3508/0/default.zip?${query}&format=png`,
  );
});

test('an archive that lacks images names them, and a part that an image has not is named with it', async () => {
  const { downloads: words } = en;
  // Lower than the dialog is.
  await screen.open(address(), { height: 600 });
  const dialog = await openDialog();
  await dialog.getByRole('radio', { name: words.whole }).click();
  screen.answers.give(downloadArchive, null, { headers: { 'X-Left-Out': '3 c.%201r c.%201v' } });
  await button(dialog, 'Conferma').click();
  const lacking = dialog.getByRole('alert').filter({ hasText: filled(words.leftOut_other, { count: 3 }) });
  await expect.element(lacking.getByText('c. 1r, c. 1v, and 1 more')).toBeVisible();
  await expect.element(lacking.getByText(words.leftOutWhy)).toBeVisible();
  await expect.element(lacking.getByText(words.begunText)).toBeVisible();
  expect(saved).toHaveLength(1);
  await screen.expectAccessible();
  // It is in sight, and all that is to be done is to close.
  await isFocused(lacking);
  const { top, bottom } = lacking.element().getBoundingClientRect();
  const close = dialog.bySelector('form').getByRole('button', { name: en.ui.close, exact: true });
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(close.element().getBoundingClientRect().top);
  await expect.element(page.getByText(words.begun)).not.toBeInTheDocument();
  await expect.element(button(dialog, 'Conferma')).not.toBeInTheDocument();
  await expect.element(button(dialog, 'Annulla')).not.toBeInTheDocument();
  await close.click();
  await expect.element(dialog).not.toBeInTheDocument();

  await openDialog();
  await button(dialog, 'Conferma').click();
  await expect.element(lacking).toBeVisible();
  // It says nothing of another choice.
  await dialog.getByRole('radio', { name: words.single }).click();
  await expect.element(lacking).not.toBeInTheDocument();
  await expect.element(button(dialog, 'Annulla')).toBeVisible();
  await dialog.getByRole('checkbox', { name: words.crop }).click();
  await screen.answers.failing(downloadImage, 'invalid-image-request', async () => {
    await button(dialog, 'Conferma').click();
    const part = { name: 'recto', x: 260, y: 60, width: 1080, height: 1080 };
    await expect.element(dialog.getByText(filled(words.problems.noPart.title, part))).toBeVisible();
  });
});

test('an archive that is being made says how many of its images are done', async () => {
  const { downloads: words } = en;
  await screen.open(address());
  const dialog = await openDialog();
  await dialog.getByRole('radio', { name: words.whole }).click();
  screen.answers.give(downloadArchive, undefined, { status: 202, headers: { 'X-Progress': '7/20' } });
  await button(dialog, 'Conferma').click();
  const state = dialog.getByRole('status');
  await expect.element(state).toHaveTextContent(filled(words.done, { done: 7, total: 20 }));
  await screen.expectAccessible();
});
