import { useTranslation } from 'react-i18next';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

interface CodesDialogProps {
  codes: readonly string[];
  onClose(): void;
}

/** Shows new recovery codes, this once. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { t } = useTranslation('secondFactor');
  return (
    <ShownOnceDialog
      title={t('codes.title')}
      words={{
        done: t('codes.done'),
        question: t('codes.question'),
        stay: t('codes.stay'),
        leave: t('codes.leave'),
      }}
      onClose={onClose}
    >
      <RecoveryCodes codes={codes} />
    </ShownOnceDialog>
  );
}
