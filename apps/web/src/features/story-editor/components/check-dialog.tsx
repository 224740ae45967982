import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { storyPublicViewQuery } from '../../../records/api/story-public-view.ts';
import { useEditorState, useEditorStore } from '../state/editor-store.ts';
import { findingKinds, findingsOf, nameOf, type FindingKind } from '../state/findings.ts';
import { useIsDirty } from '../state/selectors.ts';
import type { StepField } from '../state/step-field.ts';
import classes from './dialogs.module.css';

const fieldOf: Readonly<Record<FindingKind, StepField>> = {
  'image-missing': 'area',
  'image-not-open': 'area',
  'image-replaced': 'area',
  tiny: 'area',
  'too-long': 'commentary',
  'no-title': 'title',
  'no-alt': 'alt',
};

interface CheckDialogProps {
  onClose(): void;
  /** Leads to a field of a step. */
  onShow(id: string, field: StepField): void;
}

/** What to look at before the story is published; each finding leads to its step. */
export function CheckDialog({ onClose, onShow }: CheckDialogProps) {
  const { t } = useTranslation(['storyEditor', 'ui']);
  const steps = useEditorState((state) => state.steps);
  const view = useQuery(storyPublicViewQuery(useEditorStore().storyUuid));
  const closed = view.data?.images.filter(({ isOpen }) => !isOpen).map(({ uuid }) => uuid);
  const isDirty = useIsDirty();
  const findings = findingsOf(steps, new Set(closed));
  const names = new Map(steps.map((step) => [step.id, nameOf(step)]));
  return (
    <Dialog opened onClose={onClose} title={t('check.title')} size="lg">
      {view.isError && (
        <FailureAlert title={t('check.imagesFailed')} text={describeProblem(view.error)}>
          <Button variant="default" size="sm" onClick={() => void view.refetch()}>
            {t('ui:retry')}
          </Button>
        </FailureAlert>
      )}
      {isDirty && <p className={classes.advice}>{t('check.unsaved')}</p>}
      {steps.length === 0 ? (
        <p>{t('check.noSteps')}</p>
      ) : findings.length === 0 ? (
        view.isSuccess && <p>{t('check.nothing')}</p>
      ) : (
        findingKinds.map((kind) => {
          const found = findings.filter((finding) => finding.kind === kind);
          if (found.length === 0) return null;
          return (
            <section key={kind}>
              <h3 className={classes.kind}>{t(`check.${kind}`, { count: found.length })}</h3>
              <p className={classes.advice}>{t(`advice.${kind}`)}</p>
              <ul className={classes.findings}>
                {found.map(({ id, number }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className={classes.finding}
                      dir="auto"
                      onClick={() => onShow(id, fieldOf[kind])}
                    >
                      {t('check.step', { number, name: names.get(id) ?? '' }).trim()}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })
      )}
    </Dialog>
  );
}
