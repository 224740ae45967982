import { exportAssets, exportItems } from '@armarium/contract/exchange';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayImportQuery } from '../../../records/api/permissions.ts';
import { addressOf } from '../../../lib/operation-address.ts';
import { useListExports, type ExportedList } from '../exports.ts';
import { ExportButton } from './export-button.tsx';

/**
 * CSV or a workbook of all that the list shows, also as the table before the reader has it: links, so that the
 * browser writes the file as it comes.
 */
export function ExportMenu(list: ExportedList) {
  const { t } = useTranslation('exporting');
  const { data: mayImport } = useQuery(mayImportQuery);
  // It was not there yet when the focus left for the menu, which therefore can't give it back by itself.
  const target = useRef<HTMLButtonElement>(null);
  const exports = useListExports(list);
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
        {exports.map(({ content, format, table }) => (
          <Menu.Item
            key={content + format}
            component="a"
            href={addressOf(
              (content === 'files' ? exportAssets : exportItems).path,
              {},
              { ...list.query, format, ...table },
            )}
            download
          >
            {t(`${content}.${format}`)}
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
