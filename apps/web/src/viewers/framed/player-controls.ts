import { group, hiddenText, make, redraw, tool } from './elements.ts';
import { sayInPlayer } from './player-words.ts';

const VOLUME_STEP = 0.1;
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Plays and pauses; `status` announces it to screen readers. */
export function playButton(medium: HTMLMediaElement) {
  const toggle = () => {
    // The browser refuses before the first click on the page, or where the file fails, which the page shows.
    if (medium.paused) medium.play().catch(() => undefined);
    else medium.pause();
  };
  const button = tool({ label: sayInPlayer('play'), drawing: 'play', key: 'k', onUse: toggle });
  const status = hiddenText('', { role: 'status' });
  const show = () => {
    const action = medium.paused ? 'play' : 'pause';
    redraw(button, sayInPlayer(action), action, 'k');
  };
  for (const event of ['play', 'pause', 'emptied']) medium.addEventListener(event, show);
  medium.addEventListener('play', () => (status.textContent = sayInPlayer('playing')));
  medium.addEventListener('pause', () => {
    status.textContent = sayInPlayer(medium.ended ? 'ended' : 'paused');
  });
  return { button, status, toggle };
}

/** Mute and volume. */
export function volumeControl(medium: HTMLMediaElement) {
  const toggleMute = () => {
    medium.muted = !medium.muted;
  };
  const set = (volume: number) => {
    medium.volume = Math.min(Math.max(0, volume), 1);
    medium.muted = false;
  };
  const mute = tool({ label: sayInPlayer('mute'), drawing: 'sound', key: 'm', onUse: toggleMute });
  const slider = make('input', {
    type: 'range',
    class: 'volume',
    min: '0',
    max: '1',
    step: String(VOLUME_STEP),
    'aria-label': sayInPlayer('volume'),
  });
  const show = () => {
    const heard = medium.muted ? 0 : medium.volume;
    slider.value = String(heard);
    slider.setAttribute('aria-valuetext', sayInPlayer('volumeValue', { percent: Math.round(heard * 100) }));
    redraw(mute, sayInPlayer(heard === 0 ? 'unmute' : 'mute'), heard === 0 ? 'silent' : 'sound', 'm');
  };
  slider.addEventListener('input', () => set(Number(slider.value)));
  medium.addEventListener('volumechange', show);
  show();
  return {
    element: group(mute, slider),
    toggleMute,
    louder: () => set(medium.volume + VOLUME_STEP),
    quieter: () => set(medium.volume - VOLUME_STEP),
  };
}

/** The speed, which stays when another file is opened. */
export function speedChoice(medium: HTMLMediaElement): HTMLSelectElement {
  const choice = make(
    'select',
    { class: 'choice', 'aria-label': sayInPlayer('speed') },
    ...SPEEDS.map((one) => make('option', { value: String(one) }, `${one}×`)),
  );
  choice.value = '1';
  const apply = () => {
    medium.playbackRate = Number(choice.value);
  };
  choice.addEventListener('change', apply);
  // Loading a file sets the rate back.
  medium.addEventListener('loadedmetadata', apply);
  return choice;
}
