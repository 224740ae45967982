import { getContactSheet, type ContactSheet } from '@armarium/contract/contact-sheet';
import {
  changeItemPresentation,
  getItemPresentation,
  type ItemPresentation,
} from '@armarium/contract/item-presentation';
import { arrangeImages } from '@armarium/contract/image-calls';
import type { Item } from '@armarium/contract/items';
import { contentsRanges } from '@armarium/contract/contents-ranges';
import type { ContentsEntry } from '@armarium/contract/table-of-contents';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { newUuid } from './made-catalogue.ts';
import { Refused } from './answers.ts';
import { Screen } from './screen.tsx';

const { sheet: sheetWords, contents: words } = en;
const link = (path: string) => ({ href: `http://armarium.test${path}` });

let screen: Screen;
let herbal: Item;
let images: string[];
/** What stands at the server, and the version of the item that its tag tells. */
let stored: Pick<ItemPresentation, 'viewingDirection' | 'behavior'> & { contents: ContentsEntry[] };
let version: number;
let mayArrange: boolean;

const entry = (label: string, depth: number, first: number, last?: number): ContentsEntry => ({
  uuid: newUuid(),
  label,
  depth,
  first: images[first] ?? newUuid(),
  last: last === undefined ? null : (images[last] ?? null),
});

function presentation(): ItemPresentation {
  const ranges = contentsRanges(stored.contents, images);
  const self = `/meta/culturalItems/${herbal.uuid}`;
  return {
    ...stored,
    uuid: herbal.uuid,
    contents: stored.contents.map((one, index) => {
      const range = ranges[index];
      return {
        ...one,
        firstPosition: range ? range.first + 1 : null,
        lastPosition: range ? range.last + 1 : null,
      };
    }),
    allowedActions: mayArrange ? ['arrange'] : [],
    _links: { self: link(`${self}/presentation`), culturalItem: link(self) },
  };
}

/** The tag is that of the moment in which the answer is made. */
const tagged = {
  get ETag() {
    return `"${version}"`;
  },
};

