import type { Template } from '@armarium/contract/templates';
import { expect, it } from 'vitest';
import {
  afterReload,
  corrected,
  draftAfter,
  failed,
  isUntouched,
  noEntry,
  send,
  saved,
  takeUp,
} from './record-entry.ts';

const field = (name: string, defaultValue: string | null = null): Template => ({
  uuid: name,
  name,
  label: name,
  labels: {},
  type: 'STRING',
  resourceType: 'ITEM',
  priority: 'HIGH',
  order: 0,
  enumValues: [],
  defaultValue,
  locked: false,
  required: false,
  repeatable: false,
  searchable: false,
  help: '',
  _links: { self: { href: '' } },
});
const templates = [field('sgtt'), field('place', 'Florence'), field('hand')];
const first = { sgtt: ['Herbal'], place: ['Padua'], hand: ['A', 'B'] };

it('the next form has the default values, and what is carried over', () => {
  expect(draftAfter(first, [], templates)).toEqual({ sgtt: [''], place: ['Florence'], hand: [''] });
  expect(draftAfter(first, ['place', 'hand', 'gone'], templates)).toEqual({
    sgtt: [''],
    place: ['Padua'],
    hand: ['A', 'B'],
  });
  expect(draftAfter(undefined, ['place'], templates)).toEqual({
    sgtt: [''],
    place: ['Florence'],
    hand: [''],
  });
});

it('a record that is sent leaves the form to the next one, and is in the list once it is saved', () => {
  const sent = send({ ...noEntry(templates), draft: first }, 1, ['place'], templates);
  expect(sent).toMatchObject({
    draft: { sgtt: [''], place: ['Padua'] },
    previous: first,
    sent: [{ key: 1 }],
  });
  expect(isUntouched(sent, ['place'], templates)).toBe(true);
  expect(isUntouched({ ...sent, draft: { ...sent.draft, sgtt: ['A'] } }, ['place'], templates)).toBe(false);
  const record = { uuid: 'u', sgtt: 'Herbal', pressmark: 'MS 1' };
  expect(saved(sent, 1, record)).toMatchObject({ sent: [], entered: [record] });
});

it('a record that is refused waits, and comes back into the form as it was typed', () => {
  const sent = send({ ...noEntry(templates), draft: first }, 1, [], templates);
  const refused = failed(sent, 1, 'pressmark-taken');
  expect(refused.sent).toEqual([{ key: 1, draft: first, failure: 'pressmark-taken', refused: {} }]);
  expect(takeUp(refused, 1, [], templates)).toMatchObject({ draft: first, sent: [] });
  expect(takeUp(refused, 2, [], templates)).toBe(refused);
  const typed = { ...refused.draft, sgtt: ['Atlas'] };
  expect(takeUp({ ...refused, draft: typed }, 1, [], templates)).toMatchObject({
    draft: first,
    sent: [{ key: 1, draft: typed, failure: 'aside' }],
  });
});

it('of what was on its way at a reload nobody knows how it ended', () => {
  const sent = send({ ...noEntry(templates), draft: first }, 1, [], templates);
  expect(afterReload(sent).sent).toEqual([{ key: 1, draft: first, failure: 'unknown' }]);
  expect(afterReload(failed(sent, 1, 'offline')).sent[0]?.failure).toBe('offline');
});

it('counts what was entered beyond what is shown, without what was deleted since', () => {
  let entry = noEntry(templates);
  for (let key = 0; key < 302; key += 1) {
    entry = saved(entry, key, { uuid: `${key}`, sgtt: '', pressmark: '' });
  }
  expect([entry.entered.length, entry.count]).toEqual([300, 302]);
  const without = corrected(entry, '301', undefined);
  expect([without.entered.length, without.count]).toEqual([299, 301]);
  const changed = corrected(without, '300', { uuid: '300', sgtt: 'Herbal', pressmark: '' });
  expect([changed.entered[0]?.sgtt, changed.count]).toEqual(['Herbal', 301]);
});
