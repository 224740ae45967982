import signOn from '../features/session/sign-on/en.json' with { type: 'json' };

/** The words of sign-on with a provider, on the way of a sign-in and in the own profile, in English, by namespace. */
export const englishOfSignOn = { ...signOn };
