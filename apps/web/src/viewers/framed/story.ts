import { isSameRegion } from '../area/region.ts';
import { listenToGestures } from '../story/gestures.ts';
import type { Layout } from '../story/layout.ts';
import { StoryStage, type Phase } from '../story/story-stage.ts';
import { listenToKeys, make } from './elements.ts';
import { followDraft, type Player } from './follow-draft.ts';
import { autoplay } from './story-autoplay.ts';
import { storyCard, ZOOM_STEP, type Direction } from './story-card.ts';
import { answerStoryMessages, tellStory } from './story-messages.ts';
import { playedStory, type PlayedStep, type PlayedStory } from './story-shown.ts';
import { sayInStory } from './story-words.ts';
import { onWindowMessage, postToWindow } from './window-messages.ts';
import { say } from './words.ts';
import './story.css';

/** How far a key or a button moves the picture, CSS pixels. */
const PAN_px = 80;
/** Which way the picture moves, so that more is seen on that side. */
const pans: Readonly<Record<Direction, readonly [dx: number, dy: number]>> = {
  left: [PAN_px, 0],
  right: [-PAN_px, 0],
  up: [0, PAN_px],
  down: [0, -PAN_px],
};

/** Opens the player over the article. */
function openPlayer(story: PlayedStory): Player {
  const { title } = story;
  let { steps } = story;
  const stillness = window.matchMedia('(prefers-reduced-motion: reduce)');
  const canvas = make('canvas', { role: 'img' });
  const missing = make('p', { class: 'missing', role: 'status', hidden: true });
  const lost = make('div', { class: 'lost', role: 'status', hidden: true });
  const back = make('button', { type: 'button', class: 'plain back', hidden: true }, sayInStory('back'));
  const main = make('main', { class: 'player', 'data-phase': 'waiting', tabindex: '-1' });
  let index = stepOfAddress(steps) ?? 0;
  let isEndTold = false;
  /** Whether the steps are those of an editor, which follows the reader. */
  let isDraft = false;
  /** What has been marked of this step. */
  const marked = new Set<string>();

  const go = (wanted: number) => {
    const bounded = Math.min(steps.length - 1, Math.max(0, wanted));
    if (bounded === index && !stage.isFree) return;
    index = bounded;
    isEndTold = false;
    show(stillness.matches);
    followAddress(steps[index]?.uuid);
    if (isDraft) postToWindow('draft-step', { uuid: steps[index]?.uuid });
  };
  const goByReader = (wanted: number) => {
    player.pause();
    go(wanted);
  };
  const turn = (by: 1 | -1) => goByReader(index + by);
  const zoom = (factor: number) => {
    player.pause();
    stage.zoom(factor);
  };
  const pan = (direction: Direction) => {
    player.pause();
    stage.pan(...pans[direction]);
  };
  const backToStory = () => {
    if (stage.isFree) stage.backToStory(stillness.matches);
  };
  const player = autoplay({
    delay_s: () => steps[index]?.transition.delay ?? 0,
    onTime: () => {
      if (index === steps.length - 1) player.pause();
      else go(index + 1);
    },
    onLeft: (seconds) => card.setLeft(seconds),
    onChange: (isPlaying) => card.setPlaying(isPlaying),
  });
  const togglePlay = () => {
    if (stillness.matches || steps.length < 2) return;
    if (player.isPlaying) player.pause();
    else play();
  };
  const play = () => {
    if (stillness.matches) return;
    // From the end it begins anew.
    if (index === steps.length - 1) go(0);
    player.play(main.dataset['phase'] === 'shown');
  };
  const card = storyCard(story, {
    go: goByReader,
    turn,
    togglePlay,
    pause: () => player.pause(),
    zoom,
    pan,
    backToStory,
  });
  card.setSteps(steps);
  main.append(canvas, missing, back, lost, card.element);
  document.body.append(main);

  const stage = new StoryStage(canvas, steps, {
    onLayout: (layout) => {
      card.place(layout, canvas.clientHeight);
      placeIn(missing, layout);
    },
    onPhase,
    onFree: (isFree) => {
      // The button disappears, and the focus must not be lost with it.
      if (!isFree && document.activeElement === back) main.focus();
      back.hidden = !isFree;
      card.setFree(isFree);
      canvas.toggleAttribute('data-free', isFree);
    },
    onFailed: (failure) => {
      const again = make('button', { type: 'button', class: 'plain' }, say('again'));
      again.addEventListener('click', () => {
        main.focus();
        retry();
      });
      lost.replaceChildren(failure === 'closed' ? sayInStory('closed') : say('partlyFailed'), again);
      lost.hidden = false;
      tellStory('error', { reason: failure });
    },
    onFrame: ({ isBlank, isSharp }, isMoving) => {
      if (isBlank) markOnce('blank');
      if (!isMoving && !isSharp) markOnce('unsharp');
    },
  });

  function retry(): void {
    lost.hidden = true;
    stage.retry();
  }

  /** For the bench, and for whoever wonders why a story is slow. */
  function markOnce(name: 'blank' | 'unsharp'): void {
    if (marked.has(name)) return;
    marked.add(name);
    performance.mark(`armarium.story.${name}`, { detail: index });
  }

  function show(isCut: boolean, isAnnounced = true): void {
    const step = steps[index];
    if (!step) return;
    performance.mark('armarium.story.step', { detail: index });
    lost.hidden = true;
    describe(step);
    marked.clear();
    card.show(index, isAnnounced);
    // A cut may reach the end of the story before `show` returns, and the step is told before the end.
    tellStory('step', { index, count: steps.length });
    stage.show(index, isCut);
  }

  /** Says what the picture shows, or why there is none. */
  function describe(step: PlayedStep): void {
    // Screen readers announce this text whenever it is set.
    if (missing.textContent !== step.missing) missing.textContent = step.missing;
    missing.hidden = step.image !== undefined;
    canvas.setAttribute('aria-label', step.alt || title);
    canvas.setAttribute('aria-hidden', String(step.image === undefined));
  }

  function onPhase(phase: Phase): void {
    main.dataset['phase'] = phase;
    if (phase !== 'shown') {
      player.hold();
      return;
    }
    performance.mark('armarium.story.shown', { detail: index });
    player.begin();
    if (index !== steps.length - 1 || isEndTold) return;
    isEndTold = true;
    tellStory('end', {});
  }

  function setSteps(changed: readonly PlayedStep[], wanted = index): void {
    const isFirst = !isDraft;
    const [before, next] = [steps[index], changed[wanted]];
    if (!next || (wanted === index && haveSameSteps(steps, changed))) return;
    steps = changed;
    index = wanted;
    if (isFirst) {
      isDraft = true;
      card.hideArticle();
    }
    stage.setSteps(steps, index);
    card.setSteps(steps);
    followMotion();
    if (next !== before) player.pause();
    const isSame = next.uuid === before?.uuid;
    if (isSame && next.image === before.image && isSameRegion(next.region, before.region)) {
      // The picture stays, wherever the reader looks.
      describe(next);
      card.show(index, false);
      return;
    }
    isEndTold = false;
    followAddress(next.uuid);
    // Another step is moved to as in the story. An area that is drawn again is there at once.
    show(stillness.matches || isSame || isFirst, false);
  }

  back.addEventListener('click', backToStory);
  listenToGestures(canvas, {
    stage,
    onSwipe: turn,
    onTouch: () => player.pause(),
    isFramed: window.parent !== window,
  });
  /** Keys that scroll a text, where it has the focus and more than has room. */
  const unlessRead = (act: () => void) => () =>
    document.activeElement?.matches('.text[tabindex]') ? false : act();
  listenToKeys(main, {
    ArrowRight: ({ shiftKey }) => (shiftKey ? pan('right') : turn(1)),
    ArrowLeft: ({ shiftKey }) => (shiftKey ? pan('left') : turn(-1)),
    ArrowUp: ({ shiftKey }) => shiftKey && pan('up'),
    ArrowDown: ({ shiftKey }) => shiftKey && pan('down'),
    ' ': (event) => unlessRead(() => turn(event.shiftKey ? -1 : 1))(),
    PageDown: unlessRead(() => turn(1)),
    PageUp: unlessRead(() => turn(-1)),
    Home: unlessRead(() => goByReader(0)),
    End: unlessRead(() => goByReader(steps.length - 1)),
    '+': () => zoom(ZOOM_STEP),
    '=': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    '0': backToStory,
    p: togglePlay,
    f: card.toggleFullScreen,
    Escape: () => {
      if (!card.close()) backToStory();
    },
  });
  const followMotion = () => {
    card.offerPlay(!stillness.matches && steps.length > 1);
    if (stillness.matches) player.pause();
  };
  stillness.addEventListener('change', followMotion);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => stage.recolour());
  window.addEventListener('online', retry);
  // Whoever leaves the player edits a step. Autoplay must not put the next one under their hands.
  window.addEventListener('blur', () => {
    if (isDraft) player.pause();
  });
  window.addEventListener('hashchange', () => {
    const wanted = stepOfAddress(steps);
    if (wanted !== undefined && wanted !== index) {
      player.pause();
      index = wanted;
      show(stillness.matches);
    }
  });
  answerStoryMessages({ go: goByReader, play, pause: () => player.pause() });
  // The share dialog of the editor asks for the step that its preview shows, maybe before the player is there.
  const tellAddress = () => postToWindow('url', { url: window.location.href });
  onWindowMessage({ 'get-url': tellAddress });
  tellAddress();
  followMotion();
  card.setFree(false);
  show(true);
  // The pictures of the article are fetched when they come into sight, which they never do before it is printed.
  window.addEventListener('beforeprint', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('.article img'))
      picture.loading = 'eager';
  });
  // A frame takes no focus from the page around it.
  if (window.parent === window) main.focus();
  return { setSteps };
}

