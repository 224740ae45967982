import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import { speaker } from './words.ts';

/** Gives the messages of the story player in the page's language. */
export const sayInStory = speaker(en.story, it.story);
