import { Button, Loader } from '@mantine/core';
import { IconColumns3, IconPrinter, IconTextWrap } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../columns.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { CellTools } from './cell-tools.tsx';
import { LayoutsMenu } from './layouts-menu.tsx';
import type { CellEditing } from './use-cell-editing.ts';
import type { useTablePrint } from './use-table-print.ts';
import classes from './items-table.module.css';

interface TableToolsProps {
  columns: { readonly all: readonly Column[]; readonly shown: readonly Column[] };
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  wrapped: boolean;
  onWrap(): void;
  printing: ReturnType<typeof useTablePrint>;
  editing: CellEditing;
}

/** The buttons above a table. */
export function TableTools(props: TableToolsProps) {
  const { columns, sort, onSort, wrapped, onWrap, printing, editing } = props;
  const { t } = useTranslation('table');
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <div className={classes.tools} role="group" aria-label={t('items')}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconColumns3 size={18} stroke={1.6} />}
          aria-haspopup="dialog"
          onClick={() => setDialogOpen(true)}
        >
          {t('columns')}
        </Button>
        <LayoutsMenu columns={columns.shown.map(({ name }) => name)} sort={sort} onSort={onSort} />
        <Button
          variant={wrapped ? 'light' : 'default'}
          size="sm"
          leftSection={<IconTextWrap size={18} stroke={1.6} />}
          aria-pressed={wrapped}
          onClick={onWrap}
        >
          {t('wrap')}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={printing.isPreparing ? <Loader size={18} /> : <IconPrinter size={18} stroke={1.6} />}
          aria-disabled={printing.isPreparing}
          onClick={() => void printing.print()}
        >
          {t('print')}
        </Button>
        <CellTools editing={editing} />
      </div>
      <ColumnsDialog columns={columns} opened={isDialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  );
}
