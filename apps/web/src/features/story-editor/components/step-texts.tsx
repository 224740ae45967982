import { Skeleton, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { useChosenId, usePlace, useStep, useStepsCount } from '../state/selectors.ts';
import { StepSettings } from './step-settings.tsx';
import classes from './step-texts.module.css';

/** The text editor comes after the page: it weighs more than all else of it. */
const CommentaryField = lazy(async () => ({
  default: (await import('./commentary-field.tsx')).CommentaryField,
}));

const tabs = ['commentary', 'settings'] as const;
export type TextsTab = (typeof tabs)[number];

interface StepTextsProps {
  mayEdit: boolean;
  tab: TextsTab;
  onTab(tab: TextsTab): void;
}

/** What is read at the chosen step, or how it is shown (EDIT-13). */
export function StepTexts({ mayEdit, tab, onTab }: StepTextsProps) {
  const { t } = useTranslation('storyEditor');
  const step = useStep(useChosenId());
  const number = usePlace(step?.id) + 1;
  const total = useStepsCount();
  if (!step) return null;
  return (
    <Tabs value={tab} keepMounted={false} onChange={(value) => value && onTab(value as TextsTab)}>
      {/* Where the image, with the number and the title above it, is out of sight. */}
      <p className={classes.of} dir="auto">
        {[t('stepOf', { number: grouped(number), total: grouped(total) }), step.title]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Tabs.List grow mb="md">
        {tabs.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {t(`tab.${value}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="commentary">
        <Suspense fallback={<Skeleton height={240} />}>
          <CommentaryField key={step.id} step={step} mayEdit={mayEdit} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <StepSettings key={step.id} step={step} mayEdit={mayEdit} />
      </Tabs.Panel>
    </Tabs>
  );
}
