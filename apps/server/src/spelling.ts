/** How many signs must be changed, left out, added or swapped with their neighbour to make one word of the other. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const at = (line: number, column: number) =>
        (line === i ? row[column] : rows[line]?.[column]) ?? Infinity;
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same, swapped));
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? Infinity;
}

/** The known word that was probably meant: of short words at most one slip away, of longer ones two. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  return known
    .map((candidate) => ({ candidate, away: distance(word, candidate) }))
    .filter(({ candidate, away }) => away <= (Math.min(candidate.length, word.length) < 8 ? 1 : 2))
    .sort((one, other) => one.away - other.away)[0]?.candidate;
}
