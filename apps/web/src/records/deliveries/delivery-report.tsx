import { useTranslation } from 'react-i18next';
import { displayMoment } from '../../ui/display-date.ts';
import { progressOf, type Delivery } from './delivery-progress.ts';
import { useDeliveryWords } from './use-delivery-words.ts';
import classes from './delivery.module.css';

interface DeliveryReportProps {
  delivery: Omit<Delivery, 'date'>;
  /** What the reader can do about it. */
  next?: string | undefined;
}

/** What came of the last attempt at a delivery, what the other server said, the number of attempts, and the next one. */
export function DeliveryReport({ delivery, next }: DeliveryReportProps) {
  const { t } = useTranslation('delivery');
  const words = useDeliveryWords();
  const { attempts, result, nextAttemptDate } = delivery;
  return (
    <>
      {result && (
        <p className={classes.outcome}>
          {words.outcome(result)} {next}
        </p>
      )}
      {result && result.detail !== '' && (
        <p className={classes.detail}>
          {t(result.status === null ? 'technical' : 'said')}{' '}
          <span lang="" dir="auto">
            {result.detail}
          </span>
        </p>
      )}
      {attempts > 0 && (
        <p className={classes.detail}>
          {progressOf(delivery) === 'waiting' && nextAttemptDate !== null
            ? t('attemptsNext', { count: attempts, moment: displayMoment(nextAttemptDate) })
            : t('attempts', { count: attempts })}
        </p>
      )}
    </>
  );
}
