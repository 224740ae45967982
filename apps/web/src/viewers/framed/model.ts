import { fullScreenTool, group, heading, listenToKeys, make, tool, type Drawing } from './elements.ts';
import { fileTurner } from './file-turner.ts';
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import type { ModelStage } from './model-stage.ts';
import { identifierOf, readShown, type ShownMedium } from './shown.ts';
import { numbersOf, onWindowMessage, postToWindow, postAddress } from './window-messages.ts';
import { say, speaker } from './words.ts';
import './framed.css';
import './model.css';

const sayOf = speaker(en.model, it.model);
const { title, media } = readShown<{ title: string; media: readonly ShownMedium[] }>();

const place = make('div', { class: 'stage' });
const status = make('p', { class: 'failure', role: 'status' });
const failure = make('div', { class: 'failure', role: 'alert', hidden: true });
const main = make('main', { class: 'frame model', 'data-phase': 'opening' });

let stage: ModelStage | undefined;
let shown = media[0];
const turner = fileTurner(media, (medium) => {
  shown = medium;
  show();
});

const reset = () => stage?.reset();
const zoom = (steps: number) => stage?.zoom(steps);
const turn = (right: number, down: number) => stage?.turn(right, down);
const fullScreen = fullScreenTool('f', { enter: say('fullScreen'), leave: say('leaveFullScreen') });
const step = (label: string, drawing: Drawing, onUse: () => void, key?: string) =>
  tool({ label, drawing, key, onUse });
main.append(
  heading(title),
  place,
  status,
  failure,
  make(
    'div',
    { class: 'toolbar', role: 'group', 'aria-label': say('tools') },
    ...(turner.element ? [turner.element] : []),
    group(
      step(say('zoomOut'), 'minus', () => zoom(-1), '-'),
      step(say('zoomIn'), 'plus', () => zoom(1), '+'),
    ),
    group(
      step(sayOf('turnLeft'), 'left', () => turn(-1, 0)),
      step(sayOf('turnUp'), 'up', () => turn(0, -1)),
      step(sayOf('turnDown'), 'down', () => turn(0, 1)),
      step(sayOf('turnRight'), 'right', () => turn(1, 0)),
    ),
    group(step(sayOf('reset'), 'fit', reset, '0'), ...(fullScreen ? [fullScreen.button] : [])),
  ),
);
document.body.append(main);

function fail(heading: string, text: string, onAgain?: () => void): void {
  main.dataset.phase = 'failed';
  status.hidden = true;
  failure.replaceChildren(make('strong', {}, heading), make('p', {}, text));
  if (onAgain) {
    const button = make('button', { type: 'button', class: 'plain' }, say('again'));
    button.addEventListener('click', onAgain);
    failure.append(button);
  }
  failure.hidden = false;
}

function show(): void {
  if (!shown || !stage) return;
  const { element } = stage;
  main.dataset.phase = 'opening';
  failure.hidden = true;
  status.hidden = false;
  status.textContent = sayOf('loading');
  element.alt = sayOf('model', { name: shown.label || title });
  element.poster = `/media/${identifierOf(shown.uuid)}/thumbnail`;
  element.src = `/media/${identifierOf(shown.uuid)}/model`;
}

function again(): void {
  // The element does not load the same address again by itself.
  if (stage) stage.element.src = null;
  show();
}

const postView = () => {
  if (!stage || !shown) return;
  const { theta, phi, radius } = stage.element.getCameraOrbit();
  const degrees = (angle_rad: number) => Math.round((angle_rad * 180) / Math.PI);
  postToWindow('view', {
    uuid: shown.uuid,
    theta_deg: degrees(theta),
    phi_deg: degrees(phi),
    radius_m: radius,
  });
};

/** Where the model is seen from, in words: read out when somebody turns it by the keyboard. */
function sides(): string {
  const heights = ['upper-', '', 'lower-'] as const;
  const around = ['front', 'right', 'back', 'left'] as const;
  return JSON.stringify(
    Object.fromEntries([
      ...heights.flatMap((height) =>
        around.map((side) => [
          `${height}${side}`,
          sayOf(height === '' ? 'seenFrom' : height === 'upper-' ? 'seenFromAbove' : 'seenFromBelow', {
            side: sayOf(side),
          }),
        ]),
      ),
      ['interaction-prompt', sayOf('keys')],
    ]),
  );
}

/** Without it the viewer would show nothing and say nothing. */
function canDraw(): boolean {
  const context = make('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** The viewer and what draws it are a hundred times what is here, and come when the page stands. */
function openStage(): void {
  failure.hidden = true;
  status.hidden = false;
  status.textContent = say('opening');
  if (!canDraw()) return fail(sayOf('cannotDraw'), sayOf('cannotDrawText'));
  import('./model-stage.ts')
    .then(({ openModelStage }) => {
      stage = openModelStage(place);
      const { element } = stage;
      element.a11y = sides();
      element.addEventListener('load', () => {
        main.dataset.phase = 'open';
        status.hidden = true;
        postToWindow('ready', { viewer: '3d', uuid: shown?.uuid });
        postView();
      });
      element.addEventListener('error', () => fail(sayOf('loadFailed'), sayOf('loadFailedText'), again));
      element.addEventListener('camera-change', tellViewSoon);
      show();
    })
    .catch(() => fail(say('openFailed'), say('openFailedText')));
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** At the end of a movement: the camera changes with every picture of it. */
function tellViewSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(postView, 150);
}

listenToKeys(main, {
  '+': () => zoom(1),
  '=': () => zoom(1),
  '-': () => zoom(-1),
  '0': reset,
  f: fullScreen?.toggle,
});

onWindowMessage({
  'get-url': () => postAddress(shown?.uuid),
  'get-view': postView,
  'set-view': (message) => {
    const view = numbersOf(message, ['theta_deg', 'phi_deg', 'radius_m']);
    if (view && view.radius_m > 0 && stage)
      stage.element.cameraOrbit = `${view.theta_deg}deg ${view.phi_deg}deg ${view.radius_m}m`;
  },
  reset,
  show: ({ uuid }) => {
    if (typeof uuid === 'string') turner.choose(uuid);
  },
});

openStage();
