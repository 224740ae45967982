import { median } from './rounds.ts';

/** One thing that was measured several times. */
export interface MeasuredRow<Budget extends number | null = number | null> {
  readonly name: string;
  readonly median: number;
  readonly worst: number;
  /** What it may be; null where none was set. */
  readonly budget: Budget;
}

export function measuredRow<Budget extends number | null>(
  name: string,
  budget: Budget,
  values: readonly number[],
): MeasuredRow<Budget> {
  return { name, median: median(values), worst: Math.max(...values), budget };
}