beforeEach(() => {
  screen = new Screen();
  const made = screen.catalogue;
  herbal = made.item('Herbal', [made.root]);
  const names = ['1r', '1v', '2r', '2v', '3r', '3v', '4r', '4v'];
  images = names.map((name) => made.image(name, herbal).uuid);
  version = 7;
  mayArrange = true;
  stored = { viewingDirection: null, behavior: null, contents: [] };
  screen.answers.give(
    getContactSheet,
    (): ContactSheet => ({
      uuid: herbal.uuid,
      sgtt: 'Herbal',
      pressmark: herbal.pressmark,
      allowedActions: mayArrange ? ['arrange'] : [],
      images: names.map((sgtt, index) => ({
        uuid: images[index] ?? '',
        sgtt,
        originalFilename: `${sgtt}.tif`,
        sha256: sgtt,
        page: 0,
        width_px: 200,
        height_px: 300,
        importState: 'DONE' as const,
        isChanging: false,
        lastChangeFailed: false,
        allowedActions: [],
        _links: { self: link(`/meta/images/${images[index]}`), thumb: { href: '/favicon.svg' } },
      })),
      _links: { self: link('/'), culturalItem: link('/'), images: link('/') },
    }),
    { headers: tagged },
  );
  screen.answers.give(getItemPresentation, presentation, { headers: tagged });
  screen.answers.give(
    changeItemPresentation,
    ({ body, headers }) => {
      if (headers.get('If-Match') !== `"${version}"`) throw new Refused('stale');
      version += 1;
      stored = { ...stored, ...body };
      return presentation();
    },
    { headers: tagged },
  );
});
afterEach(() => screen.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const images_ = page.getByRole('listbox', { name: sheetWords.sheet });
const image = (name: string) => images_.getByRole('option', { name: new RegExp(`: ${name}$`) });
const tree = page.getByRole('tree', { name: words.tree });
const row = (label: string) => tree.getByRole('treeitem', { name: new RegExp(`^${label} `) });
const said = (text: string) => page.getByRole('status').filter({ hasText: text });
const sent = () => screen.answers.asked(changeItemPresentation);
const lines = () => stored.contents.map(({ label, depth }) => `${' '.repeat(depth)}${label}`);
const open = (shown: Parameters<Screen['open']>[1] = {}) =>
  screen.open(`/ui/catalog/${screen.catalogue.root.uuid}/cultural-item/${herbal.uuid}/contact-sheet`, shown);
const newField = (first: string, last?: string) =>
  page.getByRole('textbox', {
    name: filled(words.newLabel, {
      range: last === undefined ? first : filled(words.range, { first, last }),
    }),
    exact: true,
  });

test('chosen images become an entry by a key and its label; what it covers is said, and its images are marked', async () => {
  await open();
  await image('1r').click();
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}e');
  await expect.element(newField('1r', '2r')).toHaveFocus();
  await screen.expectAccessible();
  await userEvent.keyboard('Prologue{Enter}');
  await expect.element(row('Prologue')).toHaveTextContent(`1r – 2r 3 images`);
  await expect.poll(lines).toEqual(['Prologue']);
  expect(sent()[0]?.body).toEqual({
    contents: [
      { uuid: stored.contents[0]?.uuid, label: 'Prologue', depth: 0, first: images[0], last: images[2] },
    ],
  });
  expect(sent()[0]?.headers.get('If-Match')).toBe('"7"');
  // The keys go on in the grid. One image: the entry ends where the next one begins.
  await expect.element(images_).toHaveFocus();
  await expect.poll(() => document.querySelectorAll('[data-marked]').length).toBe(3);
  // The images of an entry are chosen no more, or the next one would begin with them.
  await userEvent.keyboard('{ArrowRight}e');
  await expect.element(newField('2v')).toHaveFocus();
  await userEvent.keyboard('Roots{Enter}');
  await expect.poll(lines).toEqual(['Prologue', 'Roots']);
  expect(stored.contents[1]).toMatchObject({ first: images[3], last: null });
  await expect.element(row('Roots')).toHaveTextContent('2v – 4v 5 images');
  await expect.element(row('Roots')).toHaveAttribute('aria-current', 'true');
  await expect.element(said(filled(words.said.added, { label: 'Roots' }))).toBeVisible();
  await screen.expectAccessible();
  // A new order is sent with the tag that the contents have left.
  screen.answers.give(arrangeImages, () => undefined);
  await image('2v').click();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect
    .poll(() => screen.answers.asked(arrangeImages).map(({ headers }) => headers.get('If-Match')))
    .toEqual(['"9"']);
  await expect.element(button(sheetWords.undoOf.order)).toBeVisible();
});

test('what was typed stays where saving fails, and is not lost to what somebody else has changed', async () => {
  stored.contents = [entry('Prologue', 0, 0)];
  await open();
  await image('2r').click();
  await button(sheetWords.contents).click();
  await button(words.new).click();
  await newField('2r').fill('Roots');
  await screen.answers.failing(changeItemPresentation, 'offline', async () => {
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent(en.problem.offline.title);
  });
  await expect.element(newField('2r')).toHaveValue('Roots');
  await expect.element(row('Roots')).not.toBeInTheDocument();
  version = 20;
  stored.contents = [entry('Preface', 0, 0)];
  await newField('2r').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.conflict.title);
  await expect.element(newField('2r')).toHaveValue('Roots');
  await expect.element(row('Preface')).toBeVisible();
  // An order that came meanwhile changes the tag alone: the entry is sent once more.
  version = 30;
  await newField('2r').click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(lines).toEqual(['Preface', 'Roots']);
  await expect.element(newField('2r')).not.toBeInTheDocument();
  await expect.element(button(words.new)).toHaveFocus();
});

