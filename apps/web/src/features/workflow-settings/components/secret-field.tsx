import { Alert, Button, PasswordInput, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HAS_SECRET, SECRET_MISSING } from '../action-form.ts';
import type { ParameterFieldProps } from './parameter-props.ts';
import classes from './actions.module.css';

/**
 * The secret of a webhook. It is never shown: one that is set is kept, replaced or removed, and one that did not come along
 * with a workflow file is given, or done without.
 */
export function SecretField({
  parameter,
  value,
  values,
  stored,
  words,
  error,
  onChange,
  onChangeAlso,
}: ParameterFieldProps) {
  const { t } = useTranslation('workflowSettings');
  const text = typeof value === 'string' ? value : '';
  const mark = [SECRET_MISSING, HAS_SECRET].find((name) => stored[name] === true || values[name] === true);
  const isOn = mark !== undefined && values[mark] === true;
  const isMissing = mark === SECRET_MISSING;
  const hint = isMissing
    ? t(isOn ? 'secret.text' : 'secret.unsigned')
    : mark === undefined
      ? t('secret.text')
      : t(isOn ? 'secret.kept' : 'secret.removed');
  const word = isMissing
    ? t(isOn ? 'secret.goUnsigned' : 'secret.stayMissing')
    : t(isOn ? 'secret.remove' : 'secret.keep');
  return (
    <div className={classes.secret}>
      {isMissing && isOn && (
        <Alert
          color="yellow"
          mb="md"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('secret.missingTitle')}
        >
          {t('secret.missing')}
        </Alert>
      )}
      <PasswordInput
        label={words.parameterOf(parameter)}
        description={text === '' ? hint : t('secret.text')}
        required={parameter.required}
        autoComplete="new-password"
        error={error}
        value={text}
        visibilityToggleButtonProps={{ 'aria-label': t('secret.show') }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {/* What is typed replaces the secret anyway. */}
      {mark !== undefined && text === '' && (
        <Button variant="default" size="compact-sm" mt={6} onClick={() => onChangeAlso({ [mark]: !isOn })}>
          {word}
        </Button>
      )}
      <Text size="sm" c="dimmed" mt={6}>
        {t('secret.signature')}
      </Text>
    </div>
  );
}
