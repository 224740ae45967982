import type { FieldProblem } from '@armarium/contract/problem';
import {
  COMMENTARY_MAX_MARKUP,
  newStepTransition,
  STEP_ALT_MAX,
  STEP_TITLE_MAX,
} from '@armarium/contract/story-steps';
import { cleanText } from '../../records/public.ts';
import { cleanCommentary, commentaryProblem } from '../commentary.rules.ts';
import { enlargedRegion, scaledRegion, type Size } from '../regions.ts';
import type { StoredStep } from '../steps.rules.ts';
import type { FileStep } from './manifest-file.ts';

/** A step with its texts as they are stored, and what does not fit of them. Its markup is read, which takes a while. Pure. */
export function cleanedStep(step: FileStep, index: number): { step: FileStep; problems: FieldProblem[] } {
  const title = cleanText(step.title);
  const alt = cleanText(step.alt);
  const isTooMuch = step.commentary.length > COMMENTARY_MAX_MARKUP;
  const commentary = isTooMuch ? '' : cleanCommentary(step.commentary);
  const faults = {
    title: lengthProblem('title', title, STEP_TITLE_MAX),
    alt: lengthProblem('alternative text', alt, STEP_ALT_MAX),
    commentary: isTooMuch
      ? lengthProblem('commentary with its markup', step.commentary, COMMENTARY_MAX_MARKUP)
      : commentaryProblem(commentary),
  };
  const problems = Object.entries(faults).flatMap(([name, fault]) =>
    fault === undefined
      ? []
      : [{ name: `steps[${index}].${name}`, code: 'too-long', message: `Step ${index + 1}: ${fault}` }],
  );
  return { step: { ...step, title, alt, commentary }, problems };
}

const lengthProblem = (what: string, { length }: string, limit: number): string | undefined =>
  length > limit ? `the ${what} has ${length} characters, and ${limit} fit.` : undefined;

/** The image that a canvas of a file shows. */
export interface MatchedImage {
  readonly uuid: string;
  /** Undefined where it is not here. */
  readonly size: Size | undefined;
}

/**
 * A step as it is stored. Where the image has other proportions than the canvas of the file, the step keeps the region and the
 * size from the file: it is shown as one whose image was replaced. Pure.
 */
export function importedStep(step: FileStep, uuid: string, { uuid: asset, size }: MatchedImage): StoredStep {
  const { canvas, title, alt, commentary, transition } = step;
  const region = enlargedRegion(step.region ?? { x: 0, y: 0, ...canvas.size }, canvas.size);
  return {
    uuid,
    asset,
    title,
    alt,
    commentary,
    transition: transition ?? newStepTransition,
    ...(size && isAlike(size, canvas.size)
      ? {
          region: scaledRegion(region, canvas.size, size),
          drawnOn: { width: size.width, height: size.height },
        }
      : { region, drawnOn: canvas.size }),
  };
}

/** Whether two sizes have the same proportions, apart from rounding. */
const isAlike = (one: Size, other: Size): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) < 0.01;
