import { expect, test } from 'vitest';
import { randomNumbers } from '../../../../../tests/harness/random-numbers.ts';
import {
  chosenCount,
  choose,
  everything,
  isChosen,
  isNarrowed,
  itemSelection,
  nothing,
  rangeOf,
} from './selection.ts';

const listed = Array.from({ length: 40 }, (_, place) => `item-${place}`);

test('[GRID-28, GRID-29] whatever is ticked and unticked in whatever order, the selection is what a set would be', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomNumbers(seed);
    const below = (most: number) => Math.floor(random() * most);
    const isAll = below(2) === 1;
    let selection = isAll ? everything : nothing;
    const model = new Set(isAll ? listed : []);
    for (let step = 0; step < 12; step += 1) {
      const from = below(listed.length);
      const some = listed.slice(from, from + 1 + below(20));
      const chosen = below(2) === 1;
      selection = choose(selection, some, chosen);
      for (const uuid of some) {
        if (chosen) model.add(uuid);
        else model.delete(uuid);
      }
    }
    expect(listed.filter((uuid) => isChosen(selection, uuid))).toEqual(
      listed.filter((uuid) => model.has(uuid)),
    );
    expect(chosenCount(selection, listed.length)).toBe(model.size);
    expect(new Set(selection.uuids).size).toBe(selection.uuids.length);
  }
});

test('[GRID-29] all that match are sent as a query with those left out, the ticked ones by their ids', () => {
  const query = { collectionUuid: 'c' };
  expect(itemSelection(choose(everything, ['a', 'b'], false), query, 4312)).toEqual({
    query,
    except: ['a', 'b'],
    expected: 4310,
  });
  expect(itemSelection(choose(nothing, ['a', 'b'], true), query, 4312)).toEqual({ uuids: ['a', 'b'] });
});

test('a range reaches from one item to another in either direction', () => {
  expect(rangeOf(listed, 'item-2', 'item-4')).toEqual(['item-2', 'item-3', 'item-4']);
  expect(rangeOf(listed, 'item-4', 'item-2')).toEqual(['item-2', 'item-3', 'item-4']);
  expect(rangeOf(listed, 'of another page', 'item-2')).toEqual(['item-2']);
  expect(rangeOf(listed, undefined, 'item-2')).toEqual(['item-2']);
});

test('a list is narrowed by a text or a filter, not by its place', () => {
  const uuid = '6b1f0a52-3a9c-4b52-8f0e-0d4a3b1a2c11';
  expect(isNarrowed({ collectionUuid: uuid })).toBe(false);
  expect(isNarrowed({ text: '', belowUuid: uuid })).toBe(false);
  expect(isNarrowed({ collectionUuid: uuid, state: ['Draft'] })).toBe(true);
  expect(isNarrowed({ text: 'leaf' })).toBe(true);
});
