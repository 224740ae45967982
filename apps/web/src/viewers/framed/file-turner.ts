import { group, make, tool } from './elements.ts';
import type { ShownMedium } from './shown.ts';
import { say } from './words.ts';

/**
 * Previous, next, and a list of all files of an item; nothing where there is one alone.
 * @param onChoose gets the place, from 0
 */
export function fileTurner<Medium extends ShownMedium>(
  media: readonly Medium[],
  onChoose: (medium: Medium) => void,
): { element: HTMLElement | undefined; choose: (uuid: string) => void; turn: (by: number) => void } {
  let at = 0;
  const list = make(
    'select',
    { class: 'choice', 'aria-label': say('choose') },
    ...media.map(({ uuid, label }, index) =>
      make('option', { value: uuid }, say('numbered', { number: index + 1, label })),
    ),
  );
  const previous = tool({ label: say('previous'), drawing: 'previous', onUse: () => go(at - 1) });
  const next = tool({ label: say('next'), drawing: 'next', onUse: () => go(at + 1) });
  const status = make('span', { class: 'visually-hidden', role: 'status' });
  const show = () => {
    list.selectedIndex = at;
    previous.disabled = at === 0;
    next.disabled = at === media.length - 1;
  };
  const go = (to: number) => {
    const medium = media[to];
    if (!medium || to === at) return;
    at = to;
    show();
    status.textContent = say('place', { number: at + 1, count: media.length, label: medium.label });
    onChoose(medium);
  };
  list.addEventListener('change', () => go(list.selectedIndex));
  show();
  return {
    element: media.length > 1 ? group(previous, list, next, status) : undefined,
    choose: (uuid) => go(media.findIndex((medium) => medium.uuid === uuid)),
    turn: (by) => go(at + by),
  };
}
