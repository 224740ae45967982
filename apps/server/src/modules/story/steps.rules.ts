import type { FieldProblem } from '@armarium/contract/problem';
import {
  MISSING_DELAY_s,
  newStepTransition,
  type Step,
  type StepGiven,
  type StepTransition,
} from '@armarium/contract/story-steps';
import { cleanText } from '../records/public.ts';
import { cleanCommentary, commentaryProblem } from './commentary.rules.ts';
import { fragmentOf, regionOf, regionProblem, scaledRegion, type Region, type Size } from './regions.ts';

/** A step as it is stored. */
export interface StoredStep {
  readonly uuid: string;
  readonly asset: string;
  readonly title: string;
  readonly alt: string;
  /** HTML, as `cleanCommentary` gives it. */
  readonly commentary: string;
  readonly transition: StepTransition;
  readonly region: Region;
  /** The size of the image when the region was drawn. */
  readonly drawnOn: Size;
}

/** The image of a step as it is now; null where it is gone. */
interface ImageNow {
  /** Null while it is being prepared for the first time. */
  readonly size: Size | null;
  readonly isOpen: boolean;
}

type KnownStep = StoredStep & { readonly image: ImageNow | null };

/** The region of a step in the image as it is now, with the size of that image: a replaced image keeps the share. */
export function shownRegion({ region, drawnOn, image }: KnownStep): { region: Region; size: Size } {
  const size = image?.size ?? drawnOn;
  return { region: scaledRegion(region, drawnOn, size), size };
}

/** What somebody should look at (wire.md). @param isPublic whether visitors may read the story */
export function checkOf(step: KnownStep, isPublic: boolean): Step['check'] {
  const { image, drawnOn } = step;
  if (!image) return 'image-missing';
  // Before anything else: visitors see nothing of it.
  if (isPublic && !image.isOpen) return 'image-not-open';
  const isReplaced =
    image.size && (image.size.width !== drawnOn.width || image.size.height !== drawnOn.height);
  return isReplaced ? 'image-replaced' : null;
}

/** A step that a body gives, with its commentary cleaned. */
export interface CleanedStep extends Omit<StepGiven, 'resource'> {
  readonly commentary: string;
}

/** Cleans the commentary of a step. Its markup is read, which takes a while: outside any transaction. */
export const cleanedStep = ({ resource, ...step }: StepGiven): CleanedStep => ({
  ...step,
  commentary: cleanCommentary(resource?.[0]?.chars ?? ''),
});

/** The uuid in the id of a step. */
export const uuidOfStep = (step: Pick<StepGiven, '@id'>): string | undefined =>
  step['@id']?.slice('urn:uuid:'.length).toLowerCase();

interface StepGround {
  /** The steps of the story before the edit; for a new story, the steps that it is made from. */
  readonly known: readonly KnownStep[];
  /** The images that steps may show, by uuid. */
  readonly images: ReadonlyMap<string, Size>;
  /** The uuid of a step in the story. @param id that the body gives it */
  readonly uuidFor: (id: string | undefined) => string;
}

/**
 * The steps of a story after an edit (decisions §14). The image and the region of a step are only checked where they
 * differ from those of a known step, so that a story whose image is gone can be saved and copied.
 */
export function decideSteps(
  given: readonly CleanedStep[],
  { known, images, uuidFor }: StepGround,
): { steps: StoredStep[]; problems: FieldProblem[] } {
  const byUuid = new Map(known.map((step) => [step.uuid, step]));
  const byPlace = new Map(known.map((step) => [placeKey(step.asset, fragmentOf(step.region)), step]));
  const seen = new Set<string>();
  const problems: FieldProblem[] = [];
  const steps = given.map((step, index): StoredStep => {
    const refuse = (name: string, code: string, message: string) =>
      problems.push({
        name: `annotations[${index}].${name}`,
        code,
        message: `Step ${index + 1}: ${message}`,
      });
    const id = uuidOfStep(step);
    const uuid = uuidFor(id);
    if (seen.has(uuid)) refuse('@id', 'duplicate', 'another step of the list has the same id.');
    seen.add(uuid);
    const { commentary } = step;
    const tooMuch = commentaryProblem(commentary);
    if (tooMuch !== undefined) refuse('resource[0].chars', 'too-long', tooMuch);
    const asset = step.canvasUuid.toLowerCase();
    const fragment = step.on[0]?.selector.default.value ?? '';
    const same = (id === undefined ? undefined : byUuid.get(id)) ?? byPlace.get(placeKey(asset, fragment));
    const area = placedRegion(step, { asset, region: regionOf(fragment) }, same, images);
    if ('problem' in area) refuse(area.name, area.code, area.problem);
    return {
      uuid,
      asset,
      title: cleanText(step.label ?? ''),
      alt: cleanText(step.alt ?? ''),
      commentary,
      transition: step.transition
        ? { ...newStepTransition, delay: MISSING_DELAY_s, ...step.transition }
        : newStepTransition,
      ...('problem' in area ? noArea : area),
    };
  });
  return { steps, problems };
}

