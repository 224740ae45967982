import passwordLinks from '../features/session/password-links/it.json' with { type: 'json' };
import type { englishOfPasswordLinks } from './english-of-password-links.ts';

/** The words of the pages that links of mail open, and of the way to such a link, in Italian, by namespace. */
export const italianOfPasswordLinks: typeof englishOfPasswordLinks = { ...passwordLinks };
