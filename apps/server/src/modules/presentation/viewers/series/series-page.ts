import type { PageLanguage } from '../../../../http/asked-language.ts';
import { escaped } from '../../../../http/escaped-html.ts';
import { type Region, seriesAddress, storyAddress } from '../../../story/public.ts';
import { headOf, PREVIEW_px, shortened } from '../page-head.ts';
import { regionImage, regionPicture } from '../region-picture.ts';
import { addressInSeries } from '../story/series-links.ts';
import type { PageParts } from '../viewer-page.ts';
import { pagesOf, STORIES_PER_PAGE } from './page-numbers.ts';

/** What a card tells of a story. */
export interface StoryCard {
  readonly uuid: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly stepsCount: number;
  /** An image and a region in its pixels, as the reader gets it; undefined where the reader sees none. */
  readonly picture: { readonly uuid: string; readonly region: Region } | undefined;
}

/** What the page of a series tells. */
export interface SeriesPage {
  readonly uuid: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly modifiedAt: Date;
  /** The organisation that tells it. */
  readonly publisher: string;
  /** Whether search engines may list it. */
  readonly isPublic: boolean;
  /** How many stories the reader may see. */
  readonly storiesCount: number;
  /** Counted from 1. */
  readonly page: number;
  /** Those on the page. */
  readonly stories: readonly StoryCard[];
  /** The validated origin of the request. */
  readonly origin: string;
  /** What stands behind uuids in addresses. */
  readonly suffix: string;
  readonly language: PageLanguage;
}

const words = {
  en: {
    stories: (count: number) => (count === 1 ? '1 story' : `${count.toLocaleString('en')} stories`),
    steps: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
    noStories: 'There are no stories here yet.',
    noPicture: 'No picture',
    pages: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    place: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  it: {
    stories: (count: number) => (count === 1 ? '1 storia' : `${count.toLocaleString('it')} storie`),
    steps: (count: number) => (count === 1 ? '1 passo' : `${count} passi`),
    noStories: 'Qui non ci sono ancora storie.',
    noPicture: 'Nessuna immagine',
    pages: 'Pagine',
    previous: 'Pagina precedente',
    next: 'Pagina successiva',
    place: (page: number, pages: number) => `Pagina ${page} di ${pages}`,
  },
} as const;

/**
 * The pictures of cards; in a single column they are as wide as the page (series-page.css). They say nothing that the title
 * beside them does not say.
 */
const PICTURE = { sides_px: [400, 1200], sizes: '(min-width: 656px) 370px, 100vw', alt: '' } as const;
/** So many cards are seen at once; the pictures of the others are fetched when they come into sight. */
const SEEN_FIRST = 6;

/** The parts of the page of a series, for `viewerPage`. Pure. */
export function seriesPageParts(series: SeriesPage): PageParts {
  return { head: headOfSeries(series), article: articleOf(series) };
}

const addressOf = (series: string, page: number, origin = '') =>
  `${seriesAddress(origin, series)}${page === 1 ? '' : `&page=${page}`}`;

function headOfSeries(series: SeriesPage): string {
  const { uuid, title, description, publisher, isPublic, origin, suffix, page, stories } = series;
  const shown = stories.find(({ picture }) => picture !== undefined)?.picture;
  const picture = shown && regionPicture(`${shown.uuid}${suffix}`, shown.region, PREVIEW_px, origin);
  const first = (page - 1) * STORIES_PER_PAGE + 1;
  return headOf({
    address: addressOf(uuid, page, origin),
    title,
    description: shortened(description),
    publisher,
    isPublic,
    type: 'website',
    picture: picture && { ...picture, alt: title },
    schema: {
      '@type': 'CollectionPage',
      name: title,
      dateModified: series.modifiedAt.toISOString(),
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: series.storiesCount,
        itemListElement: stories.map((story, index) => ({
          '@type': 'ListItem',
          position: first + index,
          name: story.title,
          url: storyAddress(origin, story.uuid),
        })),
      },
    },
  });
}

function articleOf(series: SeriesPage): string {
  const { title, author, description, publisher, stories, storiesCount, page, language } = series;
  const told = words[language];
  const about = [
    `<h1 dir="auto">${escaped(title)}</h1>`,
    ...(author === '' ? [] : [`<p class="author" dir="auto">${escaped(author)}</p>`]),
    ...(description === '' ? [] : [`<p class="description" dir="auto">${escaped(description)}</p>`]),
    `<p class="count">${storiesCount === 0 ? told.noStories : told.stories(storiesCount)}</p>`,
  ].join('');
  const first = (page - 1) * STORIES_PER_PAGE + 1;
  const cards = stories.map((story, index) => cardOf(story, first + index, index < SEEN_FIRST, series));
  // Without the role a list that shows no marks is none to some screen readers.
  const list = stories.length === 0 ? '' : `<ol class="cards" role="list">\n${cards.join('\n')}\n</ol>`;
  return `<main class="article"><header>${about}</header>\n${list}\n${pagesNav(series)}<footer>${escaped(publisher)}</footer></main>`;
}

/** The link is the title; it reaches over the whole card (series-page.css). */
function cardOf(
  { uuid, title, author, description, stepsCount, picture }: StoryCard,
  number: number,
  isSeenFirst: boolean,
  { uuid: series, suffix, language }: SeriesPage,
): string {
  const told = words[language];
  const address = escaped(addressInSeries(`${uuid}${suffix}`, series));
  const shown = picture
    ? regionImage(`${picture.uuid}${suffix}`, picture.region, { ...PICTURE, isSeenFirst })
    : `<span class="missing">${told.noPicture}</span>`;
  return [
    `<li id="${uuid}" class="story"><div class="picture">${shown}</div><div class="told">`,
    `<h2><span class="number">${number}</span> <a href="${address}" dir="auto">${escaped(title)}</a></h2>`,
    ...(author === '' ? [] : [`<p class="author" dir="auto">${escaped(author)}</p>`]),
    ...(description === '' ? [] : [`<p dir="auto">${escaped(shortened(description))}</p>`]),
    `<p class="count">${told.steps(stepsCount)}</p></div></li>`,
  ].join('');
}

function pagesNav({ uuid, suffix, page, storiesCount, language }: SeriesPage): string {
  const pages = pagesOf(storiesCount);
  if (pages === 1) return '';
  const told = words[language];
  const link = (to: number, rel: 'prev' | 'next', label: string) =>
    to < 1 || to > pages
      ? ''
      : `<a class="way" rel="${rel}" href="${escaped(addressOf(`${uuid}${suffix}`, to))}">${label}</a>`;
  return (
    `<nav class="pages" aria-label="${told.pages}">${link(page - 1, 'prev', told.previous)}` +
    `<span>${told.place(page, pages)}</span>${link(page + 1, 'next', told.next)}</nav>\n`
  );
}
