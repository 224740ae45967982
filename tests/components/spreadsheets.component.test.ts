import { listSpreadsheetMappings, type SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import {
  checkSpreadsheet,
  getSpreadsheet,
  importSpreadsheet,
  listSpreadsheetRows,
  updateSpreadsheet,
  type Spreadsheet,
} from '@armarium/contract/spreadsheets';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

let screen: Screen;
beforeEach(() => {
  screen = new Screen();
});
afterEach(() => screen.close());

const { check, columns } = en.importing;
const start = page.getByRole('button', { name: columns.check });
const targetOf = (heading: string) =>
  page.getByRole('combobox', { name: filled(columns.targetOf, { heading }), exact: true });
const importOf = (count: number) =>
  page.getByRole('button', {
    name: filled(count === 1 ? check.import_one : check.import_other, { formatted: count }),
  });

/** A spreadsheet whose columns `Column 1`, `Column 2` … contain what `targets` says. */
function shown(targets: readonly (string | null)[], given: Partial<Spreadsheet> = {}): Promise<void> {
  const uuid = newUuid();
  const link = { href: `http://armarium.test/meta/spreadsheets/${uuid}` };
  let mapping: SpreadsheetMapping = {
    columns: targets.map((target, index) => ({ heading: `Column ${index + 1}`, target, clears: false })),
    dayFirst: true,
    decimalComma: false,
  };
  const sheet = (): Spreadsheet => ({
    uuid,
    filename: 'list.csv',
    format: 'csv',
    size_bytes: 1000,
    user: 'Ada Rossi',
    uploadedDate: '2026-03-02T09:00:00.000Z',
    reading: { encoding: 'utf-8', delimiter: ',' },
    sheets: [],
    samples: [targets.map((_, index) => `Value ${index + 1}`)],
    mapping,
    state: 'UPLOADED',
    cause: null,
    isRead: true,
    rows: 20,
    counts: { created: 0, changed: 0, unchanged: 0, conflict: 0, refused: 0 },
    conflicts: {},
    changes: [],
    batchUuid: null,
    _links: { self: link, rows: link },
    ...given,
  });
  screen.answers.give(getSpreadsheet, sheet);
  screen.answers.give(updateSpreadsheet, ({ body }) => {
    mapping = body.mapping ?? mapping;
    return sheet();
  });
  screen.answers.give(listSpreadsheetMappings, { mappings: [] });
  screen.answers.give(listSpreadsheetRows, ({ query }) => ({
    _embedded: {
      rows: Array.from({ length: 20 }, (_, index) => ({
        row: index + 2,
        result: query.result ?? 'created',
        recordUuid: null,
        pressmark: `P ${index}`,
        title: `Record ${index}`,
        problems: [],
        changes: [],
      })),
    },
    ...pageBlock(20, query),
  }));
  return screen.open(`/ui/catalog/spreadsheets/${uuid}`, { width: 1440, height: 900 });
}

/** Presses what can't be pressed, which a test would wait for otherwise. */
const press = (button: Locator) => button.click({ force: true });

/** The button is in the focus order, and its reason stands in words. */
async function isHeldBack(button: Locator, reason: string): Promise<void> {
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription(reason);
  await expect.element(page.getByText(reason)).toBeInViewport({ ratio: 0.98 });
  expect(button.element()).not.toHaveProperty('disabled', true);
  // It looks so, too: not as a button that can be pressed.
  const { cursor } = getComputedStyle(button.element());
  expect(cursor).toBe('not-allowed');
}

test('the main action stays in sight with sixty columns, and covers nothing that has the focus', async () => {
  await shown(['field:pressmark', ...Array.from({ length: 59 }, () => null)]);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    window.scrollTo(0, 0);
    await expect.element(start).toBeInViewport({ ratio: 0.98 });
    await expect.element(targetOf('Column 60')).not.toBeInViewport();
    // The last of the columns that can be seen leads to the next by the keyboard.
    targetOf('Column 1').element().focus();
    for (let column = 2; column <= 20; column += 1) {
      do await userEvent.keyboard('{Tab}');
      while (document.activeElement?.tagName !== 'SELECT');
      const focused = document.activeElement.getBoundingClientRect();
      expect(focused.bottom).toBeLessThan(start.element().getBoundingClientRect().top);
    }
  }
  await screen.expectAccessible();
});

