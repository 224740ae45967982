import assets from '../features/assets/en.json' with { type: 'json' };
import catalogue from '../records/en.json' with { type: 'json' };
import downloads from '../features/downloads/en.json' with { type: 'json' };
import session from '../features/session/en.json' with { type: 'json' };
import sharing from '../features/sharing/en.json' with { type: 'json' };
import upload from '../features/upload/en.json' with { type: 'json' };
import problem from '../lib/problem/en.json' with { type: 'json' };
import ui from '../ui/en.json' with { type: 'json' };
import viewers from '../viewers/en.json' with { type: 'json' };
import app from './en.json' with { type: 'json' };

/** All words of the client in English, by namespace. */
export const english = {
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
