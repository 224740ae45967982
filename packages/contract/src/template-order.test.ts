import { describe, expect, it } from 'vitest';
import { movedTo, withAdded, type PlacedTemplate } from './template-order.ts';
import { templatePriorities, type TemplatePriority } from './templates.ts';

/** Fields as `ab|cd|e`: the letters of HIGH, MEDIUM and LOW, in order. */
const fields = (lists: string): PlacedTemplate[] =>
  lists
    .split('|')
    .flatMap((letters, rank) =>
      [...letters].map((uuid) => ({ uuid, priority: templatePriorities[rank] ?? 'LOW' })),
    );
const text = (all: readonly PlacedTemplate[]) =>
  templatePriorities
    .map((list) => all.flatMap(({ uuid, priority }) => (priority === list ? [uuid] : [])).join(''))
    .join('|');
const moved = (lists: string, uuid: string, priority: TemplatePriority, index?: number) =>
  text(movedTo(fields(lists), uuid, priority, index));

describe('a field that is moved into a list', () => {
  it('[META-35] demotes the last of a full HIGH to the top of MEDIUM', () => {
    expect(moved('ab|cd|ef', 'd', 'HIGH')).toBe('ad|bc|ef');
    expect(moved('ab|cd|ef', 'f', 'HIGH')).toBe('af|bcd|e');
  });

  it('goes to the end of a HIGH that has room', () => {
    expect(moved('a|cd|ef', 'd', 'HIGH')).toBe('ad|c|ef');
  });

  it('[META-37] goes to the end of MEDIUM from LOW', () => {
    expect(moved('ab|cd|ef', 'e', 'MEDIUM')).toBe('ab|cde|f');
  });

  it('[META-38] goes to the start of MEDIUM from HIGH', () => {
    expect(moved('ab|cd|ef', 'b', 'MEDIUM')).toBe('a|bcd|ef');
  });

  it('[META-39] goes to the start of LOW', () => {
    expect(moved('ab|cd|ef', 'd', 'LOW')).toBe('ab|c|def');
    expect(moved('ab|cd|ef', 'a', 'LOW')).toBe('b|cd|aef');
  });

  it('stays where it is if it is in that list already, and if there is no such field nothing changes', () => {
    expect(moved('ab|cd|ef', 'a', 'HIGH')).toBe('ab|cd|ef');
    expect(moved('ab|cd|ef', 'd', 'MEDIUM')).toBe('ab|cd|ef');
    expect(moved('ab|cd|ef', 'f', 'LOW')).toBe('ab|cd|ef');
    expect(moved('ab|cd|ef', 'x', 'HIGH')).toBe('ab|cd|ef');
  });

  it('keeps its other properties, as does a demoted field, and leaves the given list as it was', () => {
    const given = fields('ab|c|').map((one, order) => ({ ...one, label: one.uuid.toUpperCase(), order }));
    const before = given.map((one) => ({ ...one }));
    expect(movedTo(given, 'c', 'HIGH')).toEqual([
      { uuid: 'a', priority: 'HIGH', label: 'A', order: 0 },
      { uuid: 'c', priority: 'HIGH', label: 'C', order: 2 },
      { uuid: 'b', priority: 'MEDIUM', label: 'B', order: 1 },
    ]);
    expect(given).toEqual(before);
  });
});

describe('a field that is moved to a place', () => {
  it('goes there in another list', () => {
    expect(moved('ab|cd|ef', 'f', 'MEDIUM', 1)).toBe('ab|cfd|e');
    expect(moved('ab|cd|ef', 'a', 'MEDIUM', 2)).toBe('b|cda|ef');
    expect(moved('ab|cd|ef', 'c', 'LOW', 1)).toBe('ab|d|ecf');
    expect(moved('a|cd|ef', 'c', 'HIGH', 0)).toBe('ca|d|ef');
  });

  it('goes there in its own list, and demotes nothing', () => {
    expect(moved('ab|cde|f', 'a', 'HIGH', 1)).toBe('ba|cde|f');
    expect(moved('ab|cde|f', 'b', 'HIGH', 0)).toBe('ba|cde|f');
    expect(moved('ab|cde|f', 'c', 'MEDIUM', 1)).toBe('ab|dce|f');
    expect(moved('ab|cde|f', 'e', 'MEDIUM', 0)).toBe('ab|ecd|f');
  });

  it('[META-35] of a full HIGH demotes the last of the others, wherever it goes', () => {
    expect(moved('ab|cd|ef', 'd', 'HIGH', 0)).toBe('da|bc|ef');
    expect(moved('ab|cd|ef', 'd', 'HIGH', 1)).toBe('ad|bc|ef');
    expect(moved('ab|cd|ef', 'e', 'HIGH', 2)).toBe('ae|bcd|f');
  });

  it('goes to the start or the end if the place is outside the list', () => {
    expect(moved('ab|cd|ef', 'f', 'MEDIUM', -3)).toBe('ab|fcd|e');
    expect(moved('ab|cd|ef', 'f', 'MEDIUM', 9)).toBe('ab|cdf|e');
  });
});

describe('a new field', () => {
  it('goes to the end of its list, and demotes the last of a full HIGH', () => {
    const added = (lists: string, priority: TemplatePriority) =>
      text(withAdded(fields(lists), { uuid: 'n', priority }));
    expect(added('a|cd|e', 'HIGH')).toBe('an|cd|e');
    expect(added('ab|cd|e', 'HIGH')).toBe('an|bcd|e');
    expect(added('ab|cd|e', 'MEDIUM')).toBe('ab|cdn|e');
    expect(added('ab|cd|e', 'LOW')).toBe('ab|cd|en');
  });
});

it('[META-36] no move and no new field leaves more than two HIGH, and none loses a field', () => {
  for (const lists of ['ab|cd|ef', 'a|bcd|ef', '|abcd|ef', 'ab||cdef']) {
    for (const priority of templatePriorities) {
      for (const index of [undefined, 0, 1, 2, 3]) {
        for (const uuid of 'abcdef') {
          const all = movedTo(fields(lists), uuid, priority, index);
          expect(all.filter((one) => one.priority === 'HIGH').length).toBeLessThanOrEqual(2);
          expect(all.map((one) => one.uuid).toSorted()).toEqual([...'abcdef']);
        }
      }
      const more = withAdded(fields(lists), { uuid: 'n', priority });
      expect(more.filter((one) => one.priority === 'HIGH').length).toBeLessThanOrEqual(2);
    }
  }
  // Three from before the rule: the moved field and the first stay.
  expect(moved('abc|d|', 'd', 'HIGH')).toBe('ad|bc|');
});
