import type { DeliveryOutcome } from '@armarium/contract/deliveries';

/** The outcome of one attempt to send something. */
export interface Attempt {
  /** Whether it arrived, may arrive in another attempt, or never will. */
  readonly end: 'arrived' | 'try-again' | 'given-up';
  readonly code: DeliveryOutcome;
  /** What the other server said, or what went wrong before it said something, shortened; may be empty. */
  readonly detail: string;
  readonly status: number | null;
}

/** The longest answer of another server that is kept. */
const DETAIL_MAX_CHARACTERS = 500;

/** An answer as it is kept: on one line, cut, without what PostgreSQL can't store. */
export const shortened = (text: string) =>
  text
    .slice(0, 8 * DETAIL_MAX_CHARACTERS)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_MAX_CHARACTERS)
    .toWellFormed();
