import assets from '../features/assets/it.json' with { type: 'json' };
import catalogue from '../records/it.json' with { type: 'json' };
import downloads from '../features/downloads/it.json' with { type: 'json' };
import session from '../features/session/it.json' with { type: 'json' };
import sharing from '../features/sharing/it.json' with { type: 'json' };
import upload from '../features/upload/it.json' with { type: 'json' };
import causes from '../lib/problem/causes-in-italian.json' with { type: 'json' };
import problem from '../lib/problem/it.json' with { type: 'json' };
import ui from '../ui/it.json' with { type: 'json' };
import viewers from '../viewers/it.json' with { type: 'json' };
import app from './it.json' with { type: 'json' };
import type { english } from './english.ts';

const words: typeof english = {
  ...app,
  ...assets,
  ...catalogue,
  ...downloads,
  ...problem,
  ...session,
  ...sharing,
  ...ui,
  ...upload,
  ...viewers,
};

/** All words of the client in Italian, by namespace, with the causes of failed imports, which the server writes in English. */
export const italian = { ...words, cause: causes };
