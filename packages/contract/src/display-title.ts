/**
 * A title as it is read. Italian libraries put an asterisk before the word that a title is filed under
 * (`La *Divina commedia`, decisions §10): it orders lists and is not shown. Only the first asterisk that
 * stands before a word is one; any other belongs to the title.
 */
export function displayTitle(title: string): string {
  return title.replace(/(^|[\s'’"«“(])\*(?=[\p{L}\p{N}])/u, '$1').trim();
}
