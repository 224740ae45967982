import type { ItemQuery } from '@armarium/contract/item-query';
import type { ItemsViewName } from '@armarium/contract/items-view';
import { exportAssets, exportFormats, exportItems } from '@armarium/contract/exchange';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayImportQuery } from '../../../records/api/permissions.ts';
import { addressOf } from '../../../lib/operation-address.ts';
import { ownOrder, useColumns } from '../columns.ts';
import { ExportButton } from './export-button.tsx';

export interface ExportMenuProps {
  query: ItemQuery;
  /** How the list is shown, and its order as in `sort` of the calls; undefined for the list's own. */
  view: { readonly name: ItemsViewName | undefined; readonly sort: string | undefined };
}

/**
 * CSV or a workbook of all that the list shows, also as the table before the reader has it: links, so that the
 * browser writes the file as it comes.
 */
export function ExportMenu({ query, view: { name, sort } }: ExportMenuProps) {
  const { t } = useTranslation('exporting');
  const { data: mayImport } = useQuery(mayImportQuery);
  // It was not there yet when the focus left for the menu, which therefore can't give it back by itself.
  const target = useRef<HTMLButtonElement>(null);
  const columns = useColumns();
  const table = name === 'table' &&
    columns && {
      column: columns.shown.map(({ name }) => name),
      heading: columns.shown.map(({ label }) => label),
      sort: [sort ?? ownOrder(query)],
    };
  const linkTo = (further: object, { path }: { path: string } = exportItems) =>
    addressOf(path, {}, { ...query, ...further });
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
        {table &&
          exportFormats.map((format) => (
            <Menu.Item key={`table-${format}`} component="a" href={linkTo({ format, ...table })} download>
              {t(`table.${format}`)}
            </Menu.Item>
          ))}
        {exportFormats.map((format) => (
          <Menu.Item key={format} component="a" href={linkTo({ format })} download>
            {t(format)}
          </Menu.Item>
        ))}
        {exportFormats.map((format) => (
          <Menu.Item key={`files-${format}`} component="a" href={linkTo({ format }, exportAssets)} download>
            {t(`files.${format}`)}
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
