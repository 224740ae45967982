import type { ItemQuery } from '@armarium/contract/item-query';
import { Button } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import '../messages.ts';

const ExportMenu = lazy(() => import('./export-menu.tsx').then((module) => ({ default: module.ExportMenu })));

export interface ExportProps {
  /** What the list shows, over all of its pages. */
  query: ItemQuery;
}

/** The way to what a list shows as a table; its menu is fetched at the first click. */
export function Export({ query }: ExportProps) {
  const [asked, setAsked] = useState(false);
  const button = <ExportButton onClick={() => setAsked(true)} />;
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <ExportMenu query={query} />
    </Suspense>
  );
}

/** As a target of the menu it gets what that gives it. */
export function ExportButton(props: ComponentProps<typeof Button<'button'>>) {
  const { t } = useTranslation('catalogue');
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
