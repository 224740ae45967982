import { addMessages } from '../../../lib/i18n.ts';
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

addMessages('opening', en, it);
