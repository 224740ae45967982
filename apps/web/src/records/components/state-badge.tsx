import { useTranslation } from 'react-i18next';
import { StateDot } from './state-dot.tsx';
import classes from './state.module.css';

/** The workflow state of the record that the page shows, with its name. */
export function StateBadge({ state }: { state: string }) {
  const { t } = useTranslation('catalogue');
  return (
    <span className={classes.badge}>
      <StateDot state={state} />
      <span className="visually-hidden">{t('state', { state })}</span>
      <span aria-hidden>{state}</span>
    </span>
  );
}
