import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { ItemSelection } from '@armarium/contract/item-query';
import type { Picking } from '../../../records/selection/picking.ts';
import { notify, notifyProblem } from '../../../ui/notify.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { useListExports, type ExportedList, type ListExport } from '../../table/exports.ts';
import { exportSelection } from '../api/export-selection.ts';
import { focusContent } from './chosen-bar.tsx';
import classes from './selection-bar.module.css';
import { useChosenItems } from './use-batch-start.ts';

interface ExportChosenProps {
  picking: Picking;
  view: ExportedList['view'];
}

/** CSV or a workbook of the chosen items, as the list of all of them has it. */
export function ExportChosen({ picking, view }: ExportChosenProps) {
  const { t } = useTranslation('exporting');
  const { query } = picking;
  const exports = useListExports({ query, view });
  const { items, takeOut } = useChosenItems(picking);
  const [isOpen, setOpen] = useState(false);
  const exporting = useMutation({
    // The user may have changed the selection before the answer comes.
    mutationFn: ({ sent, ...wanted }: ListExport & { sent: ItemSelection }) =>
      exportSelection(wanted, sent, query.file),
    onSuccess: (file) => saveFile(file.name, file),
    onError: (failure, { sent }) => {
      const lost = takeOut(failure, sent);
      if (lost !== undefined) notify('error', { title: lost, message: t('again') });
      else if (isTooLarge(failure)) notify('error', { title: t('failed'), message: t('asCsv') });
      else notifyProblem(failure, () => t('failed'));
      // Without selected items the bar is removed when the page is drawn again, and the focus with it.
      setTimeout(() => document.activeElement === document.body && focusContent());
    },
    meta: { quiet: true },
  });
  const { isPending } = exporting;
  return (
    <Menu
      opened={isOpen}
      onChange={(opens) => setOpen(opens && !isPending)}
      position="top-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          variant="default"
          className={classes.export ?? ''}
          leftSection={<IconTableExport size={18} stroke={1.6} aria-hidden />}
          {...waitingProps(isPending)}
        >
          {t('export')}
        </Button>
      </Menu.Target>
      <span className="visually-hidden" role="status">
        {isPending && t('preparing')}
      </span>
      <Menu.Dropdown>
        {exports.map((wanted) => (
          <Menu.Item
            key={wanted.content + wanted.format}
            onClick={() => exporting.mutate({ ...wanted, sent: items })}
          >
            {t(
              wanted.content === 'records'
                ? `selected.${wanted.format}`
                : `${wanted.content}.${wanted.format}`,
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether the export does not fit into a sheet of a workbook. */
const isTooLarge = (failure: Error) =>
  failure instanceof ApiProblem && failure.problem.fields.some(({ code }) => code === 'sheet-too-small');
