import { displayTitle } from '@armarium/contract/display-title';

export { displayTitle };

/** The title of anything that has one: `sgtt`, else `label`, else the given word. */
export function titleOf(record: { sgtt: string; label: string }, untitled: string): string {
  return displayTitle(record.sgtt) || displayTitle(record.label) || untitled;
}
