import { Value } from '@sinclair/typebox/value';
import type { FieldProblem } from '@armarium/contract/problem';
import { STEPS_MAX, StepTransition } from '@armarium/contract/story-steps';
import { altAsText, STEPS_RANGE, titleAsText, TRANSITION, WITHOUT_TEXT } from '../manifest-properties.ts';
import type { Region } from '../regions.ts';
import { targetAddress, targetRegion } from './annotation-target.ts';
import { readCanvas, type FileCanvas } from './file-canvas.ts';
import { bodyTexts, readableIn, textIn } from './file-texts.ts';
import { listOf, propertiesOf, stringOf } from './json-values.ts';

/** A step as a manifest tells it. */
export interface FileStep {
  readonly canvas: FileCanvas;
  /** In pixels of the canvas; undefined where it could not be read. */
  readonly region: Region | undefined;
  readonly title: string;
  readonly alt: string;
  /** HTML as it stands in the file: it has to be cleaned. */
  readonly commentary: string;
  readonly transition: StepTransition | undefined;
}

/** A story as a manifest tells it. */
export interface FileStory {
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly steps: readonly FileStep[];
  /** How many annotations have no text that is understood, or no canvas of the file. */
  readonly annotationsLeftOut: number;
  /** How many pages of annotations the file has no content of, but an address. */
  readonly linkedPages: number;
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * Reads a manifest of the IIIF Presentation API 3.0 as a story: its annotations are the steps, in the order of the range that
 * our own manifests have, else as they stand on the canvases. Of other programs' manifests everything is optional. Pure.
 */
export function readManifest(file: unknown): { story: FileStory } | { problem: FieldProblem } {
  const manifest = propertiesOf(file);
  if ('@type' in manifest && !('type' in manifest))
    return refused('older-version', 'This is a manifest of an older version. Export it in version 3.0.');
  if (manifest['type'] !== 'Manifest') return refused('no-manifest', 'This is no IIIF manifest.');
  const canvases = listOf(manifest['items'])
    .map(propertiesOf)
    .map((canvas) => ({ ...readCanvas(canvas), pages: pagesOf(canvas) }));
  const byId = new Map(canvases.map((canvas) => [canvas.id, canvas]));
  // Annotations stand on their canvas, or in the manifest.
  const loosePages = pagesOf(manifest);
  const given = [
    ...canvases.flatMap((canvas) =>
      annotationsOn(canvas.pages).map((annotation) => ({ annotation, canvas })),
    ),
    ...annotationsOn(loosePages).map((annotation) => ({
      annotation,
      canvas: byId.get(targetAddress(annotation['target'])),
    })),
  ];
  // Counted before any text is read, which takes a while.
  if (given.length > STEPS_MAX) return tooMany(given.length);
  const annotated = given.flatMap(
    ({ annotation, canvas }) => (canvas && readAnnotation(annotation, canvas)) ?? [],
  );
  const ranges = stepRanges(manifest);
  const steps = ranges ? inOrderOfRanges(ranges, annotated, byId) : annotated.map(({ step }) => step);
  if (steps.length > STEPS_MAX) return tooMany(steps.length);
  if (steps.length === 0)
    return refused('no-steps', 'The file has no annotations with a text, of which steps could be made.');
  const author = listOf(manifest['metadata']).map(propertiesOf).find(isAuthor);
  return {
    story: {
      title: textIn(manifest['label']),
      author: readableIn(author?.['value']),
      description: readableIn(manifest['summary']),
      steps,
      annotationsLeftOut: given.length - annotated.length,
      linkedPages: [...loosePages, ...canvases.flatMap(({ pages }) => pages)].filter(
        (page) => !('items' in page),
      ).length,
    },
  };
}

const refused = (code: string, message: string) => ({ problem: { name: 'body', code, message } });
const tooMany = (count: number) =>
  refused('too-many-steps', `The file has ${count} annotations, and a story has ${STEPS_MAX} steps at most.`);

/** The pages of annotations of a canvas or of a manifest. */
const pagesOf = ({ annotations }: Properties): Properties[] => listOf(annotations).map(propertiesOf);

/** Painted content and transcriptions are not commentaries. */
const otherMotivations = new Set(['painting', 'supplementing']);

const annotationsOn = (pages: readonly Properties[]): Properties[] =>
  pages
    .flatMap((page) => listOf(page['items']))
    .map(propertiesOf)
    .filter(({ motivation }) => !listOf(motivation).some((one) => otherMotivations.has(stringOf(one))));

interface AnnotatedStep {
  /** The last part of the id of the annotation, which the range of our own step has too. */
  readonly key: string;
  readonly step: FileStep;
}

/** @returns undefined where the annotation has no text */
function readAnnotation(annotation: Properties, canvas: FileCanvas): AnnotatedStep | undefined {
  const title = textIn(annotation['label']);
  const alt = readableIn(annotation['summary']);
  const texts = bodyTexts(annotation);
  // Our own manifests repeat the title as the first text, and the alternative text where there is no other text.
  const isRepeated = texts[0] === (title === '' ? altAsText(alt) : titleAsText(title));
  const commentary = texts.slice(isRepeated ? 1 : 0).join('');
  if (title === '' && alt === '' && commentary === '') return undefined;
  const region = targetRegion(annotation['target'], canvas.size);
  const step = { canvas, region, title, alt, commentary, transition: undefined };
  return { key: keyOf(annotation['id']), step };
}

const keyOf = (id: unknown): string => stringOf(id).split('/').at(-1) ?? '';

const isAuthor = ({ label }: Properties): boolean =>
  Object.values(propertiesOf(label))
    .flatMap(listOf)
    .some((text) => /^(?:author|autore)$/i.test(stringOf(text)));

/** The ranges of the steps of one of our own manifests. */
function stepRanges(manifest: Properties): Properties[] | undefined {
  const range = listOf(manifest['structures'])
    .map(propertiesOf)
    .find(({ id }) => stringOf(id).endsWith(STEPS_RANGE));
  return range && listOf(range['items']).map(propertiesOf);
}

/**
 * The steps in the order of their ranges. A step without texts has a range and no annotation. Annotations that were added to
 * the file follow at the end.
 */
function inOrderOfRanges(
  ranges: readonly Properties[],
  annotated: readonly AnnotatedStep[],
  canvases: ReadonlyMap<string, FileCanvas>,
): FileStep[] {
  const byKey = new Map(annotated.filter(({ key }) => key !== '').map((one) => [one.key, one]));
  const placed = new Set<AnnotatedStep>();
  const ordered = ranges.flatMap((range): FileStep[] => {
    const one = byKey.get(keyOf(range['id']));
    const step = one && !placed.has(one) ? one.step : silentStep(range, canvases);
    if (one) placed.add(one);
    const given = range[TRANSITION];
    return step ? [{ ...step, transition: Value.Check(StepTransition, given) ? given : undefined }] : [];
  });
  const added = annotated.filter((one) => !placed.has(one));
  return [...ordered, ...added.map(({ step }) => step)];
}

function silentStep(range: Properties, canvases: ReadonlyMap<string, FileCanvas>): FileStep | undefined {
  const { id } = propertiesOf(listOf(range['items'])[0]);
  const canvas = canvases.get(targetAddress(id));
  if (!canvas || range[WITHOUT_TEXT] !== true) return undefined;
  const region = targetRegion(id, canvas.size);
  return { canvas, region, title: '', alt: '', commentary: '', transition: undefined };
}
