import type { TransitionTemplate } from '@armarium/contract/transitions';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { useStateLabel } from '../../../records/state-label.ts';
import { changesVisibility, draftOf, type TransitionPart } from '../transition-form.ts';
import { useTransitionParts } from './use-transition-parts.ts';
import classes from './workflow-settings.module.css';

/** The parts in the order in which they are read. */
const shown: readonly TransitionPart[] = ['name', 'label', 'en', 'it', 'workflow', 'roles'];

/** What a transition is: from where it leads to where, what it is called, and who may perform it. */
export function TransitionFacts({ transition }: { transition: TransitionTemplate }) {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  const parts = useTransitionParts(changesVisibility(transition));
  const draft = draftOf(transition);
  return (
    <dl className={classes.facts}>
      {(['from', 'to'] as const).map((part) => (
        <div key={part}>
          <dt>{parts.nameOf(part)}</dt>
          <dd className={classes.line} dir="auto">
            <StateDot state={draft[part]} /> {stateLabel(draft[part])}
          </dd>
        </div>
      ))}
      {shown.map((part) => {
        const value = parts.valueOf(draft, part);
        if (value === '') return null;
        return (
          <div key={part} className={part === 'roles' ? classes.wide : undefined}>
            <dt>{parts.nameOf(part)}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        );
      })}
      <div>
        <dt>{t('part.kind')}</dt>
        <dd>{t(`kind.${transition.resourceType}`)}</dd>
      </div>
    </dl>
  );
}