test('without a column for the record the dry run says what to choose, leads there and sends nothing', async () => {
  await shown(['field:sgtt', ...Array.from({ length: 40 }, () => 'field:autn'), null]);
  await isHeldBack(start, `${columns.refused['no-key']} ${columns.refused.noKeyNext}`);
  await screen.expectAccessible();
  await press(start);
  await expect.element(targetOf('Column 42')).toHaveFocus();
  await expect.element(targetOf('Column 42')).toBeInViewport({ ratio: 0.98 });
  // Chosen twice, it is no better.
  await targetOf('Column 42').selectOptions('field:pressmark');
  await expect.element(start).toHaveAttribute('aria-disabled', 'false');
  await targetOf('Column 3').selectOptions('field:pressmark');
  await isHeldBack(start, columns.repeated);
  await press(start);
  await expect.element(targetOf('Column 3')).toHaveFocus();
  await expect.element(targetOf('Column 3')).toHaveAccessibleDescription(columns.refused.twice);
  expect(screen.answers.asked(checkSpreadsheet)).toEqual([]);
  // What only the server knows, it says: the focus is at the first column that it refuses.
  await targetOf('Column 3').selectOptions('field:autn');
  const name = 'mapping.columns[20].target';
  screen.answers.refuseOnce(checkSpreadsheet, [{ name, code: 'unknown-field', message: 'Refused' }]);
  await start.click();
  await expect.element(targetOf('Column 21')).toHaveFocus();
  await expect.element(targetOf('Column 21')).toBeInViewport({ ratio: 0.98 });
  await expect.element(page.getByRole('alert').getByText(columns.refused.some)).toBeInTheDocument();
});

test('conflicts and refused rows hold the import back until it is chosen what becomes of them', async () => {
  await shown(['field:pressmark'], {
    state: 'CHECKED',
    counts: { created: 10, changed: 0, unchanged: 0, conflict: 2, refused: 3 },
    conflicts: { 'edited-since': 2 },
  });
  const accept = page.getByRole('checkbox', {
    name: filled(check.accept['edited-since_other'], { formatted: 2 }),
  });
  await isHeldBack(importOf(10), filled(check.why.choose_other, { formatted: 5 }));
  await screen.expectAccessible();
  window.scrollTo(0, document.body.scrollHeight);
  await expect.element(accept).not.toBeInViewport();
  await press(importOf(10));
  await expect.element(accept).toHaveFocus();
  await expect.element(accept).toBeInViewport({ ratio: 0.98 });
  await accept.click();
  await isHeldBack(importOf(12), filled(check.why.leaveOut_other, { formatted: 3 }));
  await press(importOf(12));
  const leaveOut = page.getByRole('checkbox', { name: filled(check.leaveOut_other, { formatted: 3 }) });
  await expect.element(leaveOut).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(importOf(12)).toHaveAttribute('aria-disabled', 'false');
  expect(screen.answers.asked(importSpreadsheet)).toEqual([]);
});

test('where there is nothing to import the import says so, and the rows say why', async () => {
  await shown(['field:pressmark'], {
    state: 'CHECKED',
    counts: { created: 0, changed: 0, unchanged: 17, conflict: 0, refused: 3 },
  });
  await isHeldBack(importOf(0), check.nothing);
  expect(page.getByRole('checkbox').query()).toBeNull();
  await press(importOf(0));
  await expect.element(page.getByRole('tab', { name: check.filter.refused })).toHaveFocus();
  expect(screen.answers.asked(importSpreadsheet)).toEqual([]);
});
