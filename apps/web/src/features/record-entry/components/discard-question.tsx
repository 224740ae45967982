import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog.tsx';
import classes from './metadata.module.css';

interface DiscardQuestionProps {
  /** How many changes would be lost. */
  count: number;
  onKeep(): void;
  onDiscard(): void;
}

/** Takes the place of a form's buttons while it asks whether the changes may be discarded. */
export function DiscardQuestion({ count, onKeep, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation('editing');
  return (
    <DialogActions role="alert">
      <Text size="sm" className={classes.question ?? ''}>
        {t('form.discardQuestion', { count })}
      </Text>
      <Button variant="default" onClick={onKeep} autoFocus>
        {t('form.keepEditing')}
      </Button>
      <Button color="red.9" onClick={onDiscard}>
        {t('form.discard')}
      </Button>
    </DialogActions>
  );
}
