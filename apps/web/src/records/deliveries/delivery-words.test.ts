import { expect, it } from 'vitest';
import en from './en.json' with { type: 'json' };
import { wordedOutcomes } from './use-delivery-words.ts';

it('each outcome has its words, and no words are left over', () => {
  expect(Object.keys(en.delivery.outcome).sort()).toEqual(Object.keys(wordedOutcomes).sort());
});
