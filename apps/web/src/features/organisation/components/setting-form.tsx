import { Button, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { SaveForm } from '../../../ui/save-form.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import type { Setting } from './use-setting.ts';
import classes from './organisation.module.css';

interface SettingFormProps<Value> {
  /** The name of the part, for screen readers. */
  label: string;
  setting: Setting<Value>;
  /** What keeps the value from being saved is marked at its field. */
  isFaulty?: boolean;
  /** Saves in place of the setting itself, where something is to be asked before. */
  onSave?(): void;
  /** What can be done about a failure. */
  wayOut?: ReactNode;
  children: ReactNode;
}

/** The first field of a form; of options the chosen one. */
const fieldOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:checked') ??
  form?.querySelector<HTMLElement>('input, select, textarea');

/** The fields of one part of the settings, with the buttons that save and discard it, and what became of that. */
export function SettingForm<Value>({
  label,
  setting,
  isFaulty = false,
  onSave,
  wayOut,
  children,
}: SettingFormProps<Value>) {
  const { t } = useTranslation('organisation');
  const form = useRef<HTMLFormElement>(null);
  const { isChanged, isSaved, failure, hasConflict } = setting;
  const wasChanged = useRef(isChanged);
  useEffect(() => {
    // The buttons are gone with the changes, and with them what had the focus.
    if (wasChanged.current && !isChanged && document.activeElement === document.body)
      fieldOf(form.current)?.focus();
    wasChanged.current = isChanged;
  }, [isChanged]);
  const submit = () => {
    if (!isChanged) return;
    if (isFaulty) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    else if (onSave) onSave();
    else void setting.save(setting.value);
  };
  const failed = failure === undefined ? undefined : describeProblem(failure);
  return (
    <SaveForm ref={form} label={label} className={classes.form} onSave={submit}>
      {children}
      {failed && isChanged && (
        <FailureAlert
          title={t('saveFailed')}
          text={isProblem(failure, 'stale') && hasConflict ? { ...failed, next: t('staleNext') } : failed}
        >
          {wayOut}
        </FailureAlert>
      )}
      <div className={classes.actions}>
        <Text size="sm" c="dimmed" role="status" className={classes.state ?? ''}>
          {isChanged ? t('notSaved') : isSaved ? t('saved') : ''}
        </Text>
        {isChanged && (
          <>
            <Button variant="default" onClick={setting.discard}>
              {t('discard')}
            </Button>
            <Button type="submit" {...waitingProps(setting.isWorking)}>
              {t('save')}
            </Button>
          </>
        )}
      </div>
    </SaveForm>
  );
}
