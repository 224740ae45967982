/**
 * A duplicate key in one object of a JSON text, at any depth: JSON.parse silently keeps the last one.
 * @param text valid JSON
 */
export function repeatedKey(text: string): string | undefined {
  // The keys of the open objects; undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(undefined);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (keys && isBeforeColon(text, end + 1)) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
    }
  }
  return undefined;
}

/** The index of the quotation mark that closes the one at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    // An even number of backslashes escapes only itself.
    if (escapes % 2 === 0) return end;
  }
}

function isBeforeColon(text: string, at: number): boolean {
  let place = at;
  while (' \t\n\r'.includes(text[place] ?? ':')) place += 1;
  return text[place] === ':';
}