function placeIn(element: HTMLElement, { room }: Layout): void {
  Object.assign(element.style, {
    left: `${room.x}px`,
    top: `${room.y}px`,
    width: `${room.width}px`,
    height: `${room.height}px`,
  });
}

/** The address names the step that is shown. Browsers refuse that when it comes too often, as from a key that is held. */
function followAddress(step = ''): void {
  try {
    history.replaceState(history.state, '', `#${step}`);
  } catch {
    // The address is right again after the next step.
  }
}

/** The step that the address names by its uuid or its number, `#3`; undefined where it names none. */
function stepOfAddress(steps: readonly PlayedStep[]): number | undefined {
  const name = window.location.hash.slice(1).toLowerCase();
  const index = /^\d{1,4}$/.test(name) ? Number(name) - 1 : steps.findIndex(({ uuid }) => uuid === name);
  return steps[index] && index;
}

const haveSameSteps = (one: readonly PlayedStep[], other: readonly PlayedStep[]) =>
  one.length === other.length && one.every((step, index) => step === other[index]);

const root = document.documentElement;
if (window.parent !== window) root.dataset['framed'] = '';

function openStory(story: PlayedStory): Player {
  const player = openPlayer(story);
  root.dataset['player'] = 'open';
  return player;
}

try {
  const story = playedStory();
  const player = story.steps.length > 0 ? openStory(story) : undefined;
  // A story without steps is its article.
  if (!player) delete root.dataset['player'];
  if (window.parent !== window) followDraft({ story, player, openStory });
} catch (error) {
  // The article tells the story too.
  delete root.dataset['player'];
  document.querySelector('.player')?.remove();
  throw error;
}
