import type { DeliveryOutcome, DeliveryResult } from '@armarium/contract/deliveries';
import { useTranslation } from 'react-i18next';
import { progressOf, type Delivery } from './delivery-progress.ts';

/** The outcomes that have words here. */
export const wordedOutcomes: Readonly<Record<DeliveryOutcome, true>> = {
  'mail-sent': true,
  'smtp-not-set': true,
  'mail-from-not-set': true,
  'link-address-not-set': true,
  'mail-server-unreachable': true,
  'mail-server-sign-in': true,
  'mail-deferred': true,
  'mail-refused': true,
  'webhook-taken': true,
  'http-status': true,
  'url-redirect': true,
  'url-not-allowed': true,
  'url-unreachable': true,
  'url-timeout': true,
  'secret-missing': true,
  failed: true,
};

/** What a delivery is said to be, in the reader's language. */
export function useDeliveryWords() {
  const { t } = useTranslation('delivery');
  return {
    progress: (delivery: Pick<Delivery, 'state' | 'attempts'>): string =>
      t(`progress.${progressOf(delivery)}`),
    /** The outcome of an attempt in a sentence. One that is not known, as of a newer server, is said in its words. */
    outcome: ({ code, title, status }: Pick<DeliveryResult, 'code' | 'title' | 'status'>): string =>
      Object.hasOwn(wordedOutcomes, code) ? t(`outcome.${code}`, { status: status ?? '' }) : title,
  };
}
