import session from '../features/session/it.json' with { type: 'json' };
import problem from '../lib/problem/it.json' with { type: 'json' };
import type { signInEnglish } from './sign-in-english.ts';

/** The words of the sign-in page in Italian, by namespace. Of problems it has those that people without a session meet. */
export const signInItalian: typeof signInEnglish = { ...session, ...problem };
