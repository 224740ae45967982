import type { Layout } from '../story/layout.ts';
import { listenToSwipes } from '../story/gestures.ts';
import { fullScreenTool, hiddenText, make, redraw, tool } from './elements.ts';
import { nextStoryOffer } from './next-story-offer.ts';
import type { PlayedStep, PlayedStory } from './story-shown.ts';
import { sayInStory } from './story-words.ts';
import { say } from './words.ts';

/** Where the reader looks next. */
export type Direction = 'left' | 'up' | 'down' | 'right';

const panKeys: Readonly<Record<Direction, string>> = {
  left: 'Shift+ArrowLeft',
  up: 'Shift+ArrowUp',
  down: 'Shift+ArrowDown',
  right: 'Shift+ArrowRight',
};

interface CardActions {
  readonly go: (index: number) => void;
  readonly turn: (by: 1 | -1) => void;
  readonly togglePlay: () => void;
  readonly pause: () => void;
  readonly zoom: (factor: number) => void;
  readonly pan: (direction: Direction) => void;
  readonly backToStory: () => void;
}

export const ZOOM_STEP = 1.5;
/** So long after a silent change, screen readers announce changes again. */
const QUIET_ms = 500;

/** The card of the player: the text of the step, where it stands in the story, and all that can be done. */
export function storyCard(
  { title, next: nextStory, series }: Omit<PlayedStory, 'steps'>,
  actions: CardActions,
) {
  let steps: readonly PlayedStep[] = [];
  let dots: readonly HTMLAnchorElement[] = [];
  let quiet: ReturnType<typeof setTimeout> | undefined;
  /** The uuid of the step that is shown. */
  let shown: string | undefined;
  const { go, turn, togglePlay, zoom, pan, backToStory } = actions;
  const position = make('p', { class: 'position' });
  const name = make('h2', { dir: 'auto' });
  const commentary = make('div', { class: 'commentary', dir: 'auto' });
  const told = make(
    'div',
    { class: 'told', 'aria-live': 'polite', 'aria-atomic': 'true' },
    position,
    name,
    commentary,
  );
  const credit = make('p', { class: 'credit', id: 'about', tabindex: '-1', hidden: true });
  const text = make('div', { class: 'text' }, make('h1', { title, dir: 'auto' }, title), told, credit);

  const row = make('ol');
  const map = make('nav', { class: 'dots', 'aria-label': sayInStory('steps') }, row);
  const previous = tool({
    label: sayInStory('previous'),
    drawing: 'previous',
    key: 'ArrowLeft',
    onUse: () => turn(-1),
  });
  const next = tool({ label: sayInStory('next'), drawing: 'next', key: 'ArrowRight', onUse: () => turn(1) });
  const play = tool({ label: sayInStory('play'), drawing: 'play', key: 'p', onUse: togglePlay });
  const left = make('span', { class: 'left', 'aria-hidden': 'true' });
  const playing = hiddenText('', { role: 'status' });
  const about = disclosure(sayInStory('about'), 'info', credit);
  const fullScreen = fullScreenTool('f', {
    enter: say('fullScreen'),
    leave: say('leaveFullScreen'),
  });
  const back = labelled(sayInStory('back'), '0', backToStory);
  const page = make('a', { class: 'entry', target: '_top' }, sayInStory('page'));
  const more = make(
    'div',
    { class: 'more', id: 'more', tabindex: '-1', hidden: true },
    tool({ label: say('zoomOut'), drawing: 'minus', key: '-', onUse: () => zoom(1 / ZOOM_STEP) }),
    tool({ label: say('zoomIn'), drawing: 'plus', key: '+', onUse: () => zoom(ZOOM_STEP) }),
    ...(['left', 'up', 'down', 'right'] as const).map((drawing) =>
      tool({ label: say(drawing), drawing, key: panKeys[drawing], onUse: () => pan(drawing) }),
    ),
    ...(fullScreen ? [fullScreen.button] : []),
    back,
    page,
    ...(series ? [make('a', { class: 'entry', href: series.address }, sayInStory('series'))] : []),
  );
  const menu = disclosure(sayInStory('more'), 'more', more);
  const pull = make('button', { type: 'button', class: 'pull', 'aria-expanded': 'false' });
  const controls = make(
    'div',
    { class: 'controls' },
    previous,
    map,
    next,
    play,
    left,
    playing,
    make('span', { class: 'space' }),
    about.button,
    menu.button,
  );
  const offer = nextStoryOffer(nextStory, series);
  const element = make(
    'section',
    { class: 'card', 'aria-label': sayInStory('player') },
    pull,
    text,
    offer.element,
    more,
    controls,
  );

  const setExpanded = (isExpanded: boolean) => {
    element.toggleAttribute('data-expanded', isExpanded);
    pull.setAttribute('aria-expanded', String(isExpanded));
    pull.replaceChildren(hiddenText(sayInStory(isExpanded ? 'collapse' : 'expand')));
  };
  setExpanded(false);
  listenToPull(pull, (isExpanded) => setExpanded(isExpanded ?? !element.hasAttribute('data-expanded')));
  listenToSwipes(text, turn);
  // What does not fit is scrolled, by keyboard too.
  const scrolled = { tabindex: '0', role: 'region', 'aria-label': sayInStory('text') };
  const sizes = new ResizeObserver(() => {
    const isScrolled = text.scrollHeight > text.clientHeight + 1;
    for (const [attribute, value] of Object.entries(scrolled)) {
      if (isScrolled) text.setAttribute(attribute, value);
      else text.removeAttribute(attribute);
    }
  });
  for (const one of [text, told, credit]) sizes.observe(one);
  // Somebody who uses the card is reading it, so its text must not change by itself.
  const pause = ({ target }: Event) => {
    if (!(target instanceof Node && play.contains(target))) actions.pause();
  };
  for (const use of ['pointerdown', 'wheel', 'focusin'])
    element.addEventListener(use, pause, { passive: true });

  /** Brings the dot of the step into sight, also where the row has got another width. */
  function showDot(): void {
    const dot = dots.find((one) => one.tabIndex === 0);
    if (dot) row.scrollLeft = dot.offsetLeft - row.clientWidth / 2 + dot.offsetWidth / 2;
  }

  function setSteps(changed: readonly PlayedStep[]): void {
    const before = new Map(steps.map(({ uuid }, index) => [uuid, dots[index]]));
    steps = changed;
    dots = steps.map(({ uuid }) => before.get(uuid) ?? dotOf(uuid));
    for (const [index, dot] of dots.entries()) nameDot(dot, steps[index]?.title ?? '', index + 1);
    if (
      dots.length !== row.children.length ||
      dots.some((dot, index) => dot.parentNode !== row.children[index])
    )
      row.replaceChildren(...dots.map((dot) => make('li', {}, dot)));
    for (const control of [previous, map, next]) control.hidden = steps.length === 1;
  }

  function dotOf(uuid: string): HTMLAnchorElement {
    const dot = make('a', { href: `#${uuid}`, tabindex: '-1' });
    dot.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(dots.indexOf(dot));
    });
    return dot;
  }

  /** @param isAnnounced whether screen readers say it. They don't to somebody who is writing it beside the frame. */
  function show(index: number, isAnnounced: boolean): void {
    const step = steps[index];
    if (!step) return;
    clearTimeout(quiet);
    told.setAttribute('aria-live', isAnnounced ? 'polite' : 'off');
    if (!isAnnounced) quiet = setTimeout(() => told.setAttribute('aria-live', 'polite'), QUIET_ms);
    if (step.uuid !== shown) text.scrollTop = 0;
    shown = step.uuid;
    const hadDot = hasFocus(row);
    position.textContent = sayInStory('position', { number: index + 1, count: steps.length });
    position.hidden = steps.length === 1;
    name.textContent = step.title;
    name.hidden = step.title === '';
    commentary.replaceChildren(...step.commentary.map((node) => node.cloneNode(true)));
    credit.replaceChildren(...step.credit.map((node) => node.cloneNode(true)));
    about.setEnabled(step.credit.length > 0);
    page.href = articleAddress(step.uuid);
    for (const [place, dot] of dots.entries()) {
      dot.tabIndex = place === index ? 0 : -1;
      if (place === index) dot.setAttribute('aria-current', 'step');
      else dot.removeAttribute('aria-current');
    }
    showDot();
    if (hadDot) dots[index]?.focus({ preventScroll: true });
    previous.setAttribute('aria-disabled', String(index === 0));
    const isLast = index === steps.length - 1;
    next.setAttribute('aria-disabled', String(isLast));
    const hadOffer = hasFocus(offer.element);
    offer.offer(isLast);
    if (hadOffer && !isLast) next.focus();
  }

  return {
    element,
    /** Takes the steps of the story. `show` follows. */
    setSteps,
    show,
    /** Takes away the link to the article, which tells the story as it is stored. */
    hideArticle(): void {
      page.hidden = true;
    },
    toggleFullScreen: fullScreen?.toggle,
    /** @param stageHeight CSS pixels */
    place({ side, card }: Layout, stageHeight: number): void {
      element.dataset['side'] = side;
      for (const [property, value] of Object.entries({
        '--card-x': card.x,
        '--card-bottom': stageHeight - card.y - card.height,
        '--card-width': card.width,
        '--card-height': card.height,
      }))
        element.style.setProperty(property, `${value}px`);
      if (side !== 'below') setExpanded(false);
      showDot();
    },
    setFree(isFree: boolean): void {
      // A disabled button would lose the focus.
      back.setAttribute('aria-disabled', String(!isFree));
    },
    /** @param isOffered whether there is a button at all */
    offerPlay(isOffered: boolean): void {
      play.hidden = !isOffered;
    },
    setPlaying(isPlaying: boolean): void {
      redraw(play, sayInStory(isPlaying ? 'pause' : 'play'), isPlaying ? 'pause' : 'play', 'p');
      playing.textContent = sayInStory(isPlaying ? 'playing' : 'paused');
    },
    /** Whole seconds until the next step; undefined while no time passes. */
    setLeft(seconds: number | undefined): void {
      left.textContent = seconds === undefined ? '' : sayInStory('left', { seconds });
    },
    /** Closes what is open. @returns whether anything was */
    close(): boolean {
      return menu.close() || about.close();
    },
  };
}

