import damerauLevenshtein from 'damerau-levenshtein';

/**
 * The known word that was probably meant. A slip is a changed, missing or added letter, or two neighbours in the wrong
 * order. Short words may have one slip, longer ones two.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  return known
    .map((candidate) => ({ candidate, slips: damerauLevenshtein(word, candidate).steps }))
    .filter(({ candidate, slips }) => slips <= (Math.min(candidate.length, word.length) < 8 ? 1 : 2))
    .sort((one, other) => one.slips - other.slips)[0]?.candidate;
}
