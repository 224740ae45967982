import passwordLinks from '../features/session/password-links/en.json' with { type: 'json' };

/** The words of the pages that links of mail open, and of the way to such a link, in English, by namespace. */
export const englishOfPasswordLinks = { ...passwordLinks };
