import type { Collection } from '@armarium/contract/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { Screen } from './screen.tsx';

const LEAVES = 45;

let screen: Screen;
let leaves: Collection;

beforeEach(() => {
  screen = new Screen();
  leaves = screen.catalogue.collection('Leaves');
  for (let number = 1; number <= LEAVES; number += 1) {
    const padded = String(number).padStart(2, '0');
    screen.catalogue.item(`Leaf ${padded}`, [leaves], { pressmark: `LEAF ${padded}` });
  }
});
afterEach(() => screen.close());

const bar = page.getByRole('region', { name: en.selection.bar });
const all = page.getByRole('checkbox', { name: en.catalogue.chooseAll, exact: true });
const box = (title: string) =>
  page.getByRole('checkbox', { name: filled(en.catalogue.choose, { title }), exact: true });
const isChosen = (count: number) =>
  expect
    .element(page.getByText(filled(en.selection.chosen, { formatted: count }), { exact: true }))
    .toBeVisible();
const ticked = () => document.querySelectorAll('article input[type=checkbox]:checked').length;
const focusedCard = () => document.activeElement?.closest('article')?.querySelector('h3')?.textContent;

async function focusCard(text: string): Promise<void> {
  const link = screen.cardOf(text).getByRole('link');
  await expect.element(link).toBeVisible();
  link.element().focus();
}

test('all that match can be chosen, and single ones left out', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await all.click();
  await isChosen(20);
  await bar.getByRole('button', { name: filled(en.selection.chooseMatching, { formatted: LEAVES }) }).click();
  await expect
    .element(bar.getByText(filled(en.selection.allChosen, { formatted: LEAVES }), { exact: true }))
    .toBeVisible();
  await page.getByRole('link', { name: 'Page 3' }).click();
  await box('Leaf 45').click();
  await isChosen(44);
  await expect.element(box('Leaf 44')).toBeChecked();
  await bar.getByRole('button', { name: en.selection.clear }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(box('Leaf 44')).not.toBeChecked();
});

test('by the keyboard arrows move, x chooses, the shift key extends, Escape clears', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await focusCard('LEAF 01');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(focusedCard).toBe('Leaf 02');
  await userEvent.keyboard('x');
  await isChosen(1);
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await isChosen(3);
  expect(focusedCard()).toBe('Leaf 04');
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await isChosen(2);
  await expect.element(box('Leaf 04')).not.toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  expect(ticked()).toBe(0);
});
