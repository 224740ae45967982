import { expect, test } from 'vitest';
import { beginHistory, changedArea, endRun, redoneArea, undoneArea } from './area-history.ts';

const at = (x: number) => ({ region: { x, y: 0, width: 100, height: 50 } });
const first = { ...at(0), aspect: 'free' } as const;

test('each change is undone and redone for itself, and a new one forgets what was undone', () => {
  let history = [at(1), at(2)].reduce((before, next) => changedArea(before, next), beginHistory(first));
  history = undoneArea(history);
  expect(history.present).toMatchObject(at(1));
  expect(redoneArea(history).present).toMatchObject(at(2));
  expect(undoneArea(undoneArea(history)).present).toEqual(first);
  const changed = changedArea(history, at(7));
  expect(redoneArea(changed).present).toMatchObject(at(7));
  expect(undoneArea(changed).present).toMatchObject(at(1));
});

test('keys that follow each other are one step, until something else is done', () => {
  let history = beginHistory(first);
  for (const x of [1, 2, 3]) history = changedArea(history, at(x), 'move');
  expect(undoneArea(history).present).toEqual(first);
  history = changedArea(endRun(history), at(4), 'move');
  expect(undoneArea(history).present).toMatchObject(at(3));
  history = changedArea(history, at(5), 'grow');
  expect(undoneArea(history).present).toMatchObject(at(4));
  // Keys after an undo begin anew.
  expect(undoneArea(changedArea(undoneArea(history), at(9), 'move')).present).toMatchObject(at(4));
});

test('the shape that was chosen is undone with what it did', () => {
  const shaped = changedArea(beginHistory(first), { ...at(3), aspect: '1:1' });
  const moved = changedArea(shaped, at(4));
  expect(moved.present.aspect).toBe('1:1');
  expect(undoneArea(undoneArea(moved)).present).toEqual(first);
  expect(redoneArea(undoneArea(shaped)).present.aspect).toBe('1:1');
});

test('what was drawn before leads back to what it was drawn over', () => {
  const history = beginHistory({ ...first, ...at(8) }, first);
  expect(undoneArea(history).present).toEqual(first);
});

test('what changes nothing is no step', () => {
  const history = beginHistory(first);
  expect(changedArea(history, at(0))).toBe(history);
  expect(undoneArea(history)).toBe(history);
  expect(redoneArea(history)).toBe(history);
});