/** @param number from 1 */
function nameDot(dot: HTMLAnchorElement, title: string, number: number): void {
  const label = title === '' ? sayInStory('step', { number }) : sayInStory('stepNamed', { number, title });
  // The title is its name: beside a name that says the same, screen readers may read it twice.
  if (dot.title !== label) dot.title = label;
}

/** A button that shows and hides something. */
function disclosure(label: string, drawing: 'info' | 'more', content: HTMLElement) {
  const set = (isOpen: boolean) => {
    content.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  };
  const toggle = () => {
    if (button.getAttribute('aria-disabled') === 'true') return;
    const isOpen = button.getAttribute('aria-expanded') === 'false';
    set(isOpen);
    // It stands before its button: whoever opens it goes on from there.
    if (isOpen) content.focus();
  };
  const button = tool({ label, drawing, onUse: toggle });
  button.setAttribute('aria-controls', content.id);
  set(false);
  return {
    button,
    setEnabled(isEnabled: boolean): void {
      button.setAttribute('aria-disabled', String(!isEnabled));
      if (!isEnabled) set(false);
    },
    close(): boolean {
      if (content.hidden) return false;
      const hadFocus = content.contains(document.activeElement);
      set(false);
      if (hadFocus) button.focus();
      return true;
    },
  };
}

