import type { DeliveryOutcome } from '@armarium/contract/deliveries';
import type { Effect } from '@armarium/contract/effects';

type Progress = Pick<Effect, 'state' | 'attempts' | 'nextAttemptDate'>;

const SOON_ms = 2_000;
const LATER_ms = 30_000;
/** The clock of the server may be behind this one. */
const DUE_FOR_ms = 60_000;

/** After how long effects are asked for again; false where nothing about them will change. @param now_ms of this machine */
export function askedAgain_ms(effects: readonly Progress[], now_ms: number): number | false {
  const pending = effects.filter(({ state }) => state === 'PENDING');
  if (pending.length === 0) return false;
  // One that is sent again by hand is due at once, and has the attempts of before until its message is written.
  const isDue = ({ nextAttemptDate }: Progress) => {
    const since_ms = nextAttemptDate === null ? -1 : now_ms - Date.parse(nextAttemptDate);
    return since_ms >= 0 && since_ms < DUE_FOR_ms;
  };
  return pending.some((effect) => effect.attempts === 0 || isDue(effect)) ? SOON_ms : LATER_ms;
}

type NextStep =
  'installation' | 'mail-server' | 'recipient' | 'other-server' | 'redirect' | 'private' | 'secret' | 'again';

/** What is to be done where an attempt ended so; undefined where it arrived. */
export const nextSteps: Readonly<Record<DeliveryOutcome, NextStep | undefined>> = {
  'mail-sent': undefined,
  'smtp-not-set': 'installation',
  'mail-from-not-set': 'installation',
  'link-address-not-set': 'installation',
  'mail-server-unreachable': 'mail-server',
  'mail-server-sign-in': 'mail-server',
  'mail-deferred': 'again',
  'mail-refused': 'recipient',
  'webhook-taken': undefined,
  'http-status': 'other-server',
  'url-redirect': 'redirect',
  'url-not-allowed': 'private',
  'url-unreachable': 'other-server',
  'url-timeout': 'other-server',
  'secret-missing': 'secret',
  failed: 'again',
};
