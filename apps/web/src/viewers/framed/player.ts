import { captionChoice } from './captions.ts';
import { fullScreenTool, group, heading, hiddenText, listenToKeys, make, redraw, tool } from './elements.ts';
import { fileTurner } from './file-turner.ts';
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import { identifierOf, readShown, type ShownRecording } from './shown.ts';
import { waveCanvas } from './wave.ts';
import { numbersOf, onTold, tell, tellAddress } from './window-messages.ts';
import { say, speaker } from './words.ts';
import './framed.css';
import './player.css';

const sayOf = speaker(en.player, it.player);

const STEP_S = 5;
const LEAP_S = 30;
const VOLUME_STEP = 0.1;
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** As players write times: minutes and seconds, hours where there are any. */
function clock(time_s: number): string {
  const whole = Math.floor(time_s);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * The page of a player: the browser's own element without its controls, which speak no language of ours and can't show
 * the wave, and ours around it.
 */
export function openPlayer(kind: 'audio' | 'video', medium: HTMLMediaElement): void {
  const { title, media } = readShown<{ title: string; media: readonly ShownRecording[] }>();
  let shown = media[0];
  const turner = fileTurner(media, (chosen) => {
    shown = chosen;
    open();
  });

  const length_s = () => (Number.isFinite(medium.duration) ? medium.duration : (shown?.duration_s ?? 0));
  const seek = (time_s: number) => {
    medium.currentTime = Math.min(Math.max(0, time_s), length_s());
    showTime();
  };
  const move = (by_s: number) => seek(medium.currentTime + by_s);
  const toggle = () => {
    // Refused where the browser asks for a click first, or the file fails, which is told by itself.
    if (medium.paused) medium.play().catch(() => undefined);
    else medium.pause();
  };
  const setVolume = (volume: number) => {
    medium.volume = Math.min(Math.max(0, volume), 1);
    medium.muted = false;
  };
  const toggleMute = () => {
    medium.muted = !medium.muted;
  };

  const wave = waveCanvas();
  const position = make('input', {
    type: 'range',
    class: 'position',
    min: '0',
    step: 'any',
    value: '0',
    'aria-label': sayOf('position'),
  });
  const time = make('span', { class: 'time' });
  time.setAttribute('aria-hidden', 'true');
  const status = hiddenText('', { role: 'status' });
  const failure = make('div', { class: 'failure', role: 'alert', hidden: true });
  const play = tool({ label: sayOf('play'), drawing: 'play', key: 'k', onUse: toggle });
  const mute = tool({ label: sayOf('mute'), drawing: 'sound', key: 'm', onUse: toggleMute });
  const volume = make('input', {
    type: 'range',
    class: 'volume',
    min: '0',
    max: '1',
    step: String(VOLUME_STEP),
    'aria-label': sayOf('volume'),
  });
  const speed = make(
    'select',
    { class: 'choice', 'aria-label': sayOf('speed') },
    ...SPEEDS.map((one) => make('option', { value: String(one) }, `${one}×`)),
  );
  speed.value = '1';
  const captions = captionChoice(medium, { label: sayOf('captions'), off: sayOf('noCaptions') });
  const fullScreen =
    kind === 'video'
      ? fullScreenTool('f', { enter: say('fullScreen'), leave: say('leaveFullScreen') })
      : undefined;
  const step = (label: 'back' | 'forward', by_s: number, key: string) =>
    tool({
      label: sayOf(label, { seconds: Math.abs(by_s) }),
      drawing: label,
      key,
      onUse: () => move(by_s),
    });

  const main = make(
    'main',
    { class: `frame ${kind}`, 'data-phase': 'opening' },
    heading(title),
    make('div', { class: 'stage' }, medium),
    make('div', { class: 'track' }, wave.element, position),
    ...(captions.text ? [captions.text] : []),
    failure,
    status,
    make(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': sayOf('controls') },
      ...(turner.element ? [turner.element] : []),
      group(step('back', -STEP_S, 'ArrowLeft'), play, step('forward', STEP_S, 'ArrowRight'), time),
      group(mute, volume),
      group(captions.element, speed, ...(fullScreen ? [fullScreen.button] : [])),
    ),
  );
  document.body.append(main);

  function showTime(): void {
    const [at, length] = [medium.currentTime, length_s()];
    position.max = String(length);
    position.value = String(at);
    position.setAttribute('aria-valuetext', sayOf('positionValue', { at: clock(at), length: clock(length) }));
    time.textContent = `${clock(at)} / ${clock(length)}`;
    wave.draw(length > 0 ? at / length : 0);
  }

  function showVolume(): void {
    const heard = medium.muted ? 0 : medium.volume;
    volume.value = String(heard);
    volume.setAttribute('aria-valuetext', sayOf('volumeValue', { percent: Math.round(heard * 100) }));
    redraw(mute, sayOf(heard === 0 ? 'unmute' : 'mute'), heard === 0 ? 'silent' : 'sound', 'm');
  }

  function showPlaying(): void {
    redraw(play, sayOf(medium.paused ? 'play' : 'pause'), medium.paused ? 'play' : 'pause', 'k');
    main.dataset.playing = String(!medium.paused);
  }

  const tellTime = () => {
    if (shown)
      tell('time', {
        uuid: shown.uuid,
        time_s: medium.currentTime,
        duration_s: length_s(),
        isPlaying: !medium.paused,
      });
  };

  function open(): void {
    if (!shown) return;
    main.dataset.phase = 'opening';
    failure.hidden = true;
    const { uuid, label } = shown;
    if (medium instanceof HTMLVideoElement) {
      medium.poster = `/media/${identifierOf(uuid)}/poster`;
      medium.setAttribute('aria-label', sayOf('video', { name: label || title }));
    }
    medium.src = `/media/${identifierOf(uuid)}/playable`;
    captions.offer(shown.captions);
    medium.playbackRate = Number(speed.value);
    main.dataset.wave = String(shown.hasPeaks);
    void wave.load(shown.hasPeaks ? uuid : undefined);
    showTime();
  }

  function fail(): void {
    main.dataset.phase = 'failed';
    const again = make('button', { type: 'button', class: 'plain' }, say('again'));
    again.addEventListener('click', open);
    failure.replaceChildren(
      make('strong', {}, sayOf('playFailed')),
      make('p', {}, sayOf('playFailedText')),
      again,
    );
    failure.hidden = false;
  }

  const on = (events: readonly (keyof HTMLMediaElementEventMap)[], act: () => void) => {
    for (const event of events) medium.addEventListener(event, act);
  };
  on(['loadedmetadata'], () => {
    main.dataset.phase = 'open';
    medium.playbackRate = Number(speed.value);
    showTime();
    tell('ready', { viewer: kind, uuid: shown?.uuid });
  });
  on(['timeupdate', 'seeking', 'durationchange'], showTime);
  on(['play', 'pause', 'emptied'], showPlaying);
  on(['volumechange'], showVolume);
  on(['play', 'pause', 'seeked', 'ended'], tellTime);
  on(['play'], () => (status.textContent = sayOf('playing')));
  on(['pause'], () => (status.textContent = sayOf(medium.ended ? 'ended' : 'paused')));
  on(['error'], fail);
  if (kind === 'video') medium.addEventListener('click', toggle);

  position.addEventListener('input', () => seek(Number(position.value)));
  volume.addEventListener('input', () => setVolume(Number(volume.value)));
  speed.addEventListener('change', () => {
    medium.playbackRate = Number(speed.value);
  });

  const seeking = {
    ArrowLeft: () => move(-STEP_S),
    ArrowRight: () => move(STEP_S),
    Home: () => seek(0),
    End: () => seek(length_s()),
  };
  // The slider's own steps would be parts of a second.
  const onSlider: Readonly<Record<string, () => void>> = {
    ...seeking,
    ArrowDown: seeking.ArrowLeft,
    ArrowUp: seeking.ArrowRight,
    PageDown: () => move(-LEAP_S),
    PageUp: () => move(LEAP_S),
    ' ': toggle,
    k: toggle,
  };
  position.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : onSlider[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  listenToKeys(main, {
    ...seeking,
    ' ': toggle,
    k: toggle,
    m: toggleMute,
    c: captions.turn,
    f: fullScreen?.toggle,
    ArrowUp: () => setVolume(medium.volume + VOLUME_STEP),
    ArrowDown: () => setVolume(medium.volume - VOLUME_STEP),
    PageUp: () => turner.turn(-1),
    PageDown: () => turner.turn(1),
  });

  onTold({
    'get-url': () => tellAddress(shown?.uuid),
    play: () => void medium.play().catch(() => undefined),
    pause: () => medium.pause(),
    'get-time': tellTime,
    seek: (message) => {
      const wanted = numbersOf(message, ['time_s']);
      if (wanted) seek(wanted.time_s);
    },
    show: ({ uuid }) => {
      if (typeof uuid === 'string') turner.choose(uuid);
    },
  });

  showVolume();
  open();
}
