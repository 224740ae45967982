/** A wheel scrolls in jumps, so the pace is measured over at least this time. */
const STRETCH_ms = 100;
/** A longer pause between two moves is a rest, of which only this much counts. */
const LONGEST_ms = 500;
/** Nobody looks at a row that is in sight for a shorter time. */
const SEEN_ms = 300;

/** Where a list stood at a moment, and how quickly it was scrolled then. */
export interface ScrollPace {
  readonly top_px: number;
  readonly at_ms: number;
  /** Its rows leave before anybody can look at them. */
  readonly isQuick: boolean;
}

/**
 * The pace of a list that has scrolled to a place. A quick list is slow again only after a whole stretch. Pure.
 * @param height_px the height of the visible part
 */
export function paceAt(before: ScrollPace, top_px: number, at_ms: number, height_px: number): ScrollPace {
  const took_ms = at_ms - before.at_ms;
  const moved_px = Math.abs(top_px - before.top_px);
  const isQuick = moved_px * SEEN_ms > height_px * Math.min(Math.max(took_ms, STRETCH_ms), LONGEST_ms);
  if (took_ms >= STRETCH_ms) return { top_px, at_ms, isQuick };
  return { ...before, isQuick: isQuick || before.isQuick };
}