/** Opens the contact sheet beside a table of contents with an entry inside another one. */
async function openTree(): Promise<void> {
  stored.contents = [
    entry('Prologue', 0, 0),
    entry('Herbs', 0, 2),
    entry('Roots', 1, 4),
    entry('Index', 0, 6),
  ];
  await open();
  await button(sheetWords.contents).click();
}

test('the tree is edited by the keyboard; a removal is undone', async () => {
  await openTree();
  await row('Prologue').click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Herbs')).toHaveFocus();
  await expect.element(row('Herbs')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(lines).toEqual(['Prologue', ' Herbs', '  Roots', 'Index']);
  await expect.element(row('Herbs')).toHaveAttribute('aria-level', '2');
  await expect.element(row('Herbs')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowLeft}{ArrowDown}{/Alt}');
  await expect.element(row('Herbs')).toHaveFocus();
  await expect.poll(lines).toEqual(['Prologue', 'Index', 'Herbs', ' Roots']);
  await userEvent.keyboard('{Delete}');
  await expect.poll(lines).toEqual(['Prologue', 'Index', 'Roots']);
  await expect.element(said(filled(words.said.removedWith_one, { label: 'Herbs', number: 1 }))).toBeVisible();
  await expect.element(row('Roots')).toHaveFocus();
  await button(words.undoOf.contents).click();
  await expect.poll(lines).toEqual(['Prologue', 'Index', 'Herbs', ' Roots']);
  // Closed by an arrow; F2 renames, and the focus comes back.
  await row('Herbs').click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(row('Roots')).not.toBeInTheDocument();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: words.renameLabel })).toHaveFocus();
  await userEvent.keyboard('Simples{Enter}');
  await expect.poll(lines).toEqual(['Prologue', 'Index', 'Simples', ' Roots']);
  await expect.element(row('Simples')).toHaveFocus();
  await expect.element(button(words.in)).toHaveAttribute('aria-disabled', 'false');
  await expect.element(button(words.down)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button(words.down)).toHaveAttribute('title', `${words.down}: ${words.not.isLast}`);
});

test('an entry is dragged: sideways decides how deep it goes', async () => {
  await openTree();
  await expect.element(row('Index')).toBeVisible();
  const at = (label: string) => row(label).element().getBoundingClientRect();
  const from = at('Herbs');
  const to = at('Prologue');
  const send = (type: string, x: number, y: number) =>
    row('Herbs')
      .element()
      .dispatchEvent(
        new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0 }),
      );
  send('mousedown', from.x + 60, from.y + 10);
  send('mousemove', from.x + 60, from.y + 30);
  await expect.poll(() => document.querySelectorAll('[data-dragged]').length).toBe(1);
  // The page begins to follow the pointer a little after that.
  await expect
    .poll(() => {
      send('mousemove', from.x + 80, to.bottom - 3);
      return document.querySelectorAll('[data-drop]').length;
    })
    .toBe(1);
  send('mouseup', from.x + 80, to.bottom - 3);
  await expect.poll(lines).toEqual(['Prologue', ' Herbs', '  Roots', 'Index']);
});

test('a label may be typed before the contents are there, and outlives leaving the page', async () => {
  const arrive = screen.answers.hold(getItemPresentation);
  await open();
  await image('1r').click();
  await userEvent.keyboard('e');
  await expect.element(newField('1r')).toHaveFocus();
  await userEvent.keyboard('Prologue{Enter}');
  expect(sent()).toEqual([]);
  arrive();
  await expect.poll(lines).toEqual(['Prologue']);
  await image('2r').click();
  await userEvent.keyboard('e');
  await expect.element(newField('2r')).toHaveFocus();
  await userEvent.keyboard('Ro');
  screen.reopen();
  await expect.element(newField('2r')).toHaveValue('Ro');
  await newField('2r').click();
  await userEvent.keyboard('{End}ots{Enter}');
  await expect.poll(lines).toEqual(['Prologue', 'Roots']);
  await expect.element(newField('2r')).not.toBeInTheDocument();
});

