import type { MailMessage } from '@armarium/contract/mail';

/** What everything that is sent outside has in common. */
export type Delivery = Pick<MailMessage, 'date' | 'state' | 'attempts' | 'nextAttemptDate' | 'result'>;

/** How far a delivery is, as people are told. */
export type DeliveryProgress = 'onItsWay' | 'waiting' | 'sent' | 'failed';

export function progressOf({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): DeliveryProgress {
  if (state === 'DONE') return 'sent';
  if (state === 'ERROR') return 'failed';
  return attempts === 0 ? 'onItsWay' : 'waiting';
}

/** The first attempt takes a moment where the server has time for it. */
const SOON_ms = 1_000;
const LATER_ms = 30_000;
/** After so long the first attempt is not expected at any moment any more. */
const YOUNG_FOR_ms = 5 * 60_000;

/** After how long deliveries are asked for again; false where nothing about them will change. @param now_ms of this machine */
export function askedAgain_ms(
  deliveries: readonly Pick<Delivery, 'date' | 'state' | 'attempts'>[],
  now_ms: number,
): number | false {
  const pending = deliveries.filter(({ state }) => state === 'PENDING');
  if (pending.length === 0) return false;
  // The clock of the server may be ahead of this one.
  const isYoung = ({ date }: { date: string }) => Math.abs(now_ms - Date.parse(date)) < YOUNG_FOR_ms;
  return pending.some((delivery) => delivery.attempts === 0 && isYoung(delivery)) ? SOON_ms : LATER_ms;
}