/** Whether an element has the focus. That of a frame without it is not to be moved: the page around would lose its own. */
const hasFocus = (element: Element): boolean =>
  document.hasFocus() && element.contains(document.activeElement);

function labelled(label: string, key: string, onUse: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'entry', 'aria-keyshortcuts': key }, label);
  button.addEventListener('click', onUse);
  return button;
}

/** The handle pulls the card up, or down again; a click does whichever it is not. */
function listenToPull(handle: HTMLElement, setExpanded: (isExpanded?: boolean) => void): void {
  const LEAST_px = 24;
  let begun_px: number | undefined;
  let isPulled = false;
  handle.addEventListener('pointerdown', (event) => {
    begun_px = event.clientY;
    isPulled = false;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener('pointermove', (event) => {
    if (begun_px === undefined || Math.abs(event.clientY - begun_px) < LEAST_px) return;
    setExpanded(event.clientY < begun_px);
    begun_px = event.clientY;
    isPulled = true;
  });
  handle.addEventListener('lostpointercapture', () => {
    begun_px = undefined;
  });
  handle.addEventListener('click', () => {
    if (!isPulled) setExpanded();
    isPulled = false;
  });
}

/** The address of the same step in the story read as a page. */
function articleAddress(step: string): string {
  const address = new URL(window.location.href);
  address.searchParams.set('view', 'page');
  return `${address.pathname}${address.search}#${step}`;
}
