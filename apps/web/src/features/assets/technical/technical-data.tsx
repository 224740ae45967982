import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { technicalQuery } from '../api/technical.ts';
import type { Asset } from '../asset-kinds.ts';
import { useRetried } from '../components/use-retried.ts';
import { technicalFacts, type FactGroup } from './technical-facts.ts';
import classes from './technical.module.css';

/** What the file of an asset says about itself, in groups. */
export function TechnicalData({ asset }: { asset: Asset }) {
  const { t, i18n } = useTranslation(['technical', 'ui']);
  const place = useRef<HTMLDivElement>(null);
  const { data, failure, again } = useRetried(useQuery(technicalQuery(asset)), place);
  const groups = data && technicalFacts(data, asset, { t, language: i18n.language });
  return (
    <div ref={place} tabIndex={-1} className={classes.data}>
      {groups?.map((group) => (
        // Nothing stands beside a group that is alone, or beside long texts.
        <Facts key={group.group} {...group} isWide={group.group === 'texts' || !hasPair(groups)} />
      ))}
      {groups?.length === 0 && <p className={classes.none}>{t('none')}</p>}
      {!data && failure && (
        <FailureAlert title={t('failed')} text={describeProblem(failure)}>
          <Button variant="default" size="compact-sm" mt="xs" onClick={() => void again()}>
            {t('ui:retry')}
          </Button>
        </FailureAlert>
      )}
      {!data && !failure && <Skeleton height={200} />}
    </div>
  );
}

const hasPair = (groups: readonly FactGroup[]) => groups.filter(({ group }) => group !== 'texts').length > 1;

function Facts({ group, facts, isWide }: FactGroup & { isWide: boolean }) {
  const { t } = useTranslation('technical');
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.group} data-wide={isWide || undefined}>
      <h4 id={id} className={classes.name}>
        {t(`groups.${group}`)}
      </h4>
      <dl className={classes.facts} data-of={group}>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{t(`labels.${label}`)}</dt>
            <dd dir="auto" className={group === 'texts' ? '' : 'tabular'}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
