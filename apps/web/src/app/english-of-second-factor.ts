import secondFactor from '../features/session/second-factor/en.json' with { type: 'json' };

/** The words of the second factor, on the way of a sign-in and in the own profile, in English, by namespace. */
export const englishOfSecondFactor = { ...secondFactor };
