import { lazy, type ComponentType } from 'react';
import { loadLazyWords, type LazyWords } from './lazy-words.ts';

/** Loads a part of the client together with its words. */
export async function loadWithWords<Part>(
  words: readonly LazyWords[],
  load: () => Promise<Part>,
): Promise<Part> {
  const [part] = await Promise.all([load(), ...words.map(loadLazyWords)]);
  return part;
}

/** A component that is loaded when it is first drawn, together with its words. */
export function lazyWithWords<Props>(words: readonly LazyWords[], load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadWithWords(words, load) }));
}
