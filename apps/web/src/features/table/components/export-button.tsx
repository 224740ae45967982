import { Button } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

/** As a target of the menu it gets what that gives it. */
export function ExportButton(props: ComponentProps<typeof Button<'button'>>) {
  const { t } = useTranslation('exporting');
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconTableExport size={18} stroke={1.6} />}
      aria-haspopup="menu"
      {...props}
    >
      {t('export')}
    </Button>
  );
}
