import type { StepTransition } from '@armarium/contract/story-steps';
import type { ReaderImage, ReaderStep } from '../story/story-for-reader.ts';
import { altAsText, fragmentOf, titleAsText, type Region } from '../../story/public.ts';
import type { Provider } from './collection-source.ts';
import { storyManifestId, type Version } from './manifest-ids.ts';

/** A canvas of a story: an image that its steps show, or the empty one of a step whose image the reader does not see. */
export interface StoryCanvas {
  /** The uuid of the image, else that of the step. */
  readonly uuid: string;
  readonly image: ReaderImage | undefined;
  readonly steps: readonly StoryAnnotation[];
}

/** A step, as it stands on its canvas. */
export interface StoryAnnotation {
  readonly uuid: string;
  readonly title: string;
  readonly alt: string;
  /** HTML (wire.md). */
  readonly commentary: string;
  readonly transition: StepTransition;
  /** In pixels of the canvas; undefined on an empty one. */
  readonly region: Region | undefined;
}

/** A story as its manifests tell it. Ids alone, never an origin (decisions §2). */
export interface StorySource {
  readonly uuid: string;
  /** What stands behind the uuids of the story and of its images in addresses. */
  readonly suffix: string;
  /** The same of other records. */
  readonly onwardSuffix: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  /** The organisation that tells it. */
  readonly provider: Provider;
  /** In the order in which the story comes to them. */
  readonly canvases: readonly StoryCanvas[];
  /** The steps in their order, each with its canvas. */
  readonly steps: readonly { readonly step: StoryAnnotation; readonly canvas: StoryCanvas }[];
}

/** What the manifests tell of the steps that a reader sees. Pure. */
export function storyCanvases(steps: readonly ReaderStep[]): Pick<StorySource, 'canvases' | 'steps'> {
  const canvases = new Map<string, StoryCanvas & { steps: StoryAnnotation[] }>();
  const told = steps.map(({ uuid, title, alt, commentary, transition, image, wholeRegion }) => {
    const key = image?.uuid ?? uuid;
    const canvas = canvases.get(key) ?? { uuid: key, image, steps: [] };
    canvases.set(key, canvas);
    // An alternative text describes a picture that this reader does not see.
    const shown = image ? { alt, region: wholeRegion } : { alt: '', region: undefined };
    const step = { uuid, title, commentary, transition, ...shown };
    canvas.steps.push(step);
    return { step, canvas };
  });
  return { canvases: [...canvases.values()], steps: told };
}

/** The title and the commentary of a step as texts in HTML, in the order in which they are read; without both its alternative text. */
export function textsOf({ title, alt, commentary }: StoryAnnotation): string[] {
  const texts = [title === '' ? '' : titleAsText(title), commentary];
  const told = texts.filter((text) => text !== '');
  return told.length > 0 || alt === '' ? told : [altAsText(alt)];
}

/** The steps that say something: the others stand in the range alone. */
export const spokenSteps = ({ steps }: StoryCanvas): readonly StoryAnnotation[] =>
  steps.filter((step) => textsOf(step).length > 0);

/** The size of a canvas on which nothing is painted: it has to have one. */
export const EMPTY_CANVAS = { width: 1200, height: 1200 } as const;

/** Where a story's documents are in a version of the API, and how its records are addressed. */
export interface StoryAddresses {
  readonly origin: string;
  /** All ids of the story begin with it. */
  readonly base: string;
  /** The uuid of the story, with what stands behind it. */
  readonly story: string;
  readonly suffix: string;
  readonly onwardSuffix: string;
}

export function storyAddresses(
  { uuid, suffix, onwardSuffix }: StorySource,
  origin: string,
  version: Version,
): StoryAddresses {
  const story = `${uuid}${suffix}`;
  const base = storyManifestId(origin, version, story).slice(0, -'/manifest'.length);
  return { origin, base, story, suffix, onwardSuffix };
}

export const canvasId = ({ uuid }: StoryCanvas, { base }: StoryAddresses): string => `${base}/canvas/${uuid}`;

/** What an annotation is about: a region by its fragment, which all viewers read, or a whole empty canvas. */
export const targetOf = (
  { region }: StoryAnnotation,
  canvas: StoryCanvas,
  addresses: StoryAddresses,
): string => `${canvasId(canvas, addresses)}${region ? `#${fragmentOf(region)}` : ''}`;

/** The label of a canvas with an image. */
export const imageLabel = ({ itemTitle, label }: ReaderImage): string =>
  [itemTitle, label].filter((text) => text !== '').join(' · ');
