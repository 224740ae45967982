import {
  newStepTransition,
  type Step,
  type StepGiven,
  type StepTransition,
} from '@armarium/contract/story-steps';
import { isSameRegion, type Region } from '../../../viewers/area/region.ts';

/** A step as the editor holds it. */
export interface DraftStep {
  /** `urn:uuid:…`: that of the stored step, or of one that is yet to be stored. */
  readonly id: string;
  readonly title: string;
  readonly alt: string;
  /** HTML (wire.md). */
  readonly commentary: string;
  /** The uuid of the image. */
  readonly image: string;
  readonly region: Region;
  readonly transition: Readonly<StepTransition>;
  /** What the server found about its image; null too where somebody looked at it (`docs/decisions/2026-11-26-stories.md`). */
  readonly check: Step['check'];
}

/** What of a step is compared and merged by itself. An image and the area on it belong together. */
export const stepParts = ['title', 'alt', 'commentary', 'area', 'transition'] as const;
export type StepPart = (typeof stepParts)[number];

const fields = {
  title: ['title'],
  alt: ['alt'],
  commentary: ['commentary'],
  area: ['image', 'region', 'check'],
  transition: ['transition'],
} as const satisfies Record<StepPart, readonly (keyof DraftStep)[]>;

const isSameTransition = (one: StepTransition, other: StepTransition): boolean =>
  one === other ||
  (Object.keys(newStepTransition) as (keyof StepTransition)[]).every((name) => one[name] === other[name]);

/** A mark that was taken away is a change (somebody looked at the area); one that the server sets is none. */
const isAcknowledged = (one: DraftStep, other: DraftStep): boolean =>
  (one.check === 'image-replaced' && other.check === null) ||
  (one.check === null && other.check === 'image-replaced');

/** Whether two steps have the same in a part. */
export function isSamePart(one: DraftStep, other: DraftStep, part: StepPart): boolean {
  if (one === other) return true;
  if (part === 'area')
    return one.image === other.image && isSameRegion(one.region, other.region) && !isAcknowledged(one, other);
  if (part === 'transition') return isSameTransition(one.transition, other.transition);
  return one[part] === other[part] || stored(one, part) === stored(other, part);
}

/** A text as the server writes it: a title loses the white space around it, and markup has more than one form. */
const stored = (step: DraftStep, part: 'title' | 'alt' | 'commentary'): string =>
  part === 'commentary'
    ? step.commentary
        .replace(/<br\s*\/?>/gi, '<br>')
        .replaceAll('&nbsp;', '\u00a0')
        .normalize('NFC')
        .trim()
    : step[part].normalize('NFC').trim();

/** Whether two steps are the same to the letter. */
export const isIdentical = (one: DraftStep, other: DraftStep): boolean =>
  one.title === other.title &&
  one.alt === other.alt &&
  one.commentary === other.commentary &&
  changedParts(one, other).length === 0;

/** In what two steps differ, beside their ids. */
export const changedParts = (one: DraftStep, other: DraftStep): StepPart[] =>
  one === other ? [] : stepParts.filter((part) => !isSamePart(one, other, part));

/** A step with some parts of another one. */
export function withParts(step: DraftStep, from: DraftStep, parts: readonly StepPart[]): DraftStep {
  if (parts.length === 0) return step;
  const names = parts.flatMap((part): readonly (keyof DraftStep)[] => fields[part]);
  return { ...step, ...Object.fromEntries(names.map((name) => [name, from[name]])) };
}

/** Whether two lists hold the same steps in the same order. */
export const isSameList = (one: readonly DraftStep[], other: readonly DraftStep[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every((step, index) => {
      const beside = other[index];
      return (
        step === beside ||
        (beside !== undefined && step.id === beside.id && changedParts(step, beside).length === 0)
      );
    }));

const NO_REGION: Region = { x: 0, y: 0, width: 0, height: 0 };

/** @param fragment `xywh=x,y,width,height` */
function regionFrom(fragment: string): Region {
  const [x, y, width, height] = fragment
    .replace(/^xywh=/, '')
    .split(',')
    .map(Number);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return NO_REGION;
  return { x, y, width, height };
}

/** A stored step, as the editor holds it. */
export const draftOf = (step: Step): DraftStep => ({
  id: step['@id'],
  title: step.label,
  alt: step.alt,
  commentary: step.resource[0]?.chars ?? '',
  image: step.canvasUuid,
  region: regionFrom(step.on[0]?.selector.default.value ?? ''),
  transition: step.transition,
  check: step.check,
});

/** A step, as it is sent. */
export const givenOf = ({
  id,
  title,
  alt,
  commentary,
  image,
  region: { x, y, width, height },
  transition,
  check,
}: DraftStep): StepGiven => ({
  '@id': id,
  label: title,
  alt,
  canvasUuid: image,
  check,
  transition: { ...transition },
  resource: [{ chars: commentary }],
  on: [{ selector: { default: { value: `xywh=${x},${y},${width},${height}` } } }],
});

/** What a step that is added begins with: an area of an image. */
export interface NewArea {
  readonly image: string;
  readonly region: Region;
  /** Where one is at hand. */
  readonly title?: string;
}

/** A new step of an area (EDIT-34). */
export const newStep = (id: string, { image, region, title = '' }: NewArea): DraftStep => ({
  id,
  title,
  alt: '',
  commentary: '',
  image,
  region,
  transition: newStepTransition,
  check: null,
});
