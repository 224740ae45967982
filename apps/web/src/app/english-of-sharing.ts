import sharing from '../features/sharing/en.json' with { type: 'json' };

/** The words of the dialogs that share, in English, by namespace. */
export const englishOfSharing = { ...sharing };
