import { addMessages } from '../../../lib/i18n.ts';
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

/** Apart from the feature's own, so that they come when files are dropped. */
addMessages('dropping', en, it);
