/** What this browser remembers under a key, or null; also when storage is forbidden or full. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a value in this browser as far as it lets us; losing it must never break a screen. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Forbidden or full: the choice holds until the page is left.
  }
}

/**
 * The list that this browser remembers under a key; empty where it has none, or where something else wrote it.
 * @param entryFrom reads an entry; undefined leaves it out
 */
export function recallList<T>(key: string, entryFrom: (kept: unknown) => T | undefined): T[] {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap((one) => entryFrom(one) ?? []) : [];
  } catch {
    return [];
  }
}
