import { isSameRegion } from '../area/region.ts';
import type { DraftStory, DraftStoryStep } from '../story/draft-story.ts';
import { failureFrom, type TileFailure } from '../story/tile-store.ts';
import type { TiledImage } from '../story/tiles.ts';
import { shownCommentary } from './commentary.ts';
import { imageAddress, NO_REGION, type PlayedStep, type PlayedStory } from './story-shown.ts';
import { sayInStory } from './story-words.ts';
import { say } from './words.ts';

/**
 * What is known of an image: `awaited` while it is asked for, `closed` where it is gone or not open to the reader,
 * `unreachable` where there was no answer.
 */
type KnownImage = TiledImage | 'awaited' | TileFailure;

interface ReadStep {
  readonly given: DraftStoryStep;
  readonly image: KnownImage;
  readonly step: PlayedStep;
}

/** Reads the steps that an editor hands over. What they don't say about an image is known from the page, or asked for. */
export class DraftSteps {
  /** The images by their addresses. */
  readonly #images = new Map<string, KnownImage>();
  /** What the page says about each of its images, by address. */
  readonly #credits = new Map<string, readonly Node[]>();
  /** The steps by their uuids, as they were read last. */
  #read: ReadonlyMap<string, ReadStep> = new Map();
  readonly #onImage: () => void;

  /** @param onImage something has become known about an image: the steps are to be read again */
  constructor({ steps }: PlayedStory, onImage: () => void) {
    this.#onImage = onImage;
    for (const { image, credit } of steps) {
      if (!image) continue;
      this.#images.set(image.address, image);
      this.#credits.set(image.address, credit);
    }
  }

  /** A step that did not change is the same object in each answer. */
  read({ steps }: DraftStory): PlayedStep[] {
    const before = this.#read;
    this.#read = new Map(
      steps.map((given) => {
        const image = this.#imageOf(given);
        const known = before.get(given.uuid);
        const isSame = known?.image === image && isSameStep(known.given, given);
        return [given.uuid, isSame ? known : { given, image, step: this.#stepOf(given, image) }];
      }),
    );
    return [...this.#read.values()].map(({ step }) => step);
  }

  /** Whether the image of a step is not known yet. @param index of the steps that were read last */
  isAwaited(index: number): boolean {
    return [...this.#read.values()][index]?.image === 'awaited';
  }

  /** Images that could not be had are asked for again when the steps are read. */
  askAgain(): void {
    for (const [address, image] of this.#images)
      if (image === 'closed' || image === 'unreachable') this.#images.delete(address);
  }

  #stepOf({ commentary, ...given }: DraftStoryStep, image: KnownImage): PlayedStep {
    const shown = typeof image === 'object' ? image : undefined;
    const credit = (shown && this.#credits.get(shown.address)) ?? [];
    const item = credit.map(titleIn).find((title) => title !== '') ?? '';
    return {
      ...given,
      // As the server writes it.
      alt: given.alt || [given.title, item].filter((part) => part !== '').join(' · '),
      commentary: shownCommentary(commentary),
      image: shown,
      region: shown ? given.region : NO_REGION,
      credit,
      missing: reasonFor(image),
    };
  }

  #imageOf({ image }: DraftStoryStep): KnownImage {
    if (image === undefined) return 'closed';
    const address = imageAddress(image);
    if (!this.#images.has(address)) void this.#ask(address);
    return this.#images.get(address) ?? 'awaited';
  }

  /** Asks for the size of an image that the page did not have when it was loaded. */
  async #ask(address: string): Promise<void> {
    this.#images.set(address, 'awaited');
    this.#images.set(address, await imageAt(address));
    this.#onImage();
  }
}

async function imageAt(address: string): Promise<KnownImage> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- The client's own call is larger than the player.
    const answer = await fetch(`${address}/info.json`);
    if (!answer.ok) return failureFrom(answer.status);
    const { width, height } = (await answer.json()) as TiledImage;
    return { address, width, height };
  } catch {
    return 'unreachable';
  }
}

function reasonFor(image: KnownImage): string {
  if (image === 'closed') return sayInStory('notShown');
  return image === 'unreachable' ? say('partlyFailed') : '';
}

/** The title of the item in its credit. */
const titleIn = (node: Node): string =>
  node instanceof Element ? (node.querySelector('cite')?.textContent ?? '') : '';

function isSameStep(one: DraftStoryStep, other: DraftStoryStep): boolean {
  const { region, transition } = one;
  return (
    one.title === other.title &&
    one.alt === other.alt &&
    one.commentary === other.commentary &&
    one.image === other.image &&
    isSameRegion(region, other.region) &&
    (Object.keys(transition) as (keyof typeof transition)[]).every(
      (name) => transition[name] === other.transition[name],
    )
  );
}
