const MOST = 40;

/** A label as a line of the toolbar names it: a long one ends with an ellipsis. */
export function shortened(label: string): string {
  const letters = [...label];
  return letters.length <= MOST
    ? label
    : `${letters
        .slice(0, MOST - 1)
        .join('')
        .trimEnd()}…`;
}
