import signOn from '../features/session/sign-on/it.json' with { type: 'json' };
import type { englishOfSignOn } from './english-of-sign-on.ts';

/** The words of sign-on with a provider, on the way of a sign-in and in the own profile, in Italian, by namespace. */
export const italianOfSignOn: typeof englishOfSignOn = { ...signOn };
