import { LRUCache } from 'lru-cache';

export interface ImageCounts {
  readonly ready: number;
  readonly watermarked: number;
}

/** Those of a million images, which take more than a second, are kept for half a minute; those of a few hardly at all. */
const KEPT_TIMES = 20;
/** Each is two numbers; the least recently used ones are dropped. */
const REMEMBERED = 1_000;

/**
 * Remembers counts of images twenty times as long as counting took: every image is looked at, and each open page asks
 * again and again while watermarks are drawn.
 */
export class RememberedCounts {
  readonly #known = new LRUCache<string, { counts: Promise<ImageCounts>; until_ms: number }>({
    max: REMEMBERED,
  });

  /**
   * Returns what is remembered, or counts.
   * @param question the organisation and the revision of its watermark
   */
  get(question: string, count: () => Promise<ImageCounts>): Promise<ImageCounts> {
    const known = this.#known.get(question);
    if (known && performance.now() < known.until_ms) return known.counts;
    const began_ms = performance.now();
    const entry = { counts: count(), until_ms: Infinity };
    this.#known.set(question, entry);
    const keepFor = (times: number) => {
      const now_ms = performance.now();
      entry.until_ms = now_ms + times * (now_ms - began_ms);
    };
    entry.counts.then(
      () => keepFor(KEPT_TIMES),
      () => keepFor(0),
    );
    return entry.counts;
  }
}
