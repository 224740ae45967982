import { addMessages } from '../../i18n.ts';
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

// What can go wrong with records alone comes with the program behind the sign-in, whose page is light without it.
addMessages('problem', en, it);
