import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Opens the dialog that shares the story. */
export function ShareButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('storyEditor');
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={18} aria-hidden />}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {t('share')}
    </Button>
  );
}
