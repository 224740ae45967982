import { make } from './elements.ts';
import { identifierOf } from './shown.ts';

/** What we read of the peaks of a recording: pairs of the lowest and the highest sample, from -128 to 127. */
interface Peaks {
  readonly length: number;
  readonly data: readonly number[];
}

export interface Wave {
  readonly element: HTMLCanvasElement;
  /** Draws the wave of another recording; nothing where it has none, or it can't be read. */
  load(uuid: string | undefined): Promise<void>;
  /** @param part of the whole that has been played, from 0 to 1 */
  draw(part: number): void;
}

/** The wave of a recording, the part that was played in the accent's colour. A picture only: screen readers use the slider before it. */
export function waveCanvas(): Wave {
  const element = make('canvas', { class: 'wave', 'aria-hidden': 'true' });
  let peaks: Peaks | undefined;
  let played = 0;
  let wanted: string | undefined;

  const paint = () => {
    const { clientWidth, clientHeight } = element;
    const density = window.devicePixelRatio;
    const [width, height] = [Math.round(clientWidth * density), Math.round(clientHeight * density)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    const context = element.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, width, height);
    const { accent, quiet } = coloursOf(element);
    const middle = height / 2;
    const end = played * width;
    for (let x = 0; x < width; x += 1) {
      const { low, high } = extremes(peaks, x / width, (x + 1) / width);
      context.fillStyle = x < end ? accent : quiet;
      context.fillRect(
        x,
        middle - (high / 128) * middle,
        1,
        Math.max(density, ((high - low) / 128) * middle),
      );
    }
  };
  new ResizeObserver(paint).observe(element);

  return {
    element,
    async load(uuid) {
      wanted = uuid;
      peaks = undefined;
      paint();
      if (uuid === undefined) return;
      // oxlint-disable-next-line no-restricted-globals -- A file, in pages that have no session; the client's door is larger than they are.
      const answer = await fetch(`/media/${identifierOf(uuid)}/peaks`).catch(() => undefined);
      const read = answer?.ok
        ? ((await answer.json().catch(() => undefined)) as Peaks | undefined)
        : undefined;
      // Another recording may have been chosen meanwhile.
      if (wanted !== uuid) return;
      peaks = read;
      paint();
    },
    draw(part) {
      played = part;
      paint();
    },
  };
}

function coloursOf(element: Element) {
  const style = getComputedStyle(element);
  return { accent: style.getPropertyValue('--accent'), quiet: style.getPropertyValue('--quiet') };
}

/** The lowest and highest sample of a part of the recording. @param from @param to of the whole, from 0 to 1 */
function extremes(peaks: Peaks | undefined, from: number, to: number): { low: number; high: number } {
  let low = 0;
  let high = 0;
  if (!peaks) return { low, high };
  const last = Math.max(Math.floor(from * peaks.length) + 1, Math.ceil(to * peaks.length));
  for (let pair = Math.floor(from * peaks.length); pair < last; pair += 1) {
    low = Math.min(low, peaks.data[2 * pair] ?? 0);
    high = Math.max(high, peaks.data[2 * pair + 1] ?? 0);
  }
  return { low, high };
}
