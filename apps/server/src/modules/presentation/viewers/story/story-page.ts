import type { PageLanguage } from '../../../../http/asked-language.ts';
import { escaped } from '../../../../http/escaped-html.ts';
import { storyAddress, textOf } from '../../../story/public.ts';
import { headOf, PREVIEW_px, shortened } from '../page-head.ts';
import { regionImage, regionPicture } from '../region-picture.ts';
import type { PlaceInSeries } from '../series/place-in-series.queries.ts';
import type { PageParts } from '../viewer-page.ts';
import type { ReaderImage, ReaderStep } from '../../story/story-for-reader.ts';
import { seriesLinks } from './series-links.ts';

/** What the page of a story tells. */
export interface StoryPage {
  readonly uuid: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly modifiedAt: Date;
  /** The organisation that tells it. */
  readonly publisher: string;
  readonly steps: readonly ReaderStep[];
  /** Whether search engines may list it. */
  readonly isPublic: boolean;
  /** Whether it is read as a page, without the player. */
  readonly isArticle: boolean;
  /** The validated origin of the request. */
  readonly origin: string;
  /** What stands behind uuids in addresses. */
  readonly suffix: string;
  /** Where the player is. */
  readonly playerAddress: string;
  /** Where it stands in the series that it is read in; undefined where it is read alone. */
  readonly place: PlaceInSeries | undefined;
  /** What stands behind the uuids of other records in links. */
  readonly onwardSuffix: string;
  readonly language: PageLanguage;
}

const words = {
  en: {
    play: 'Watch the story',
    notShown: 'This picture is not shown: it no longer exists, or you may not see it.',
    manifest: 'IIIF manifest',
    noSteps: 'This story has no steps yet.',
  },
  it: {
    play: 'Guarda la storia',
    notShown: 'Questa immagine non è mostrata: non esiste più, oppure non puoi vederla.',
    manifest: 'Manifest IIIF',
    noSteps: 'Questa storia non ha ancora passi.',
  },
} as const;

/** The pictures of the article, in its column (story-page.css). */
const PICTURE = { sides_px: [800, 1600], sizes: '(min-width: 720px) 720px, 100vw' } as const;

/** The parts of a story's page, for `viewerPage`. Pure. */
export function storyPageParts(story: StoryPage): PageParts {
  return { head: headOfStory(story), article: articleOf(story) };
}

function headOfStory(story: StoryPage): string {
  const { uuid, title, author, publisher, origin, isPublic, suffix, modifiedAt } = story;
  const pictured = story.steps.find(({ image }) => image !== undefined);
  const picture =
    pictured?.image && regionPicture(`${pictured.image.uuid}${suffix}`, pictured.region, PREVIEW_px, origin);
  return headOf({
    address: storyAddress(origin, uuid),
    title,
    description: descriptionOf(story),
    publisher,
    isPublic,
    type: 'article',
    picture: pictured && picture && { ...picture, alt: altOf(pictured) },
    schema: {
      '@type': 'Article',
      headline: title,
      ...(author !== '' && { author: { '@type': 'Person', name: author } }),
      dateModified: modifiedAt.toISOString(),
    },
  });
}

/** The description of the story, else the beginning of its first text. */
function descriptionOf({ description, steps }: StoryPage): string {
  const first = steps.find(({ commentary }) => commentary !== '');
  return shortened(description === '' ? textOf(first?.commentary ?? '') : description);
}

/** The story as text with a picture of each region, complete without a script. */
function articleOf(story: StoryPage): string {
  const { title, author, description, publisher, steps, language, isArticle, playerAddress, place } = story;
  const told = words[language];
  const about = [
    `<h1 dir="auto">${escaped(title)}</h1>`,
    ...(author === '' ? [] : [`<p class="author" dir="auto">${escaped(author)}</p>`]),
    ...(description === '' ? [] : [`<p class="description" dir="auto">${escaped(description)}</p>`]),
    ...(isArticle && steps.length > 0
      ? [`<p class="ways"><a class="way" href="${escaped(playerAddress)}">${told.play}</a></p>`]
      : []),
  ].join('');
  const sections = steps.map((step, index) => sectionOf(step, index, story)).join('\n');
  const nothing = steps.length === 0 ? `<p>${told.noSteps}</p>` : '';
  const onward = place ? `${seriesLinks(place, story)}\n` : '';
  return `<main class="article"><article id="story"><header>${about}</header>\n${sections}${nothing}\n${onward}<footer>${escaped(publisher)}</footer></article></main>`;
}

function sectionOf(
  step: ReaderStep,
  index: number,
  { origin, suffix, language, publisher, isArticle }: StoryPage,
): string {
  const { uuid, title, commentary, image, region } = step;
  const told = words[language];
  const shown = image
    ? `${regionImage(`${image.uuid}${suffix}`, region, { ...PICTURE, alt: altOf(step), isSeenFirst: isArticle && index === 0 })}<figcaption>${creditOf(image, publisher, origin, told.manifest)}</figcaption>`
    : `<p class="missing">${told.notShown}</p>`;
  return (
    `<section id="${uuid}" class="step"><h2><span class="number">${index + 1}</span> ` +
    `<span class="name" dir="auto">${escaped(title)}</span></h2>` +
    `<figure>${shown}</figure><div class="commentary" dir="auto">${withSafeLinks(commentary)}</div></section>`
  );
}

/** The links of a commentary lead out of a frame that the story may stand in. The markup is as the server cleaned it. */
const withSafeLinks = (commentary: string) =>
  commentary.replaceAll('<a href=', '<a target="_blank" rel="noopener" href=');

/** What is read to those who don't see the picture: the step's own text, else its title and the item's. */
export function altOf({ alt, title, image }: ReaderStep): string {
  if (alt !== '') return alt;
  return [title, image?.itemTitle ?? ''].filter((part) => part !== '').join(' · ');
}

/** What the picture shows and where it is kept: title, pressmark, institution, rights, and the manifest of the record. */
function creditOf(
  { itemTitle, label, pressmark, rights, itemWithManifest }: ReaderImage,
  publisher: string,
  origin: string,
  manifest: string,
): string {
  const facts = [
    `<cite>${escaped(itemTitle)}</cite>`,
    ...[label, pressmark, publisher].filter((fact) => fact !== '').map((fact) => escaped(fact)),
    ...rights.map(rightsElement),
    ...(itemWithManifest === undefined
      ? []
      : [
          `<a href="${origin}/iiif/presentation/3/${itemWithManifest}/manifest" target="_blank" rel="noopener">${manifest}</a>`,
        ]),
  ];
  return facts.map((fact) => `<span dir="auto">${fact}</span>`).join(' ');
}

function rightsElement(rights: string): string {
  if (!/^https?:\/\/\S+$/i.test(rights)) return escaped(rights);
  return `<a href="${escaped(rights)}" target="_blank" rel="noopener license">${escaped(rights.replace(/^https?:\/\/|\/$/gi, ''))}</a>`;
}
