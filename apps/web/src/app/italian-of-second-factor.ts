import secondFactor from '../features/session/second-factor/it.json' with { type: 'json' };
import type { englishOfSecondFactor } from './english-of-second-factor.ts';

/** The words of the second factor, on the way of a sign-in and in the own profile, in Italian, by namespace. */
export const italianOfSecondFactor: typeof englishOfSecondFactor = { ...secondFactor };
