import { expect, it } from 'vitest';
import { madeStorage } from '../../../../../tests/harness/made-storage.ts';
import { keepPlace, recentPlaces } from './recent-places.ts';

const kept = madeStorage();

it('offers the three places that were used last, then those that were used most often', () => {
  for (const place of ['often', 'often', 'often', 'twice', 'once', 'twice', 'a', 'b', 'c', 'd', 'e'])
    keepPlace('one', place);
  expect(recentPlaces('one')).toEqual(['e', 'd', 'c', 'often', 'twice', 'b', 'a', 'once']);
  expect(recentPlaces('two')).toEqual([]);
});

it('forgets what was not used for long', () => {
  for (let number = 0; number <= 50; number += 1) keepPlace('one', `place ${number}`);
  for (let number = 0; number <= 50; number += 1) keepPlace('one', 'place 1');
  keepPlace('one', 'place 0');
  const stored = JSON.parse(kept.get('armarium.recent-places.one') ?? '') as {
    uuid: string;
    times: number;
  }[];
  expect(stored).toHaveLength(50);
  expect(stored.find(({ uuid }) => uuid === 'place 0')?.times).toBe(1);
});
