import { expect, it } from 'vitest';
import { rangeNodes, type RangeNode } from './structures.ts';

const images = ['a', 'b', 'c', 'd', 'e', 'f'];
const entry = (label: string, depth: number, first: string, last: string | null = null) => ({
  uuid: label,
  label,
  depth,
  first,
  last,
});

/** Entries as their label and what is in them, images as they are called. */
const told = (nodes: readonly RangeNode[], shown = images): unknown =>
  nodes.map(({ label, items }) => [
    label,
    ...items.map((item) => (typeof item === 'number' ? shown[item] : (told([item], shown) as unknown[])[0])),
  ]);

it('an image stands in the innermost entry that has it, and entries stand before the images that follow them', () => {
  const entries = [
    entry('Binding', 0, 'a'),
    entry('Book', 0, 'b'),
    entry('Prologue', 1, 'c', 'c'),
    entry('Text', 1, 'e'),
  ];
  expect(told(rangeNodes(entries, images, images))).toEqual([
    ['Binding', 'a'],
    ['Book', 'b', ['Prologue', 'c'], 'd', ['Text', 'e', 'f']],
  ]);
});

it('images that are not shown are left out, and entries that have no others', () => {
  const entries = [
    entry('One', 0, 'a'),
    entry('Two', 0, 'c', 'c'),
    entry('Gone', 0, 'x'),
    entry('In it', 1, 'e'),
  ];
  const shown = ['a', 'd', 'e'];
  expect(told(rangeNodes(entries, images, shown), shown)).toEqual([
    ['One', 'a'],
    ['Gone', ['In it', 'e']],
  ]);
});

it('an image stands once, also where the entry between is gone, or an entry stands outside of the one that it is in', () => {
  const gone = [entry('Book', 0, 'a'), entry('Gone', 1, 'x'), entry('In it', 2, 'c', 'd')];
  expect(told(rangeNodes(gone, images, images))).toEqual([
    ['Book', 'a', 'b', ['Gone', ['In it', 'c', 'd']], 'e', 'f'],
  ]);
  const outside = [entry('Book', 0, 'a'), entry('Chapter', 1, 'b', 'b'), entry('Note', 2, 'e')];
  expect(told(rangeNodes(outside, images, images))).toEqual([
    ['Book', 'a', ['Chapter', 'b', ['Note', 'e', 'f']], 'c', 'd'],
  ]);
});
