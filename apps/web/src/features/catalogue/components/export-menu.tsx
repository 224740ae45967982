import type { ItemQuery } from '@armarium/contract/item-query';
import { exportFormats, exportItems } from '@armarium/contract/exchange';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayImportQuery } from '../api/spreadsheets.ts';
import '../exporting/messages.ts';
import { ExportButton } from './export-button.tsx';

/** CSV or a workbook of all that the list shows: links, so that the browser writes the file as it comes. */
export function ExportMenu({ query }: { query: ItemQuery }) {
  const { t } = useTranslation('exporting');
  const { data: mayImport } = useQuery(mayImportQuery);
  // It was not there yet when the focus left for the menu, which therefore can't give it back by itself.
  const target = useRef<HTMLButtonElement>(null);
  const addressOf = (format: string) => {
    const search = new URLSearchParams({ format });
    for (const [name, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) search.append(name, one);
    }
    return `${exportItems.path}?${search}`;
  };
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      withInitialFocusPlaceholder={false}
      onClose={() => target.current?.focus()}
    >
      <Menu.Target>
        <ExportButton ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} component="a" href={addressOf(format)} download>
            {t(format)}
          </Menu.Item>
        ))}
        {mayImport && (
          <Menu.Item component={Link} to="/catalog/spreadsheets">
            {t('import')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
