import { expect, it } from 'vitest';
import { withoutFailed, type Undo } from './sheet-undo.ts';

const turned = (...images: string[]): Undo => ({ kind: 'rotation', images, degrees: 270 });

it('leaves an image out of the last turn of it that failed, and keeps the turns before', () => {
  const order: Undo = { kind: 'order', order: ['a', 'b'] };
  expect(withoutFailed([turned('a', 'b'), turned('a'), order, turned('b')], ['a', 'b'])).toEqual([
    turned('a', 'b'),
    order,
  ]);
  expect(withoutFailed([turned('a', 'b')], ['b'])).toEqual([turned('a')]);
  expect(withoutFailed([turned('a', 'b')], [])).toEqual([turned('a', 'b')]);
});
