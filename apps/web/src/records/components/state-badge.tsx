import { useTranslation } from 'react-i18next';
import { useStateLabel } from '../state-label.ts';
import { StateDot } from './state-dot.tsx';
import classes from './state.module.css';

/** The workflow state of the record that the page shows, with its label. */
export function StateBadge({ state }: { state: string }) {
  const { t } = useTranslation('catalogue');
  const label = useStateLabel()(state);
  return (
    <span className={classes.badge}>
      <StateDot state={state} />
      <span className="visually-hidden">{t('state', { state: label })}</span>
      <span aria-hidden>{label}</span>
    </span>
  );
}
