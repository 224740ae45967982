import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import classes from './share-dialog.module.css';

const names = ['download', 'embed', 'share'] as const;

interface ShareTabsProps {
  title: string;
  /** A tab without content is left out. */
  panels: Readonly<Partial<Record<(typeof names)[number], ReactNode>>>;
  /** Whether a question is open over the dialog: Escape must not close the dialog below it. */
  isAsking: boolean;
  opened: boolean;
  onClose(): void;
}

/** The dialog that shares a record, with its tabs. */
export function ShareTabs({ title, panels, isAsking, opened, onClose }: ShareTabsProps) {
  const { t } = useTranslation('sharing');
  const [tab, setTab] = useState('share');
  const shown = names.filter((name) => panels[name] !== undefined);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="xl" closeOnEscape={!isAsking}>
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'share')}>
        <Tabs.List aria-label={t('tabs.label')}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes.panel ?? ''}>
            {panels[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Dialog>
  );
}
