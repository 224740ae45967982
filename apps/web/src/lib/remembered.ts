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
