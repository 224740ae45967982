import assetsEn from '../features/assets/en.json' with { type: 'json' };
import assetsIt from '../features/assets/it.json' with { type: 'json' };
import catalogueEn from '../features/catalogue/en.json' with { type: 'json' };
import catalogueIt from '../features/catalogue/it.json' with { type: 'json' };
import downloadsEn from '../features/downloads/en.json' with { type: 'json' };
import downloadsIt from '../features/downloads/it.json' with { type: 'json' };
import sessionEn from '../features/session/en.json' with { type: 'json' };
import sessionIt from '../features/session/it.json' with { type: 'json' };
import sharingEn from '../features/sharing/en.json' with { type: 'json' };
import sharingIt from '../features/sharing/it.json' with { type: 'json' };
import uploadEn from '../features/upload/en.json' with { type: 'json' };
import uploadIt from '../features/upload/it.json' with { type: 'json' };
import problemEn from '../lib/problem/en.json' with { type: 'json' };
import problemIt from '../lib/problem/it.json' with { type: 'json' };
import uiEn from '../ui/en.json' with { type: 'json' };
import uiIt from '../ui/it.json' with { type: 'json' };
import viewersEn from '../viewers/en.json' with { type: 'json' };
import viewersIt from '../viewers/it.json' with { type: 'json' };
import appEn from './en.json' with { type: 'json' };
import appIt from './it.json' with { type: 'json' };

const en = {
  ...appEn,
  ...assetsEn,
  ...catalogueEn,
  ...downloadsEn,
  ...problemEn,
  ...sessionEn,
  ...sharingEn,
  ...uiEn,
  ...uploadEn,
  ...viewersEn,
};
const it: typeof en = {
  ...appIt,
  ...assetsIt,
  ...catalogueIt,
  ...downloadsIt,
  ...problemIt,
  ...sessionIt,
  ...sharingIt,
  ...uiIt,
  ...uploadIt,
  ...viewersIt,
};

/** All words of the client: by language, then by namespace. The sign-in page registers the few that it needs. */
export const words = { en, it };
