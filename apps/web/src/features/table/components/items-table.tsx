import type { ItemQuery } from '@armarium/contract/item-query';
import type { Item } from '@armarium/contract/items';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { surroundingsQuery } from '../api/item-table.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { isChosen } from '../../../records/selection/selection.ts';
import { useColumns, type Column } from '../columns.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { besideColumns, useCellTexts } from './item-cells.tsx';
import { ItemRow } from './item-row.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { useItemLinks } from '../../../records/list-place.ts';
import { PrintedTable } from './printed-table.tsx';
import { TableTools } from './table-tools.tsx';
import { useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import { useCellEditing } from './use-cell-editing.ts';
import { useCellKeys } from './use-cell-keys.ts';
import { useTablePrint } from './use-table-print.ts';
import { useItemSort, type ItemSort } from './use-item-sort.ts';
import classes from './items-table.module.css';

interface ItemsTableProps {
  collectionUuid?: string;
  items: readonly Item[];
  busy: boolean;
  picking: Picking | undefined;
  /** What the whole list finds, and how many. */
  query: ItemQuery;
  total: number;
  /** As the address has it. */
  sort: string | undefined;
  /** The heading of the list when it is printed. */
  heading: string;
}

/**
 * The items of a page as a table: the columns that this person chose, sorted by any of them. Items are opened and
 * chosen as cards are (`use-item-gestures.ts`).
 */
export function ItemsTable(props: ItemsTableProps) {
  const { collectionUuid, items, busy, picking, query, sort } = props;
  const { t } = useTranslation(['table', 'ui']);
  const columns = useColumns();
  const shown = columns?.shown ?? [];
  const editing = useCellEditing(items, shown, busy);
  const { edits, rows, isOn: isGrid } = editing;
  const needsBeside = shown.some(({ name }) => besideColumns.includes(name));
  const beside = useQuery({ ...surroundingsQuery(rows), enabled: needsBeside && rows.length > 0 });
  const texts = useCellTexts(beside.data);
  const isMoved = rows.some(({ uuid }, index) => uuid !== items[index]?.uuid);
  const linkOf = useItemLinks(rows, { query, sort, collectionUuid }, busy || isMoved);
  const uuids = rows.map(({ uuid }) => uuid);
  const gestures = useItemGestures<HTMLTableElement>(uuids, busy, picking);
  const [wrapped, setWrapped] = useState(false);
  const order = useItemSort(query, sort);
  const printing = useTablePrint(query, sort, needsBeside);
  const keys = useCellKeys(editing, shown);

  if (!columns) return <ItemsSkeleton view="table" count={items.length} />;
  return (
    <>
      <TableTools
        {...{ columns, sort, wrapped, printing, editing }}
        onSort={order.setSort}
        onWrap={() => setWrapped(!wrapped)}
      />
      {needsBeside && beside.error && (
        // Empty cells would say that the items are in no collection.
        <FailureAlert title={t('besideFailed')} text={describeProblem(beside.error)}>
          <Button variant="default" size="compact-md" mt="xs" onClick={() => void beside.refetch()}>
            {t('ui:retry')}
          </Button>
        </FailureAlert>
      )}
      {needsBeside && beside.isLoading ? (
        // Cells that fill later would move the rows.
        <ItemsSkeleton view="table" count={items.length} />
      ) : (
        // What scrolls sideways has to be reached by keys.
        <div
          className={classes.scroll}
          role="region"
          aria-label={t('items')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <table
            className={classes.table}
            aria-label={t('items')}
            aria-busy={busy}
            data-wrapped={wrapped || undefined}
            {...gestures.around}
            onKeyDown={(event) => {
              // The arrows to the left and right scroll the table.
              const scrolls = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
              if (!scrolls) gestures.around.onKeyDown(event);
            }}
            {...(isGrid && { role: 'grid', ...keys })}
          >
            <TableHead columns={shown} order={order} />
            <tbody>
              {rows.map((item, index) => (
                <ItemRow
                  key={item.uuid}
                  {...{ item, texts, gestures, isGrid, edits }}
                  link={linkOf(item, index)}
                  columns={shown}
                  chosen={picking && isChosen(picking.selection, item.uuid)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {printing.isPrinting && (
        <PrintedTable
          {...props}
          {...printing.whole}
          columns={shown}
          sortedBy={columns.all.find(({ name }) => name === order.sortedBy)?.label}
          isDescending={order.isDescending}
          isWhole={printing.whole !== undefined}
          surroundings={printing.whole?.surroundings ?? beside.data}
        />
      )}
    </>
  );
}

function TableHead({ columns, order }: { columns: readonly Column[]; order: ItemSort }) {
  const { sortedBy, isDescending, sortBy } = order;
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <thead>
      <tr>
        {columns.map(({ name, label }) => (
          <th
            key={name}
            scope="col"
            aria-sort={name !== sortedBy ? undefined : isDescending ? 'descending' : 'ascending'}
          >
            <button type="button" onClick={() => sortBy(name)}>
              {label}
              {name === sortedBy && <Arrow size={16} aria-hidden />}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}
