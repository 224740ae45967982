import session from '../features/session/en.json' with { type: 'json' };
import problem from '../lib/problem/en.json' with { type: 'json' };

/** The words of the sign-in page in English, by namespace. Of problems it has those that people without a session meet. */
export const signInEnglish = { ...session, ...problem };
