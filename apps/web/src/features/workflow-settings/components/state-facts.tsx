import type { ItemState } from '@armarium/contract/item-states';
import { languages } from '@armarium/contract/preferences';
import { templateResourceTypes } from '@armarium/contract/record-types';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import type { Usage } from '@armarium/contract/usage';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { labelOf } from '../../../records/label.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { grouped } from '../../../ui/grouped.ts';
import { languageName } from '../../../ui/language-labels.tsx';
import classes from './workflow-settings.module.css';

interface StateFactsProps {
  state: ItemState;
  /** The transitions that lead from or to it; undefined until they are known. */
  users: readonly TransitionTemplate[] | undefined;
  /** Whether the transitions could not be read. */
  haveFailed: boolean;
  /** The records that are in it. */
  usage: Pick<UseQueryResult<Usage>, 'data' | 'isError'>;
}

/** What a state is, the records that are in it, and the transitions that use it. */
export function StateFacts({ state, users, haveFailed, usage }: StateFactsProps) {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  const byKind = (usage.data?.values ?? []).flatMap(({ value, records: count }) => {
    const kind = templateResourceTypes.find((one) => one === value);
    return kind ? [t(`records.${kind}`, { count, formatted: grouped(count) })] : [];
  });
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('part.name')}</dt>
        <dd className={classes.line} dir="auto">
          <StateDot state={state.name} /> {state.name}
        </dd>
      </div>
      <div>
        <dt>{t('part.color')}</dt>
        <dd>
          <code>{state.color}</code>
        </dd>
      </div>
      {languages.map(
        (language) =>
          state.labels[language] !== undefined && (
            <div key={language}>
              <dt>{t('labelIn', { language: languageName(language) })}</dt>
              <dd dir="auto" lang={language}>
                {state.labels[language]}
              </dd>
            </div>
          ),
      )}
      <div className={classes.wide}>
        <dt>{t('recordsIn')}</dt>
        <dd className="tabular">
          {usage.isError
            ? t('notCounted')
            : usage.data && (byKind.length > 0 ? byKind.join(' · ') : t('noRecords'))}
        </dd>
      </div>
      {(users || haveFailed) && (
        <div className={classes.wide}>
          <dt>{t('usedBy')}</dt>
          <dd>
            {haveFailed ? t('notListed') : users?.length === 0 && t('noTransitions')}
            <ul className={classes.users}>
              {users?.map((transition) => (
                <li key={transition.uuid} dir="auto">
                  {t('transition', {
                    kind: t(`kind.${transition.resourceType}`),
                    from: stateLabel(transition.itemFromState),
                    to: stateLabel(transition.itemToState),
                    name: labelOf(transition),
                  })}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}
