import sharing from '../features/sharing/it.json' with { type: 'json' };
import type { englishOfSharing } from './english-of-sharing.ts';

/** The words of the dialogs that share, in Italian, by namespace. */
export const italianOfSharing: typeof englishOfSharing = { ...sharing };
