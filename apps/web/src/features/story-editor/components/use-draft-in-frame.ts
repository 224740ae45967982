import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { draftMessage, stepWithUuid } from '../state/draft-message.ts';
import type { EditorState } from '../state/editor-state.ts';
import { useEditorStore } from '../state/editor-store.ts';

/** A page that has not asked for the draft so long after it was loaded holds no player. */
const ASKS_WITHIN_ms = 2000;

/**
 * Sends the draft to the player in a frame each time it changes, and chooses the step that somebody goes to in the player.
 * @param onNoPlayer the frame has loaded something else, such as the page that says that there is no such story
 * @returns what is to be called when the frame has loaded
 */
export function useDraftInFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  onNoPlayer: () => void,
): () => void {
  const store = useEditorStore();
  /** What was sent last; undefined until the player asks. */
  const sent = useRef<Pick<EditorState, 'steps' | 'chosen'>>(undefined);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = () => {
    const { steps, chosen } = store.state();
    sent.current = { steps, chosen };
    frame.current?.contentWindow?.postMessage(draftMessage({ steps, chosen }), window.location.origin);
  };
  const onChange = useEffectEvent(() => {
    const { steps, chosen } = store.state();
    if (sent.current && (sent.current.steps !== steps || sent.current.chosen !== chosen)) send();
  });
  useEffect(() => store.subscribe(() => onChange()), [store]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useWindowEvent('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.current?.contentWindow || origin !== window.location.origin) return;
    const { type, uuid } = (data ?? {}) as Readonly<Record<string, unknown>>;
    if (type === 'armarium:get-draft') {
      // Not when the frame has loaded: a browser's own error page belongs to another origin and must not be touched.
      passOnKeys(frame.current);
      send();
    }
    if (type !== 'armarium:draft-step') return;
    const step = stepWithUuid(store.state().steps, uuid);
    if (!step) return;
    // The player is there already. Sending an older step back would undo a newer move.
    if (sent.current) sent.current = { ...sent.current, chosen: step.id };
    store.dispatch({ type: 'choose', id: step.id });
  });
  return () => {
    waiting.current = setTimeout(() => {
      if (!sent.current) onNoPlayer();
    }, ASKS_WITHIN_ms);
  };
}

/** Passes keys with Ctrl or ⌘ on to the editor: a page hears only the keys that are pressed while it has the focus. */
function passOnKeys(frame: HTMLIFrameElement): void {
  frame.contentWindow?.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    const isTaken = !frame.dispatchEvent(new KeyboardEvent('keydown', event));
    if (isTaken) event.preventDefault();
  });
}
