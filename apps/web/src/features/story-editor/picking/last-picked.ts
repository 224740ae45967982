import { keyOf } from '../../../lib/drafts.ts';
import { recall, remember } from '../../../lib/remembered.ts';

/** What the picker was used for last, by each account in this browser. */
export interface LastPicked {
  readonly text: string;
  /** 1-based. */
  readonly page: number;
  readonly item: { readonly uuid: string; readonly title: string } | undefined;
}

const nothing: LastPicked = { text: '', page: 1, item: undefined };
const key = () => keyOf('last-picked');

export function lastPicked(): LastPicked {
  try {
    return keptPicked(JSON.parse(recall(key()) ?? 'null'));
  } catch {
    return nothing;
  }
}

/** What was kept, as far as it is what it should be. */
function keptPicked(kept: unknown): LastPicked {
  const { text, page, item } = (kept ?? {}) as Record<string, unknown>;
  const { uuid, title } = (item ?? {}) as Record<string, unknown>;
  return {
    text: typeof text === 'string' ? text : '',
    page: typeof page === 'number' && Number.isInteger(page) && page > 0 ? page : 1,
    item: typeof uuid === 'string' && typeof title === 'string' ? { uuid, title } : undefined,
  };
}

/** Keeps a part of it; what else was kept stays. */
export function keepPicked(part: Partial<LastPicked>): void {
  remember(key(), JSON.stringify({ ...lastPicked(), ...part }));
}
