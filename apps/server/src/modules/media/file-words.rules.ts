import type { FieldProblem } from '@armarium/contract/problem';
import type { UploadKind } from './kinds.ts';

/** The names that a kind's calls have beside those that all have: for the same thing. */
const sameThings: { readonly [Kind in UploadKind]?: readonly (readonly [common: string, own: string])[] } = {
  pdf: [['imageLink', 'pdfLink']],
  audio: [
    ['originalFilename', 'audioOriginalName'],
    ['imageLink', 'audioLink'],
  ],
  video: [
    ['originalFilename', 'videoOriginalName'],
    ['imageLink', 'videoLink'],
  ],
  // A model is either of the two.
  zip: [
    ['imageLink', 'zipLink'],
    ['objectLink', 'zipLink'],
  ],
  object: [['imageLink', 'objectLink']],
};

/**
 * What a file is told to be called and where, under two names that disagree.
 * @param path the place of the file in the body
 */
export function disagreements(kinds: readonly UploadKind[], file: object, path: string): FieldProblem[] {
  const told = file as Readonly<Record<string, unknown>>;
  return kinds
    .flatMap((kind) => sameThings[kind] ?? [])
    .filter(([common, own]) => told[common] !== undefined && told[own] !== undefined)
    .filter(([common, own]) => told[common] !== told[own])
    .map(([common, own]) => ({
      name: `${path}${own}`,
      code: 'disagrees',
      message: `It is the same as ${common}, and says something else. Leave one of the two out.`,
    }));
}
