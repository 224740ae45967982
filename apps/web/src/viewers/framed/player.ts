import { captionChoice } from './captions.ts';
import { fullScreenTool, group, heading, listenToKeys, make, tool } from './elements.ts';
import { fileTurner } from './file-turner.ts';
import { playButton, speedChoice, volumeControl } from './player-controls.ts';
import { sayInPlayer } from './player-words.ts';
import { positionTrack, STEP_S } from './position-track.ts';
import { identifierOf, readShown, type ShownRecording } from './shown.ts';
import { numbersOf, onWindowMessage, postToWindow, postAddress } from './window-messages.ts';
import { say } from './words.ts';
import './framed.css';
import './player.css';

/**
 * The page of a player: the browser's own element, and our controls around it. The browser's controls are not in the
 * page's language and can't show the wave.
 */
export function openPlayer(kind: 'audio' | 'video', medium: HTMLMediaElement): void {
  const { title, media } = readShown<{ title: string; media: readonly ShownRecording[] }>();
  let shown = media[0];
  const turner = fileTurner(media, (chosen) => {
    shown = chosen;
    open();
  });
  const length_s = () => (Number.isFinite(medium.duration) ? medium.duration : (shown?.duration_s ?? 0));
  const play = playButton(medium);
  const volume = volumeControl(medium);
  const speed = speedChoice(medium);
  const track = positionTrack(medium, { length_s, toggle: play.toggle });
  const captions = captionChoice(medium, {
    label: sayInPlayer('captions'),
    off: sayInPlayer('noCaptions'),
  });
  const fullScreen =
    kind === 'video'
      ? fullScreenTool('f', { enter: say('fullScreen'), leave: say('leaveFullScreen') })
      : undefined;
  const failure = failureNotice(() => open());
  const step = (label: 'back' | 'forward', by_s: number, key: string) =>
    tool({
      label: sayInPlayer(label, { seconds: STEP_S }),
      drawing: label,
      key,
      onUse: () => track.move(by_s),
    });
  const main = make(
    'main',
    { class: `frame ${kind}`, 'data-phase': 'opening' },
    heading(title),
    make('div', { class: 'stage' }, medium),
    track.element,
    ...(captions.text ? [captions.text] : []),
    failure,
    play.status,
    make(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': sayInPlayer('controls') },
      ...(turner.element ? [turner.element] : []),
      group(
        step('back', -STEP_S, 'ArrowLeft'),
        play.button,
        step('forward', STEP_S, 'ArrowRight'),
        track.time,
      ),
      volume.element,
      group(captions.element, speed, ...(fullScreen ? [fullScreen.button] : [])),
    ),
  );
  document.body.append(main);

  function open(): void {
    if (!shown) return;
    main.dataset.phase = 'opening';
    failure.hidden = true;
    const { uuid, label } = shown;
    if (medium instanceof HTMLVideoElement) {
      medium.poster = `/media/${identifierOf(uuid)}/poster`;
      medium.setAttribute('aria-label', sayInPlayer('video', { name: label || title }));
    }
    medium.src = `/media/${identifierOf(uuid)}/playable`;
    captions.offer(shown.captions);
    medium.playbackRate = Number(speed.value);
    main.dataset.wave = String(shown.hasPeaks);
    void track.loadWave(shown.hasPeaks ? uuid : undefined);
    track.show();
  }

  medium.addEventListener('loadedmetadata', () => {
    main.dataset.phase = 'open';
    postToWindow('ready', { viewer: kind, uuid: shown?.uuid });
  });
  medium.addEventListener('error', () => {
    main.dataset.phase = 'failed';
    failure.hidden = false;
  });
  for (const event of ['play', 'pause', 'emptied'])
    medium.addEventListener(event, () => {
      main.dataset.playing = String(!medium.paused);
    });
  if (kind === 'video') medium.addEventListener('click', play.toggle);

  listenToKeys(main, {
    ...track.keys,
    ' ': play.toggle,
    k: play.toggle,
    m: volume.toggleMute,
    c: captions.turn,
    f: fullScreen?.toggle,
    ArrowUp: volume.louder,
    ArrowDown: volume.quieter,
    PageUp: () => turner.turn(-1),
    PageDown: () => turner.turn(1),
  });
  answerWindow(medium, { shown: () => shown, length_s, seek: track.seek, choose: turner.choose });
  open();
}

/** What a recording that can't be played shows. */
function failureNotice(onAgain: () => void): HTMLElement {
  const again = make('button', { type: 'button', class: 'plain' }, say('again'));
  again.addEventListener('click', onAgain);
  return make(
    'div',
    { class: 'failure', role: 'alert', hidden: true },
    make('strong', {}, sayInPlayer('playFailed')),
    make('p', {}, sayInPlayer('playFailedText')),
    again,
  );
}

interface Answering {
  shown: () => ShownRecording | undefined;
  length_s: () => number;
  seek: (time_s: number) => void;
  choose: (uuid: string) => void;
}

/** Answers the messages of the window around the page, and sends it the time. */
function answerWindow(medium: HTMLMediaElement, { shown, length_s, seek, choose }: Answering): void {
  const postTime = () => {
    const recording = shown();
    if (recording)
      postToWindow('time', {
        uuid: recording.uuid,
        time_s: medium.currentTime,
        duration_s: length_s(),
        isPlaying: !medium.paused,
      });
  };
  for (const event of ['play', 'pause', 'seeked', 'ended']) medium.addEventListener(event, postTime);
  onWindowMessage({
    'get-url': () => postAddress(shown()?.uuid),
    play: () => void medium.play().catch(() => undefined),
    pause: () => medium.pause(),
    'get-time': postTime,
    seek: (message) => {
      const wanted = numbersOf(message, ['time_s']);
      if (wanted) seek(wanted.time_s);
    },
    show: ({ uuid }) => {
      if (typeof uuid === 'string') choose(uuid);
    },
  });
}
