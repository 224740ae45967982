import { afterEach, expect, test, vi } from 'vitest';
import { ownDrafts } from '../../../lib/drafts.ts';
import { EditorStore } from './editor-store.ts';
import { foundDrafts } from './kept-draft.ts';
import { madeStep } from './made-steps.ts';

const STORY = '22222222-2222-4222-8222-222222222222';

/** The storage of a browser, which may be full. */
class Storage {
  readonly #kept = new Map<string, string>();
  isFull = false;
  get length() {
    return this.#kept.size;
  }
  key = (index: number) => [...this.#kept.keys()][index] ?? null;
  getItem = (key: string) => this.#kept.get(key) ?? null;
  removeItem = (key: string) => void this.#kept.delete(key);
  setItem = (key: string, value: string) => {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.#kept.set(key, value);
  };
}

const title = (store: EditorStore, text: string) => {
  store.dispatch({ type: 'set', id: 'a', fields: { title: text } });
  store.keepNow();
};
const stored = [madeStep('a')];
const storeOf = () => new EditorStore(STORY, stored, '"1"');
/** The titles in the drafts that were left, the newest first. */
const left = () => foundDrafts(STORY, stored).map(({ draft }) => draft.changed[0]?.title);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  ownDrafts('');
});

test('what is not saved is kept on the machine, and taken away once it is as it is stored', () => {
  vi.stubGlobal('localStorage', new Storage());
  const store = storeOf();
  title(store, 'Root');
  expect(left()).toEqual(['Root']);
  title(store, 'Title a');
  expect(left()).toEqual([]);
});

test('a machine that keeps nothing more is told, and so is one that does again', () => {
  const storage = new Storage();
  vi.stubGlobal('localStorage', storage);
  const store = storeOf();
  const told: boolean[] = [];
  title(store, 'Root');
  store.subscribe(() => told.push(store.isKept()));
  storage.isFull = true;
  store.keepNow();
  expect(told).toEqual([false]);
  storage.isFull = false;
  store.keepNow();
  expect(told).toEqual([false, true]);
});

test('where the browser forbids to keep anything, that is told', () => {
  vi.stubGlobal('localStorage', undefined);
  const store = storeOf();
  title(store, 'Root');
  expect(store.isKept()).toBe(false);
  // There is nothing to keep.
  title(store, 'Title a');
  expect(store.isKept()).toBe(true);
});

test('two tabs on one story keep a draft each, and neither takes away that of the other', () => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', new Storage());
  const [one, other, clean] = [storeOf(), storeOf(), storeOf()];
  title(one, 'One');
  vi.advanceTimersByTime(1);
  title(other, 'Other');
  clean.keepNow();
  expect(left()).toEqual(['Other', 'One']);
  title(other, 'Title a');
  expect(left()).toEqual(['One']);
});

test('what somebody did not save is not kept for whoever signs in after them', () => {
  vi.stubGlobal('localStorage', new Storage());
  ownDrafts('first');
  const store = storeOf();
  ownDrafts('second');
  title(store, 'Root');
  expect(left()).toEqual([]);
  ownDrafts('first');
  expect(left()).toEqual(['Root']);
});

test('what is no draft is taken from the machine', () => {
  const storage = new Storage();
  vi.stubGlobal('localStorage', storage);
  title(storeOf(), 'Root');
  const [key = ''] = [storage.key(0)];
  storage.setItem(String(key), '{"version":1}');
  expect(left()).toEqual([]);
  expect(storage.length).toBe(0);
});

test('a refusal leads to its step once, and only while that is as it was sent', () => {
  vi.stubGlobal('localStorage', new Storage());
  const store = storeOf();
  const refuse = () => {
    const [sent] = store.state().steps;
    if (!sent) throw new Error('There is no step.');
    store.dispatch({ type: 'refused', faults: [{ id: 'a', part: 'title', code: 'too-long', sent }] });
  };
  refuse();
  expect(store.faultToShow()?.id).toBe('a');
  expect(store.faultToShow()).toBeUndefined();
  refuse();
  title(store, 'Corrected');
  expect(store.faultToShow()).toBeUndefined();
});
