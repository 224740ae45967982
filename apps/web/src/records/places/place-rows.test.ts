import type { Place } from '@armarium/contract/collection-calls';
import { describe, expect, it } from 'vitest';
import { placeRows, treeStep, type Children, type TreeState } from './place-rows.ts';

/** A place in the root, as far as rows are made of it. */
function placeOf(uuid: string, sgtt: string, collectionsCount = 0): Place {
  const collection = { uuid, sgtt, label: '', collectionsCount } as Place['collection'];
  return { collection, above: [{ uuid: 'root', sgtt: 'Catalogue' }] };
}

const none: Children = { collections: [], total: 0, state: 'ready' };
function treeOf(given: Partial<TreeState>): TreeState {
  return {
    recent: [],
    tops: [],
    isFound: true,
    leftOutUuid: undefined,
    isOpen: () => true,
    childrenOf: () => none,
    ...given,
  };
}

/** Each row by its key, with its position and the number of its siblings. */
const placed = (tree: TreeState) =>
  placeRows(tree).map(({ kind, key, level, position, siblings }) => [
    kind,
    key,
    level,
    `${position}/${siblings}`,
  ]);

describe('the rows of a tree', () => {
  const maps = placeOf('maps', 'Maps', 3);
  const [town, sea] = [placeOf('town', 'Town maps').collection, placeOf('sea', 'Sea charts').collection];

  it('count all children, those that are not loaded too, and the row that loads them', () => {
    const childrenOf = (): Children => ({ collections: [town, sea], total: 3, state: 'ready' });
    expect(placed(treeOf({ tops: [maps], recent: [placeOf('prints', 'Prints')], childrenOf }))).toEqual([
      ['heading', 'recent', 1, '1/2'],
      ['place', 'recent/prints', 2, '1/1'],
      ['place', 'found/maps', 1, '2/2'],
      ['place', 'found/maps/town', 2, '1/4'],
      ['place', 'found/maps/sea', 2, '2/4'],
      ['more', 'found/maps/more', 2, '4/4'],
    ]);
  });

  it.each(['loading', 'failed'] as const)('end with one row while children are %s', (state) => {
    const childrenOf = (): Children => ({ collections: [], total: 0, state });
    expect(placed(treeOf({ tops: [maps], childrenOf }))).toEqual([
      ['place', 'found/maps', 1, '1/1'],
      [state, `found/maps/${state}`, 2, '1/1'],
    ]);
  });

  it('leave one collection out wherever it is', () => {
    const childrenOf = (): Children => ({ collections: [town, sea], total: 2, state: 'ready' });
    const tree = treeOf({
      tops: [maps, placeOf('sea', 'Sea charts')],
      recent: [placeOf('sea', 'Sea charts')],
      leftOutUuid: 'sea',
      childrenOf,
    });
    expect(placed(tree)).toEqual([
      ['place', 'found/maps', 1, '1/1'],
      ['place', 'found/maps/town', 2, '1/1'],
    ]);
  });

  it('know the others that look alike, whatever word their titles are filed under', () => {
    const tops = [placeOf('a', 'La *Commedia'), placeOf('b', 'La Commedia'), placeOf('c', 'Commedia')];
    const namesakes = placeRows(treeOf({ tops })).map((row) =>
      row.kind === 'place' ? row.namesakes.map(({ collection }) => collection.uuid) : [],
    );
    expect(namesakes).toEqual([['b'], ['a'], []]);
  });
});

describe('keys', () => {
  const childrenOf = (uuid: string): Children =>
    uuid === 'maps'
      ? { collections: [placeOf('town', 'Town maps').collection], total: 1, state: 'ready' }
      : none;
  // found/maps, found/maps/town, found/prints (closed)
  const rows = placeRows(
    treeOf({
      tops: [placeOf('maps', 'Maps', 1), placeOf('prints', 'Prints', 2)],
      isOpen: (key) => key === 'found/maps',
      childrenOf,
    }),
  );

  it.each([
    ['ArrowDown', 0, { to: 1 }],
    ['ArrowDown', 2, undefined],
    ['ArrowUp', 0, undefined],
    ['ArrowUp', 2, { to: 1 }],
    ['Home', 2, { to: 0 }],
    ['Home', 0, undefined],
    ['End', 0, { to: 2 }],
    ['ArrowRight', 0, { to: 1 }],
    ['ArrowRight', 1, undefined],
    ['ArrowRight', 2, { toggles: true }],
    ['ArrowLeft', 0, { toggles: true }],
    ['ArrowLeft', 1, { to: 0 }],
    ['ArrowLeft', 2, undefined],
    ['a', 0, undefined],
  ])('%s at row %i', (key, at, step) => {
    expect(treeStep(rows, at, key)).toEqual(step);
  });
});
