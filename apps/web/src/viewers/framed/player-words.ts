import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import { speaker } from './words.ts';

/** Gives the messages of the players in the page's language. */
export const sayInPlayer = speaker(en.player, it.player);
