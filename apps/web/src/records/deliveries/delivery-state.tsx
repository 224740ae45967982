import { IconAlertTriangle, IconCircleCheck, IconClock, IconSend } from '@tabler/icons-react';
import { progressOf, type Delivery } from './delivery-progress.ts';
import { useDeliveryWords } from './use-delivery-words.ts';
import classes from './delivery.module.css';

const signs = {
  onItsWay: IconSend,
  waiting: IconClock,
  sent: IconCircleCheck,
  failed: IconAlertTriangle,
} as const;

/** How far a delivery is, by a sign and in words. */
export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'state' | 'attempts'> }) {
  const words = useDeliveryWords();
  const progress = progressOf(delivery);
  const Sign = signs[progress];
  return (
    <span className={classes.state} data-progress={progress}>
      <Sign className={classes.sign} size={18} stroke={1.8} aria-hidden />
      {words.progress(delivery)}
    </span>
  );
}
