import { lazy, type ComponentType } from 'react';
import { loadLazyWords, type LazyWords } from './lazy-words.ts';

/** A component that is loaded when it is first drawn, together with its words. */
export function lazyWithWords<Props>(words: readonly LazyWords[], load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), ...words.map(loadLazyWords)]);
    return { default: component };
  });
}
