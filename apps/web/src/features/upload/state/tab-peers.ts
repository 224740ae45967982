import type { Peers } from './engine-parts.ts';

/** How long a tab is given to answer; a hidden one answers messages at once, only its timers are slowed. */
const ANSWER_MS = 700;

interface Question {
  ask: string;
}
interface Answer {
  here: string;
  to: string;
}

/**
 * Finds out which other tabs of this origin are alive, by asking them. Without BroadcastChannel every other tab
 * counts as gone.
 */
export function tabPeers(tabId: string): Peers {
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('armarium.upload');
  const heard = new Set<string>();
  channel?.addEventListener('message', (event: MessageEvent<Question | Answer>) => {
    const message = event.data;
    if ('ask' in message) channel.postMessage({ here: tabId, to: message.ask } satisfies Answer);
    else if (message.to === tabId) heard.add(message.here);
  });
  return {
    tabId,
    async living() {
      channel?.postMessage({ ask: tabId } satisfies Question);
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      return new Set(heard);
    },
  };
}
