import playerEn from './player-en.json' with { type: 'json' };
import playerIt from './player-it.json' with { type: 'json' };
import { speaker } from './words.ts';

/** Gives the messages of the players in the page's language. */
export const sayInPlayer = speaker(playerEn, playerIt);
