import { addMessages } from '../../../lib/i18n.ts';
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

/** Beside the feature's own, which every page of the catalogue loads: these come with the wizard. */
addMessages('upload', en, it);
