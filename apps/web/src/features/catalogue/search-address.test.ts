import { expect, it } from 'vitest';
import { fieldFrom, resultsAddress } from './search-address.ts';

it('[SHELL-08, SHELL-09] a search stands in the address, the field only where one was chosen', () => {
  expect(resultsAddress('Blaeu & Söhne', undefined)).toBe('/catalog/results?searchTerm=Blaeu+%26+S%C3%B6hne');
  expect(resultsAddress('MS 2', 'pressmark')).toBe('/catalog/results?searchTerm=MS+2&findBy=pressmark');
});

it('an unknown field is none', () => {
  expect([fieldFrom('autn'), fieldFrom('sgti'), fieldFrom(null)]).toEqual(['autn', undefined, undefined]);
});
