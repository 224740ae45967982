import type { PageLanguage } from '../../../../http/asked-language.ts';
import { escaped } from '../../../../http/escaped-html.ts';
import { seriesAddress, storyAddress } from '../../../story/public.ts';
import type { PlaceInSeries } from '../series/place-in-series.queries.ts';
import { pageOfStory } from '../series/page-numbers.ts';

const words = {
  en: { label: 'Series', next: 'Next story', series: 'All stories of the series' },
  it: { label: 'Serie', next: 'Storia successiva', series: 'Tutte le storie della serie' },
} as const;

interface Reading {
  readonly uuid: string;
  /** What stands behind the uuids of other records in links. */
  readonly onwardSuffix: string;
  readonly language: PageLanguage;
}

/**
 * The end of a story that is read in a series: the next story, and the way back to its place on the page of the series. The
 * player takes both links from here. Pure.
 */
export function seriesLinks({ series, storiesBefore, next }: PlaceInSeries, reading: Reading): string {
  const { uuid, onwardSuffix, language } = reading;
  const told = words[language];
  const page = pageOfStory(storiesBefore);
  const back = `${seriesAddress('', `${series.uuid}${onwardSuffix}`)}${page === 1 ? '' : `&page=${page}`}#${uuid}`;
  return [
    `<nav class="series-links" aria-label="${told.label}">`,
    ...(next
      ? [
          `<p><a class="next-story" rel="next" href="${escaped(addressInSeries(`${next.uuid}${onwardSuffix}`, series.uuid))}">${told.next}: <cite dir="auto">${escaped(next.title)}</cite></a></p>`,
        ]
      : []),
    `<p><a class="series" href="${escaped(back)}">${told.series}: <cite dir="auto">${escaped(series.title)}</cite></a></p>`,
    '</nav>',
  ].join('');
}

/** The address of a story that is read in a series. @param story its uuid with what stands behind it */
export const addressInSeries = (story: string, series: string): string =>
  `${storyAddress('', story)}&seriesID=${series}`;