test('what was saved stays saved and can be undone where the next change fails; each press of undo takes one back', async () => {
  stored.contents = [entry('Prologue', 0, 0), entry('Herbs', 0, 2)];
  const answer = screen.answers.hold(changeItemPresentation);
  screen.answers.give(
    changeItemPresentation,
    ({ body }) => {
      if (body.contents?.length === 0) throw new Refused('unavailable');
      version += 1;
      stored = { ...stored, ...body };
      return presentation();
    },
    { headers: tagged },
  );
  await open();
  await button(sheetWords.contents).click();
  await row('Herbs').click();
  await userEvent.keyboard('{Delete}');
  await expect.element(row('Prologue')).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  // The last row takes the focus of the tree with it.
  await expect.element(button(words.new)).toHaveFocus();
  answer();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.failed.contents);
  await expect.element(row('Prologue')).toBeVisible();
  await expect.poll(lines).toEqual(['Prologue']);
  await button(words.undoOf.contents).click();
  await expect.poll(lines).toEqual(['Prologue', 'Herbs']);
  // A key that can do nothing says why.
  await row('Prologue').click();
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(said(words.not.atTop)).toBeVisible();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(lines).toEqual(['Herbs', 'Prologue']);
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(lines).toEqual(['Herbs', ' Prologue']);
  await button(words.undoOf.contents).dblClick();
  await expect.poll(lines).toEqual(['Prologue', 'Herbs']);
});

test('an entry whose first image is gone gets another one; a reader sees the tree without tools', async () => {
  stored.contents = [entry('Prologue', 0, 0), entry('Lost', 0, 99)];
  await open();
  await button(sheetWords.contents).click();
  await expect.element(row('Lost')).toHaveTextContent(words.gone);
  await row('Lost').click();
  await image('3r').click();
  await button(words.begins).click();
  await expect.poll(() => stored.contents[1]?.first).toBe(images[4]);
  await expect.element(row('Lost')).toHaveTextContent('3r – 4v 4 images');
  // How it is read.
  await page.getByText(`${words.reading.title} ${words.reading.notSet}`, { exact: true }).click();
  await page.getByRole('combobox', { name: words.reading.direction }).selectOptions('right-to-left');
  await expect.poll(() => stored.viewingDirection).toBe('right-to-left');
  await expect.element(said(words.said.reading)).toBeVisible();
  await button(words.undoOf.reading).click();
  await expect.poll(() => stored.viewingDirection).toBe(null);
  stored.behavior = 'paged';
  mayArrange = false;
  screen.reopen();
  await button(sheetWords.contents).click();
  await expect.element(row('Lost')).toBeVisible();
  await expect.element(page.getByRole('toolbar', { name: words.tools })).not.toBeInTheDocument();
  await expect.element(page.getByText(en.changedFields.presentation.paged).first()).toBeVisible();
  await row('Lost').click();
  await userEvent.keyboard('{Delete}{F2}');
  await expect.element(row('Lost')).toHaveFocus();
  expect(lines()).toEqual(['Prologue', 'Lost']);
  await screen.expectAccessible();
});

test('on a phone the contents stand above the images', async () => {
  stored.contents = [entry('Prologue', 0, 0)];
  await open({ width: 390, height: 800, language: 'it' });
  await button('Indice').click();
  await expect.element(page.getByRole('treeitem').first()).toBeVisible();
  const boxOf = (what: string) => document.querySelector(what)?.getBoundingClientRect();
  const [panel, grid] = [boxOf('section:has([role=tree])'), boxOf('[role=listbox]')];
  expect(panel?.bottom).toBeLessThanOrEqual(grid?.top ?? 0);
  expect(grid?.height).toBeGreaterThan(150);
  await screen.expectAccessible();
});
