import type { TableLayout } from '@armarium/contract/item-table';
import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLayoutList } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { layoutsQuery } from '../api/item-table.ts';
import { chooseColumns, isLayout, usualColumns } from '../columns.ts';
import { LayoutsDialog } from './layouts-dialog.tsx';

interface LayoutsMenuProps {
  /** The names of the columns that the table shows. */
  columns: readonly string[];
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

/** The layouts that a table can take, and the way to those that this person keeps. */
export function LayoutsMenu({ columns, sort, onSort }: LayoutsMenuProps) {
  const { t } = useTranslation('table');
  const kept = useQuery(layoutsQuery);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // A layout of the user's own with the name of the usual one takes its place.
  const layouts: TableLayout[] = [...(kept.data?.layouts ?? [])];
  if (!layouts.some(({ name }) => name === t('usual')))
    layouts.push({ name: t('usual'), columns: [...usualColumns] });
  const apply = (name: string) => {
    const layout = layouts.find((one) => one.name === name);
    if (!layout) return;
    chooseColumns(layout.columns);
    if (layout.sort !== sort) onSort(layout.sort);
  };
  return (
    <>
      <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            size="sm"
            leftSection={<IconLayoutList size={18} stroke={1.6} />}
          >
            {t('layouts')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup
            value={layouts.find((layout) => isLayout(layout, columns, sort))?.name ?? ''}
            onChange={apply}
          >
            {layouts.map(({ name }) => (
              <Menu.RadioItem key={name} value={name}>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => setDialogOpen(true)}>{t('keep')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LayoutsDialog
        columns={columns}
        sort={sort}
        opened={isDialogOpen}
        onClose={() => {
          setDialogOpen(false);
          button.current?.focus();
        }}
      />
    </>
  );
}
