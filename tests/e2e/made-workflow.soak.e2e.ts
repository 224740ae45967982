import { getItem } from '@armarium/contract/item-calls';
import { performTransition } from '@armarium/contract/transition-logs';
import { findTransitionsByResourceType } from '@armarium/contract/transitions';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en } from './words.ts';

const { workflowSettings: words } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let root: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  root = await rootUuid(client);
});
afterAll(() => client.close());

/** How somebody reaches what the screens show. */
interface Hands {
  press(what: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  choose(select: Locator, option: string): Promise<void>;
  /** Opens the tab after the one that is open. */
  openNextTab(tabs: Locator): Promise<void>;
}

const mouse: Hands = {
  press: (what) => what.click(),
  type: (field, text) => field.fill(text),
  choose: async (select, option) => void (await select.selectOption({ label: option })),
  openNextTab: (tabs) => tabs.locator('[aria-selected=true] + [role=tab]').click(),
};

/** Reaches everything by Tab, and acts by keys alone. */
function keyboard(page: Page): Hands {
  const reach = async (what: Locator) => {
    await what.waitFor();
    const hasFocus = () => what.evaluate((element) => element === document.activeElement);
    for (let tabs = 0; tabs < 120; tabs++) {
      if (await hasFocus()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`120 presses of Tab don't reach ${String(what)}.`);
  };
  return {
    press: async (what) => {
      await reach(what);
      await page.keyboard.press('Enter');
    },
    type: async (field, text) => {
      await reach(field);
      await page.keyboard.type(text);
    },
    openNextTab: async (tabs) => {
      await reach(tabs.getByRole('tab', { selected: true }));
      await page.keyboard.press('ArrowRight');
    },
    choose: async (select, option) => {
      await reach(select);
      await page.keyboard.type(option);
      expect(await select.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.label)).toBe(option);
    },
  };
}

/** Names for the states of an item that is asked for, lent, and returned. */
type States = readonly [asked: string, lent: string, returned: string];

/** Makes three states, four transitions, a guard and two changes, then lends an item by them. */
async function makeWorkflow(page: Page, hands: Hands, states: States, item: string): Promise<void> {
  const [asked, lent, returned] = states;
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const select = (name: string) => dialog.getByRole('combobox', { name, exact: true });
  const closed = () => dialog.waitFor({ state: 'detached' });

  await page.goto('/ui/configuration?tab=workflows');
  for (const state of states) {
    await hands.press(main.getByRole('button', { name: words.addState, exact: true }));
    await hands.type(field(words.part.name), state);
    await hands.press(button(words.confirm));
    await closed();
  }
  await hands.openNextTab(main.getByRole('tablist', { name: words.parts, exact: true }));
  const transitions = [
    ['Ask for', 'Default', asked],
    ['Lend', asked, lent],
    ['Return', lent, returned],
    ['Shelve', returned, 'Default'],
  ] as const;
  for (const [event, from, to] of transitions) {
    await hands.press(main.getByRole('button', { name: words.addTransition, exact: true }));
    await hands.type(field(words.part.event), event);
    await hands.choose(select(words.part.from), from);
    await hands.choose(select(words.part.to), to);
    await hands.press(button(words.confirm));
    await closed();
  }

  const list = main.getByRole('list', { name: words.transitions, exact: true });
  const row = list.getByRole('listitem').filter({ hasText: `${asked}>${lent}` });
  await hands.press(row.getByRole('button', { expanded: false }));
  const panel = list.getByRole('region', { name: words.actions, exact: true });
  const addAction = async (template: string, fill?: () => Promise<void>) => {
    await hands.press(panel.getByRole('button', { name: words.addAction, exact: true }));
    await hands.choose(select(words.actionTemplate), template);
    await fill?.();
    await hands.press(button(words.confirm));
    await closed();
  };
  await addAction(words.task.REQUIRE_COMMENT);
  await addAction(words.task.SET_METADATA, async () => {
    await hands.choose(select(words.parameter.field), 'Author');
    await hands.type(field(words.parameter.value), 'Lent: ');
    await hands.press(button(words.placeholder.comment));
  });
  await addAction(words.task.SET_VISIBILITY, () =>
    hands.choose(select(words.parameter.visibility), words.option.private),
  );
  expect(await panel.getByRole('listitem').count()).toBe(3);

  const { body } = await client.call(findTransitionsByResourceType, { query: { resourceType: 'ITEM' } });
  for (const [event, from, to] of transitions.slice(0, 2)) {
    const transition = body._embedded.transitionTemplates.find(
      ({ name, itemFromState, itemToState }) =>
        name === event && itemFromState === from && itemToState === to,
    );
    const performed = await client.call(performTransition, {
      body: {
        assetUuid: item,
        resourceType: 'ITEM',
        transitionUuid: transition?.uuid ?? '',
        comment: 'exhibition',
      },
    });
    expectStatus(performed, 201);
  }
  expect((await client.call(getItem, { params: { uuid: item } })).body).toMatchObject({
    state: lent,
    visibility: 'private',
    autn: 'Lent: exhibition',
  });
}

/** A new item, and somebody who makes the workflow that lends it. */
async function lending(states: States, handsOf: (page: Page) => Hands): Promise<void> {
  let item = '';
  await makeCatalogue(armarium, async (make) => {
    item = await make.item({ sgtt: 'Herbal', pressmark: states[0] }, [root]);
  });
  const admin = await Person.signedIn(browser, armarium);
  await makeWorkflow(admin.page, handsOf(admin.page), states, item);
  await admin.leave();
}

test('[WFCONF-18, WFCONF-19] a workflow of three states and four transitions with a guard and two changes is made by mouse, and runs', async () => {
  await lending(['Asked', 'Lent', 'Returned'], () => mouse);
});

test('the same is made by keyboard alone', async () => {
  await lending(['Ordered', 'On loan', 'Brought back'], keyboard);
});
