import { describe, expect, it } from 'vitest';
import { isLayout, moved, nextSort, readSort } from './columns.ts';

describe('the columns of a table', () => {
  it('are moved one at a time, and the others keep their order', () => {
    const list = ['a', 'b', 'c', 'd'];
    expect(moved(list, 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(moved(list, 3, 0)).toEqual(['d', 'a', 'b', 'c']);
    expect(moved(list, 1, 1)).toEqual(list);
  });

  it('sort ascending at first, then the other way', () => {
    expect(nextSort('sgtt', 'autn')).toBe('autn');
    expect(nextSort('autn', 'autn')).toBe('autn,desc');
    expect(nextSort('autn,asc', 'autn')).toBe('autn,desc');
    expect(nextSort('autn,desc', 'autn')).toBe('autn');
    expect(nextSort('lastModifiedDate,desc', 'field:a, b')).toBe('field:a, b');
    expect(readSort('field:a, b,desc')).toEqual({ name: 'field:a, b', isDescending: true });
  });

  it('are of a layout that has the same, in the same order, and sorts alike', () => {
    const layout = { name: 'x', columns: ['sgtt', 'autn'], sort: 'autn' };
    expect(isLayout(layout, ['sgtt', 'autn'], 'autn')).toBe(true);
    expect(isLayout(layout, ['autn', 'sgtt'], 'autn')).toBe(false);
    expect(isLayout(layout, ['sgtt', 'autn'], undefined)).toBe(false);
  });
});
