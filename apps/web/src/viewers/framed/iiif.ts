import { make } from './elements.ts';
import { readShown } from './shown.ts';
import { onWindowMessage, postToWindow, postAddress } from './window-messages.ts';
import { say } from './words.ts';
import './framed.css';

const address = new URL(window.location.href);
/** The image to begin with, by its uuid: the page of its item says so. */
const image = address.searchParams.get('canvas');
// The address that others are given leads to the manifest. Mirador shows nothing where an image is no longer in it.
address.searchParams.delete('canvas');
if (image !== null) window.history.replaceState(null, '', address);

const { title, manifest } = readShown<{ title: string; manifest: string }>();

const place = make('div', { id: 'viewer', class: 'stage' });
const status = make('p', { class: 'failure', role: 'status' }, say('opening'));
const main = make('main', { class: 'frame', 'data-phase': 'opening' });
main.append(make('h1', { class: 'visually-hidden' }, title), place, status);
document.body.append(main);

onWindowMessage({ 'get-url': () => postAddress() });

/** Mirador is five times as large as all else here, and comes when the page stands. */
import('./mirador-window.ts')
  .then(({ openMirador }) => {
    status.remove();
    openMirador(
      place,
      manifest,
      image === null ? undefined : manifest.replace(/manifest$/, `canvas/${image}`),
    );
    main.dataset.phase = 'open';
    postToWindow('ready', { viewer: 'iiif', manifest });
  })
  .catch(() => {
    main.dataset.phase = 'failed';
    status.setAttribute('role', 'alert');
    status.replaceChildren(
      make('strong', {}, say('openFailed')),
      make('br'),
      document.createTextNode(say('openFailedText')),
    );
  });
