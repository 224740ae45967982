import { expect, it } from 'vitest';
import { seriesLinks } from './series-links.ts';

const place = {
  series: { uuid: 'series', title: 'Viaggi & mari' },
  storiesBefore: 0,
  next: { uuid: 'two', title: 'La <vela>' },
};
const reading = { uuid: 'one', onwardSuffix: '', language: 'en' } as const;
const links = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);

it('a story in a series ends with the next one, and with the way back to its place', () => {
  const html = seriesLinks(place, reading);
  expect(links(html)).toEqual([
    '/images/viewers/story/?storyID=two&amp;seriesID=series',
    '/images/viewers/series/?seriesID=series#one',
  ]);
  expect(html).toContain('Next story: <cite dir="auto">La &lt;vela&gt;</cite>');
  expect(seriesLinks(place, { ...reading, language: 'it' })).toContain('Storia successiva: ');
});

it('the last one has the way back alone, which leads to the right page', () => {
  expect(links(seriesLinks({ ...place, next: null, storiesBefore: 250 }, reading))).toEqual([
    '/images/viewers/series/?seriesID=series&amp;page=3#one',
  ]);
});

it('whoever reads by a token, or in a frame of another site, goes on as a visitor', () => {
  expect(links(seriesLinks(place, { ...reading, onwardSuffix: '~' }))).toEqual([
    '/images/viewers/story/?storyID=two~&amp;seriesID=series',
    '/images/viewers/series/?seriesID=series~#one',
  ]);
});
