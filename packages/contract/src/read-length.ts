const segmenter = new Intl.Segmenter();

/**
 * The segmenter of V8 copies its whole text for each character that it finds: a text of 200,000 characters took all memory.
 */
const PIECE = 256;

/** The number of characters that are read: a letter with its accents or an emoji is one. */
export function readLength(text: string): number {
  let count = 0;
  for (let start = 0; start < text.length;) {
    // Both halves of a surrogate pair stand in the same piece.
    const isBetweenHalves = /[\uD800-\uDBFF]/.test(text.charAt(start + PIECE - 1));
    const piece = text.slice(start, start + PIECE - Number(isBetweenHalves));
    const found = [...segmenter.segment(piece)];
    const last = found.at(-1);
    // The last character may go on behind the piece: it begins the next one.
    const isWhole = last === undefined || last.index === 0 || start + piece.length === text.length;
    count += isWhole ? found.length : found.length - 1;
    start += isWhole ? piece.length : last.index;
  }
  return count;
}
