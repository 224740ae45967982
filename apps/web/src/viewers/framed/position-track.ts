import { make } from './elements.ts';
import { sayInPlayer } from './player-words.ts';
import { waveCanvas } from './wave.ts';

export const STEP_S = 5;
const LEAP_S = 30;

interface PositionTrackOptions {
  /** The length of the recording, which the browser may know later than we. */
  length_s: () => number;
  /** Plays or pauses; the slider has a key for it. */
  toggle: () => void;
}

/** Where the recording is: a slider over its wave, and the time in figures. */
export function positionTrack(medium: HTMLMediaElement, { length_s, toggle }: PositionTrackOptions) {
  const wave = waveCanvas();
  const slider = make('input', {
    type: 'range',
    class: 'position',
    min: '0',
    step: 'any',
    value: '0',
    'aria-label': sayInPlayer('position'),
  });
  const time = make('span', { class: 'time' });
  time.setAttribute('aria-hidden', 'true');

  const show = () => {
    const [at, length] = [medium.currentTime, length_s()];
    slider.max = String(length);
    slider.value = String(at);
    const text = sayInPlayer('positionValue', { at: clock(at), length: clock(length) });
    slider.setAttribute('aria-valuetext', text);
    time.textContent = `${clock(at)} / ${clock(length)}`;
    wave.draw(length > 0 ? at / length : 0);
  };
  const seek = (time_s: number) => {
    medium.currentTime = Math.min(Math.max(0, time_s), length_s());
    show();
  };
  const move = (by_s: number) => seek(medium.currentTime + by_s);
  const keys = {
    ArrowLeft: () => move(-STEP_S),
    ArrowRight: () => move(STEP_S),
    Home: () => seek(0),
    End: () => seek(length_s()),
  };
  // The steps of the browser's slider would be parts of a second.
  const sliderKeys: Readonly<Record<string, () => void>> = {
    ...keys,
    ArrowDown: keys.ArrowLeft,
    ArrowUp: keys.ArrowRight,
    PageDown: () => move(-LEAP_S),
    PageUp: () => move(LEAP_S),
    ' ': toggle,
    k: toggle,
  };

  slider.addEventListener('input', () => seek(Number(slider.value)));
  slider.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : sliderKeys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  for (const event of ['loadedmetadata', 'timeupdate', 'seeking', 'durationchange'])
    medium.addEventListener(event, show);

  return {
    element: make('div', { class: 'track' }, wave.element, slider),
    time,
    seek,
    move,
    show,
    /** The keys that seek while the focus is elsewhere in the player. */
    keys,
    loadWave: wave.load,
  };
}

/** As players write times: minutes and seconds, hours where there are any. */
function clock(time_s: number): string {
  const whole = Math.floor(time_s);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
