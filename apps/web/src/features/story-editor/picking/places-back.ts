/** The parts of the browser's Navigation API that are read here: TypeScript 5.9 has no types of them. */
interface Navigation {
  readonly currentEntry: Entry | null;
  entries(): readonly Entry[];
}
interface Entry {
  readonly index: number;
  readonly url: string | null;
  readonly sameDocument: boolean;
}

/**
 * How many places back in the history an editor stands, where only pages below its address were opened since. 0 where
 * that isn't so, as in a new tab, or where the browser has no Navigation API: then the history can't tell.
 * @param editor the path of the editor
 * @param navigation that of the window
 */
export function placesBackTo(
  editor: string,
  navigation = Reflect.get(window, 'navigation') as Navigation | undefined,
): number {
  const here = navigation?.currentEntry?.index ?? -1;
  const before = navigation?.entries().slice(0, Math.max(0, here)).toReversed() ?? [];
  for (const [index, { url, sameDocument }] of before.entries()) {
    // Going back to another document would ask whether to leave what is not saved.
    if (url === null || !sameDocument) return 0;
    const { pathname } = new URL(url);
    if (pathname === editor) return index + 1;
    if (!pathname.startsWith(`${editor}/`)) return 0;
  }
  return 0;
}