const placeKey = (asset: string, fragment: string) => `${asset} ${fragment}`;

type Area = Pick<StoredStep, 'region' | 'drawnOn'>;
const noArea: Area = { region: { x: 0, y: 0, width: 0, height: 0 }, drawnOn: { width: 0, height: 0 } };

/** The region of a step, and the image that it is drawn on; or what is wrong with it. */
function placedRegion(
  given: CleanedStep,
  { asset, region }: { asset: string; region: Region },
  same: KnownStep | undefined,
  images: ReadonlyMap<string, Size>,
): Area | { name: string; code: string; problem: string } {
  if (same?.asset === asset) {
    const { region: stored, drawnOn } = same;
    // From before the image was replaced: it is converted again.
    if (isSameRegion(region, stored)) return { region: stored, drawnOn };
    const shown = shownRegion(same);
    // As it is shown in the replaced image. Whoever looked at it sends the step without a check.
    if (isSameRegion(region, shown.region))
      return given.check === null ? { region, drawnOn: shown.size } : { region: stored, drawnOn };
  }
  const image = images.get(asset);
  if (!image) {
    return {
      name: 'canvasUuid',
      code: 'unknown-image',
      problem: 'the image does not exist (any more), or is not ready yet. Choose another.',
    };
  }
  const problem = regionProblem(region, image);
  if (problem === undefined) return { region, drawnOn: { width: image.width, height: image.height } };
  return { name: 'on[0].selector.default.value', code: 'region', problem };
}

const isSameRegion = (one: Region, other: Region) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** What the history keeps of a step. */
function kept(step: StoredStep) {
  const { uuid, asset, title, alt, commentary } = step;
  return {
    uuid,
    asset,
    xywh: fragmentOf(step.region),
    title,
    alt,
    commentary,
    // In one order, whatever order the database gave it.
    transition: { ...newStepTransition, ...step.transition },
  };
}

interface StepsSide {
  /** The steps that differ, each with its number, counted from 1. */
  readonly steps?: readonly object[];
  /** The uuids of all steps, where those that stay change places. */
  readonly stepOrder?: readonly string[];
}

/**
 * What an edit changed in the steps of a story, for its history: the steps that are new, changed or gone, and the order
 * where others moved.
 * @returns undefined where nothing changed
 */
export function stepChanges(
  before: readonly StoredStep[],
  after: readonly StoredStep[],
): { before: StepsSide; after: StepsSide } | undefined {
  const [was, is] = [before, after].map((steps) => new Map(steps.map((step) => [step.uuid, step]))) as [
    Map<string, StoredStep>,
    Map<string, StoredStep>,
  ];
  const contentOf = (step: StoredStep | undefined) =>
    step && JSON.stringify([kept(step), step.drawnOn.width, step.drawnOn.height]);
  const differs = ({ uuid }: StoredStep) => contentOf(was.get(uuid)) !== contentOf(is.get(uuid));
  const told = (steps: readonly StoredStep[]) =>
    steps.flatMap((step, index) => (differs(step) ? [{ number: index + 1, ...kept(step) }] : []));
  const [stepsBefore, stepsAfter] = [told(before), told(after)];
  const staying = (steps: readonly StoredStep[]) =>
    steps.map(({ uuid }) => uuid).filter((uuid) => was.has(uuid) && is.has(uuid));
  const isMoved = staying(before).join() !== staying(after).join();
  if (stepsBefore.length + stepsAfter.length === 0 && !isMoved) return undefined;
  const side = (changed: readonly object[], steps: readonly StoredStep[]): StepsSide => ({
    ...(stepsBefore.length + stepsAfter.length > 0 && { steps: changed }),
    ...(isMoved && { stepOrder: steps.map(({ uuid }) => uuid) }),
  });
  return { before: side(stepsBefore, before), after: side(stepsAfter, after) };
}
