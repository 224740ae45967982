import { openZoomStage, ZOOM_STEP } from '../zoom-stage.ts';
import {
  fullScreenTool,
  group,
  heading,
  hiddenText,
  listenToKeys,
  make,
  tool,
  type Drawing,
} from './elements.ts';
import { fileTurner } from './file-turner.ts';
import { identifierOf, readShown, type ShownMedium } from './shown.ts';
import { numbersOf, onWindowMessage, postToWindow, postAddress } from './window-messages.ts';
import { say } from './words.ts';
import './framed.css';

const { title, media } = readShown<{ title: string; media: readonly ShownMedium[] }>();

const stagePlace = make('div', { class: 'stage' });
const failure = make('div', { class: 'failure', role: 'alert', hidden: true });
const lost = make('div', { class: 'lost', role: 'status', hidden: true });
const percent = make(
  'span',
  { class: 'percent', 'data-zoom': true },
  make('span', { 'aria-hidden': 'true' }),
);
const state = hiddenText('', { id: 'state' });
const main = make('main', { class: 'frame', 'data-phase': 'opening' });

let shown = media[0];
const turner = fileTurner(media, (medium) => {
  shown = medium;
  open();
});

const fullScreen = fullScreenTool('f', { enter: say('fullScreen'), leave: say('leaveFullScreen') });
const step = (label: Parameters<typeof say>[0], drawing: Drawing, key: string, onUse: () => void) =>
  tool({ label: say(label), drawing, key, onUse });
const toolbar = make(
  'div',
  { class: 'toolbar', role: 'toolbar', 'aria-label': say('tools') },
  ...(turner.element ? [turner.element] : []),
  group(
    step('zoomOut', 'minus', '-', () => stage.zoom(1 / ZOOM_STEP)),
    percent,
    step('zoomIn', 'plus', '+', () => stage.zoom(ZOOM_STEP)),
  ),
  group(
    step('left', 'left', 'ArrowLeft', () => stage.pan(-1, 0)),
    step('up', 'up', 'ArrowUp', () => stage.pan(0, -1)),
    step('down', 'down', 'ArrowDown', () => stage.pan(0, 1)),
    step('right', 'right', 'ArrowRight', () => stage.pan(1, 0)),
  ),
  group(
    step('fit', 'fit', '0', () => stage.fit()),
    step('rotate', 'rotate', 'r', () => stage.rotate(90)),
    ...(fullScreen ? [fullScreen.button] : []),
  ),
);
main.append(heading(title), stagePlace, failure, lost, state, toolbar);
document.body.append(main);

const stage = openZoomStage(stagePlace);
const { viewer } = stage;
viewer.canvas.setAttribute('aria-describedby', 'state');

function again(): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'plain' }, say('again'));
  button.addEventListener('click', open);
  return button;
}

function open(): void {
  if (!shown) return;
  main.dataset.phase = 'opening';
  failure.hidden = true;
  lost.hidden = true;
  viewer.canvas.setAttribute('aria-label', say('viewer', { name: shown.label || title }));
  viewer.open(`/iiif/3/${identifierOf(shown.uuid)}/info.json`);
  viewer.viewport.setRotation(0, true);
}

function showState(): void {
  const now = stage.percent();
  const region = stage.region();
  if (now === undefined || !region) return;
  if (percent.firstElementChild) percent.firstElementChild.textContent = `${now}%`;
  state.textContent = say('zoomState', { percent: now, rotation: region.rotation });
}

const tellRegion = () => {
  const region = stage.region();
  if (region && shown) postToWindow('region', { uuid: shown.uuid, ...region });
};

viewer.addHandler('open', () => {
  main.dataset.phase = 'open';
  showState();
  postToWindow('ready', { viewer: 'dzi', uuid: shown?.uuid });
  tellRegion();
});
viewer.addHandler('open-failed', () => {
  main.dataset.phase = 'failed';
  failure.replaceChildren(make('strong', {}, say('failed')), make('p', {}, say('failedText')), again());
  failure.hidden = false;
});
viewer.addHandler('tile-load-failed', () => {
  lost.replaceChildren(say('partlyFailed'), again());
  lost.hidden = false;
});
viewer.addHandler('animation', showState);
viewer.addHandler('resize', showState);
viewer.addHandler('animation-finish', tellRegion);
viewer.addHandler('rotate', () => {
  showState();
  tellRegion();
});

listenToKeys(main, {
  '+': () => stage.zoom(ZOOM_STEP),
  '=': () => stage.zoom(ZOOM_STEP),
  '-': () => stage.zoom(1 / ZOOM_STEP),
  '0': () => stage.fit(),
  r: () => stage.rotate(90),
  R: () => stage.rotate(-90),
  f: fullScreen?.toggle,
  ArrowLeft: () => stage.pan(-1, 0),
  ArrowRight: () => stage.pan(1, 0),
  ArrowUp: () => stage.pan(0, -1),
  ArrowDown: () => stage.pan(0, 1),
  PageUp: () => turner.turn(-1),
  PageDown: () => turner.turn(1),
});

onWindowMessage({
  'get-url': () => postAddress(shown?.uuid),
  'get-region': tellRegion,
  'set-region': (message) => {
    const region = numbersOf(message, ['x', 'y', 'width', 'height']);
    if (!region || region.width <= 0 || region.height <= 0) return;
    stage.show({ ...region, rotation: numbersOf(message, ['rotation'])?.rotation ?? 0 });
  },
  show: ({ uuid }) => {
    if (typeof uuid === 'string') turner.choose(uuid);
  },
});

open();
