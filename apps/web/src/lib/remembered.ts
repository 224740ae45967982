/** What this browser remembers under a key, or null; also when storage is forbidden or full. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Remembers a value in this browser as far as it lets us; losing it must never break a screen.
 * @returns false where it is forbidden or full: the value holds until the page is left
 */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** The keys that begin so, of what this browser remembers. */
export function rememberedKeys(beginning: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}

/** Takes away what this browser remembers under a key. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: there is nothing.
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
