type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with its attributes (`true` is one without a value, `false` and undefined none) and what is in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(attribute, '');
    else if (typeof value === 'string') element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

/** Drawings of 24 × 24, as the client's. */
const drawings = {
  previous: 'M15 6l-6 6l6 6',
  next: 'M9 6l6 6l-6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  left: 'M5 12h14M5 12l6 6M5 12l6 -6',
  right: 'M5 12h14M13 18l6 -6M13 6l6 6',
  up: 'M12 5v14M18 11l-6 -6M6 11l6 -6',
  down: 'M12 5v14M18 13l-6 6M6 13l6 6',
  fit: 'M4 8v-2a2 2 0 0 1 2 -2h2M4 16v2a2 2 0 0 0 2 2h2M16 4h2a2 2 0 0 1 2 2v2M16 20h2a2 2 0 0 0 2 -2v-2M8 10h8v4h-8z',
  rotate: 'M4.05 11a8 8 0 1 1 .5 4M4 20v-5h5',
  enlarge: 'M4 8v-4h4M4 16v4h4M16 4h4v4M16 20h4v-4',
  reduce: 'M8 4v4h-4M8 20v-4h-4M16 4v4h4M16 20v-4h4',
  play: 'M7 4v16l13 -8z',
  pause: 'M7 5v14M17 5v14',
  back: 'M11 6l-6 6l6 6M19 6l-6 6l6 6',
  forward: 'M5 6l6 6l-6 6M13 6l6 6l-6 6',
  sound: 'M15 8a5 5 0 0 1 0 8M6 15h-2v-6h2l5 -4v14z',
  info: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0 -18M12 8h.01M11 12h1v4h1',
  more: 'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  silent: 'M16 10l4 4M20 10l-4 4M6 15h-2v-6h2l5 -4v14z',
} as const;
export type Drawing = keyof typeof drawings;

const SVG = 'http://www.w3.org/2000/svg';

function icon(drawing: Drawing): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', drawings[drawing]);
  svg.append(path);
  return svg;
}

export interface Tool {
  readonly label: string;
  readonly drawing: Drawing;
  /** The key that does the same while the focus is in the viewer. */
  readonly key?: string | undefined;
  readonly onUse: () => void;
}

/** A button of the toolbar: a drawing with a name, and its key. */
export function tool({ label, drawing, key, onUse }: Tool): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'tool', 'aria-keyshortcuts': key }, icon(drawing));
  nameTool(button, label, key);
  button.addEventListener('click', onUse);
  return button;
}

/** Without a key the title alone is the name: beside a name that says the same, screen readers may read it twice. */
function nameTool(button: HTMLButtonElement, label: string, key?: string): void {
  if (key) button.setAttribute('aria-label', label);
  button.title = key ? `${label} (${key})` : label;
}

/** Another drawing and name on a button that is one thing or the other. */
export function redraw(button: HTMLButtonElement, label: string, drawing: Drawing, key?: string): void {
  button.replaceChildren(icon(drawing));
  nameTool(button, label, key);
}

/** The title of a viewer's page. In a frame on a page of ours, which shows it already, it is said only. */
export function heading(title: string): HTMLElement {
  return make('h1', { class: window.frameElement ? 'visually-hidden' : 'title', title }, title);
}

export function group(...children: readonly Node[]): HTMLElement {
  return make('div', { class: 'group' }, ...children);
}

export function hiddenText(text = '', attributes: Attributes = {}): HTMLElement {
  return make('span', { class: 'visually-hidden', ...attributes }, text);
}

/**
 * Full screen for the whole page, where the browser and the frame around it allow it; undefined where they don't.
 * @param label says what the button does by now
 */
export function fullScreenTool(
  key: string,
  labels: { enter: string; leave: string },
): { button: HTMLButtonElement; toggle: () => void } | undefined {
  if (!document.fullscreenEnabled) return undefined;
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen();
  };
  const button = tool({ label: labels.enter, drawing: 'enlarge', key, onUse: toggle });
  document.addEventListener('fullscreenchange', () => {
    if (document.fullscreenElement) redraw(button, labels.leave, 'reduce', key);
    else redraw(button, labels.enter, 'enlarge', key);
  });
  return { button, toggle };
}

/**
 * Keys while the focus is in the viewer, and not in a field that has a use for them itself.
 * @param keys what each does; `false` leaves the key to the browser
 */
export function listenToKeys(
  element: HTMLElement,
  keys: Readonly<Record<string, ((event: KeyboardEvent) => unknown) | undefined>>,
): void {
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) return;
    // A button is pressed by these.
    if (target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter')) return;
    const act = keys[event.key];
    if (act && act(event) !== false) event.preventDefault();
  });
}
