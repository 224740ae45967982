import type { StepTransition } from '@armarium/contract/story-steps';
import type { Box } from '../story/geometry.ts';
import type { StagedStep } from '../story/story-stage.ts';
import { identifierOf, readShown } from './shown.ts';

/** What the server writes into the page of a story. Its texts stand in the article. */
interface ShownStory {
  readonly images: readonly { readonly uuid: string; readonly width: number; readonly height: number }[];
  readonly steps: readonly {
    readonly uuid: string;
    /** The place of its image in `images`; null where the reader can't see it. */
    readonly image: number | null;
    /** In pixels of the image as the reader gets it; absent without an image. */
    readonly region?: Box;
    /** What is read to those who don't see the picture; absent without an image. */
    readonly alt?: string;
    readonly transition: StepTransition;
  }[];
}

/** A step with its texts, which are parts of the article. */
export interface PlayedStep extends StagedStep {
  readonly uuid: string;
  /** Empty where it has none. */
  readonly title: string;
  readonly alt: string;
  readonly commentary: readonly Node[];
  /** What the picture is and where it is kept; empty where it is not shown. */
  readonly credit: readonly Node[];
  /** Why there is no picture; empty where there is one. */
  readonly missing: string;
}

/** A link of the article. */
export interface ArticleLink {
  readonly address: string;
  /** What it leads to, as people call it. */
  readonly title: string;
}

export interface PlayedStory {
  readonly title: string;
  /** The next story of the series that this one is read in; undefined at its last one, and outside a series. */
  readonly next: ArticleLink | undefined;
  /** The series; undefined outside one. */
  readonly series: ArticleLink | undefined;
  readonly steps: readonly PlayedStep[];
}

/** Where there is no picture, the card stands as beside a square one. */
export const NO_REGION: Box = { x: 0, y: 0, width: 1, height: 1 };

/** The address of an image in the image API, without a slash at its end. */
export const imageAddress = (uuid: string): string => `/iiif/3/${identifierOf(uuid)}`;

/** The story of the page: the data, and the texts of the article. */
export function playedStory(): PlayedStory {
  const shown = readShown<ShownStory>();
  const images = shown.images.map(({ uuid, ...size }) => ({
    ...size,
    address: imageAddress(uuid),
  }));
  const article = document.getElementById('story');
  return {
    title: article?.querySelector('h1')?.textContent ?? '',
    next: linkIn(article, '.next-story'),
    series: linkIn(article, '.series'),
    steps: shown.steps.map(({ image, uuid, region, alt, ...step }) => {
      const section = document.getElementById(uuid);
      const childrenOf = (selector: string) =>
        [...(section?.querySelector(selector)?.childNodes ?? [])].map((node) => node.cloneNode(true));
      return {
        ...step,
        uuid,
        image: image === null ? undefined : images[image],
        region: region ?? NO_REGION,
        alt: alt ?? '',
        title: section?.querySelector('.name')?.textContent ?? '',
        commentary: childrenOf('.commentary'),
        credit: childrenOf('figcaption'),
        missing: section?.querySelector('.missing')?.textContent ?? '',
      };
    }),
  };
}

function linkIn(article: HTMLElement | null, selector: string): ArticleLink | undefined {
  const link = article?.querySelector<HTMLAnchorElement>(`a${selector}`);
  return link ? { address: link.href, title: link.querySelector('cite')?.textContent ?? '' } : undefined;
}
