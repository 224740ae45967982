import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';

interface PreviewQuestionProps {
  isSaving: boolean;
  onSave(): void;
  /** Shows the story as it is stored. */
  onPreview(): void;
  onClose(): void;
}

/** Asks to save first: the preview shows what is stored (PREV-03). */
export function PreviewQuestion({ isSaving, onSave, onPreview, onClose }: PreviewQuestionProps) {
  const { t } = useTranslation('storyEditor');
  return (
    <Dialog opened onClose={onClose} title={t('preview.question')}>
      <p>{t('preview.questionText')}</p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('leave.stay')}
        </Button>
        <Button variant="default" onClick={onPreview}>
          {t('preview.stored')}
        </Button>
        <Button data-autofocus {...waitingProps(isSaving)} onClick={onSave}>
          {t('preview.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
