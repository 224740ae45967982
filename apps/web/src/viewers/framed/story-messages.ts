type Message = Readonly<Record<string, unknown>>;

const PREFIX = 'armarium.story.';

/**
 * Tells the window around the player, of whatever site, which step is shown. It gives away nothing that the frame does not
 * show: a number and how many there are (docs/viewers.md).
 */
export function tellStory(type: 'step' | 'end' | 'error', content: Message): void {
  if (window.parent !== window) window.parent.postMessage({ type: `${PREFIX}${type}`, ...content }, '*');
}

interface StoryCommands {
  readonly go: (index: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
}

/** Does what a window of the same origin asks for. Other messages are ignored. */
export function answerStoryMessages({ go, play, pause }: StoryCommands): void {
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || typeof data !== 'object' || data === null) return;
    const { type, index } = data as Message;
    if (type === `${PREFIX}go` && typeof index === 'number' && Number.isInteger(index)) go(index);
    if (type === `${PREFIX}play`) play();
    if (type === `${PREFIX}pause`) pause();
  });
}
