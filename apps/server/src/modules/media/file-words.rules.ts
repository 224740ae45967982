import type { FieldProblem } from '@armarium/contract/problem';
import type { UploadKind } from './kinds.ts';

/** Property names of a kind's calls that mean the same as the common ones. */
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
  // A zip may be a model of either format.
  zip: [
    ['imageLink', 'zipLink'],
    ['objectLink', 'zipLink'],
  ],
  object: [['imageLink', 'objectLink']],
};

/**
 * The problems of a file that has a property under two names with different values.
 * @param path the path of the file in the body
 */
export function disagreements(kinds: readonly UploadKind[], file: object, path: string): FieldProblem[] {
  const properties = file as Readonly<Record<string, unknown>>;
  return kinds
    .flatMap((kind) => sameThings[kind] ?? [])
    .filter(([common, own]) => properties[common] !== undefined && properties[own] !== undefined)
    .filter(([common, own]) => properties[common] !== properties[own])
    .map(([common, own]) => ({
      name: `${path}${own}`,
      code: 'disagrees',
      message: `It is the same as ${common}, and says something else. Leave one of the two out.`,
    }));
}
