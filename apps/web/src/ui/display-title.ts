/**
 * A title as it is read. Italian libraries put an asterisk before the word that a title is filed under
 * (`La *Divina commedia`, decisions §10): it orders lists and is not shown. Only the first asterisk that
 * stands before a word is one; any other belongs to the title.
 */
export function displayTitle(title: string): string {
  return title.replace(/(^|[\s'’"«“(])\*(?=[\p{L}\p{N}])/u, '$1').trim();
}

/** The title of anything that has one: `sgtt`, else `label`, else the given word. */
export function titleOf(record: { sgtt: string; label: string }, untitled: string): string {
  return displayTitle(record.sgtt) || displayTitle(record.label) || untitled;
}
