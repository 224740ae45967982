import type { DraftStep } from './draft-step.ts';
import { commentaryText, isCommentaryTooLong } from './commentary-text.ts';

/** What somebody should look at before a story is published; the order is that in which it is told. */
export const findingKinds = [
  'image-missing',
  'image-not-open',
  'image-replaced',
  'too-long',
  'no-title',
  'no-alt',
  'tiny',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  readonly kind: FindingKind;
  /** Of the step. */
  readonly id: string;
  /** The number of the step, from 1. */
  readonly number: number;
}

/** An area that is narrower or lower than this is coarse on every screen, in pixels of the image. */
const TINY_px = 100;

/**
 * What is odd about the steps of a story, kind by kind (design "Check before publishing").
 * @param closed the uuids of images that visitors may not see and that nobody has agreed to show in this story
 */
export function findingsOf(steps: readonly DraftStep[], closed: ReadonlySet<string>): Finding[] {
  const all = steps.flatMap((step, index) =>
    kindsOf(step, closed.has(step.image)).map((kind): Finding => ({ kind, id: step.id, number: index + 1 })),
  );
  return findingKinds.flatMap((kind) => all.filter((finding) => finding.kind === kind));
}

function kindsOf({ title, alt, commentary, check, region }: DraftStep, isClosed: boolean): FindingKind[] {
  const kinds: FindingKind[] = [];
  if (check !== null) kinds.push(check);
  // The server marks such an image only where the story is public already.
  if (isClosed && check !== 'image-not-open') kinds.push('image-not-open');
  if (isCommentaryTooLong(commentary)) kinds.push('too-long');
  if (title.trim() === '') kinds.push('no-title');
  // Screen readers read the alternative text, or the title where there is none.
  if (alt.trim() === '') kinds.push('no-alt');
  if (Math.min(region.width, region.height) < TINY_px) kinds.push('tiny');
  return kinds;
}

/** What names a step in lists: its title, else the beginning of its commentary. */
export function nameOf({ title, commentary }: Pick<DraftStep, 'title' | 'commentary'>): string {
  return title.trim() || commentaryText(commentary).slice(0, 80);
}
