import type { PresentationPart } from '../contents/use-contents.ts';

export type Degrees = 90 | 180 | 270;

/** What takes a change back. */
export type Undo =
  | { readonly kind: 'order'; readonly order: readonly string[] }
  | {
      readonly kind: 'labels';
      readonly labels: readonly { readonly uuid: string; readonly was: string; readonly is: string }[];
    }
  | { readonly kind: 'rotation'; readonly images: readonly string[]; readonly degrees: Degrees }
  | {
      readonly kind: 'contents' | 'reading';
      readonly was: PresentationPart;
      readonly is: PresentationPart;
      /** What was done, in words. */
      readonly said: string;
    };

/**
 * Leaves images out of the last turn of each that is to be taken back: it failed, and they are turned anew from where they
 * were before it.
 */
export function withoutFailed(undos: readonly Undo[], failed: readonly string[]): Undo[] {
  const left = new Set(failed);
  return undos
    .toReversed()
    .flatMap((undo): Undo[] => {
      if (undo.kind !== 'rotation') return [undo];
      const images = undo.images.filter((uuid) => !left.delete(uuid));
      return images.length > 0 ? [{ ...undo, images }] : [];
    })
    .toReversed();
}
