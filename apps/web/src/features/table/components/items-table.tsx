import type { ItemQuery } from '@armarium/contract/item-query';
import type { TableLayout } from '@armarium/contract/item-table';
import type { Item } from '@armarium/contract/records';
import { Button, Loader, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconLayoutList,
  IconPrinter,
  IconTextWrap,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { titleOf } from '../../../ui/display-title.ts';
import { notifyProblem } from '../../../ui/notify.tsx';
import { layoutsQuery, surroundingsQuery, wholeList } from '../api/item-table.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { isChosen } from '../../../records/selection/selection.ts';
import {
  chooseColumns,
  isLayout,
  nextSort,
  ownOrder,
  readSort,
  useColumns,
  usualColumns,
} from '../columns.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { besideColumns, useCellTexts } from './item-cells.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { itemAddress } from '../../../records/item-address.ts';
import { LayoutsDialog } from './layouts-dialog.tsx';
import { PrintedTable } from './printed-table.tsx';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import { useNarrowing } from '../../filters/components/use-narrowing.ts';
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
  /** What stands above the list, when it is printed. */
  heading: string;
}

/**
 * The items of a page as a table: the columns that this person chose, sorted by any of them. Items are opened and
 * chosen as cards are (`use-item-gestures.ts`).
 */
export function ItemsTable({
  collectionUuid,
  items,
  busy,
  picking,
  query,
  total,
  sort,
  heading,
}: ItemsTableProps) {
  const { t } = useTranslation(['table', 'catalogue', 'ui']);
  const [search, setSearch] = useNarrowing();
  const columns = useColumns();
  const shown = columns?.shown ?? [];
  const names = shown.map(({ name }) => name);
  const needsBeside = names.some((name) => besideColumns.includes(name));
  const beside = useQuery({ ...surroundingsQuery(items), enabled: needsBeside && items.length > 0 });
  const texts = useCellTexts(beside.data);
  const uuids = items.map(({ uuid }) => uuid);
  const gestures = useItemGestures<HTMLTableElement>(uuids, busy, picking);
  const [wrapped, setWrapped] = useState(false);
  const [dialog, setDialog] = useState<'columns' | 'layouts'>();
  const layouts = useQuery(layoutsQuery);
  const layoutsButton = useRef<HTMLButtonElement>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [isPreparing, setPreparing] = useState(false);
  const list = JSON.stringify([query, sort]);
  const listHere = useRef<string>(undefined);
  const [whole, setWhole] = useState<Awaited<ReturnType<typeof wholeList>>>();
  const present = sort ?? ownOrder(query);
  const { name: sortedBy, isDescending } = readSort(present);

  useEffect(() => {
    listHere.current = list;
    return () => {
      listHere.current = undefined;
    };
  }, [list]);

  useEffect(() => {
    // Also for who prints by the browser's own menu.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => {
      setPrinting(false);
      setWhole(undefined);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);

  const setSort = (to: string | undefined) => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (to === undefined) next.delete('sort');
    else next.set('sort', to);
    setSearch(next);
  };
  const use = (layout: Pick<TableLayout, 'columns' | 'sort'>) => {
    chooseColumns(layout.columns);
    if (layout.sort !== sort) setSort(layout.sort);
  };
  // One of somebody's own that is called as the usual one stands before it.
  const choices: TableLayout[] = [...(layouts.data?.layouts ?? [])];
  if (!choices.some(({ name }) => name === t('usual')))
    choices.push({ name: t('usual'), columns: [...usualColumns] });
  const print = async () => {
    if (isPreparing) return;
    setPreparing(true);
    try {
      const found = await wholeList(query, sort, needsBeside);
      // Who has gone elsewhere would print what is there.
      if (listHere.current !== list) return;
      flushSync(() => setWhole(found));
      window.print();
    } catch (error) {
      notifyProblem(error as Error, () => t('printFailed'));
    } finally {
      setPreparing(false);
    }
  };
  const onRowClick = (event: MouseEvent<HTMLTableRowElement>, uuid: string) => {
    // What has a click of its own, and words that somebody marks to copy them.
    if (event.target instanceof Element && event.target.closest('a, label, button')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    gestures.onClick(event, uuid);
    if (!event.defaultPrevented)
      event.currentTarget.querySelector<HTMLElement>(`[data-card="${uuid}"]`)?.click();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    // Those scroll the table sideways.
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') gestures.around.onKeyDown(event);
  };

  if (!columns) return <ItemsSkeleton isTable count={items.length} />;
  return (
    <>
      <div className={classes.tools} role="group" aria-label={t('items')}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconColumns3 size={18} stroke={1.6} />}
          aria-haspopup="dialog"
          onClick={() => setDialog('columns')}
        >
          {t('columns')}
        </Button>
        <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button
              ref={layoutsButton}
              variant="default"
              size="sm"
              leftSection={<IconLayoutList size={18} stroke={1.6} />}
            >
              {t('layouts')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup
              value={choices.find((layout) => isLayout(layout, names, sort))?.name ?? ''}
              onChange={(name) => {
                const layout = choices.find((one) => one.name === name);
                if (layout) use(layout);
              }}
            >
              {choices.map(({ name }) => (
                <Menu.RadioItem key={name} value={name}>
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
            <Menu.Item onClick={() => setDialog('layouts')}>{t('keep')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          variant={wrapped ? 'light' : 'default'}
          size="sm"
          leftSection={<IconTextWrap size={18} stroke={1.6} />}
          aria-pressed={wrapped}
          onClick={() => setWrapped(!wrapped)}
        >
          {t('wrap')}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={isPreparing ? <Loader size={18} /> : <IconPrinter size={18} stroke={1.6} />}
          aria-disabled={isPreparing}
          onClick={() => void print()}
        >
          {t('print')}
        </Button>
      </div>
      {needsBeside && beside.error && (
        // Empty cells would say that the items stand in no collection.
        <FailureAlert title={t('besideFailed')} text={describeProblem(beside.error)}>
          <Button variant="default" size="compact-md" mt="xs" onClick={() => void beside.refetch()}>
            {t('ui:retry')}
          </Button>
        </FailureAlert>
      )}
      {needsBeside && beside.isLoading ? (
        // Cells that fill later would move the rows.
        <ItemsSkeleton isTable count={items.length} />
      ) : (
        // What scrolls sideways has to be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} role="region" aria-label={t('items')} tabIndex={0}>
          <table
            className={classes.table}
            aria-label={t('items')}
            aria-busy={busy}
            data-wrapped={wrapped || undefined}
            {...gestures.around}
            onKeyDown={onKeyDown}
          >
            <thead>
              <tr>
                {shown.map(({ name, label }) => (
                  <th
                    key={name}
                    scope="col"
                    aria-sort={name !== sortedBy ? undefined : isDescending ? 'descending' : 'ascending'}
                  >
                    <button type="button" onClick={() => setSort(nextSort(present, name))}>
                      {label}
                      {name === sortedBy &&
                        (isDescending ? (
                          <IconArrowDown size={16} aria-hidden />
                        ) : (
                          <IconArrowUp size={16} aria-hidden />
                        ))}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => {
                const chosen = picking && isChosen(picking.selection, item.uuid);
                const title = titleOf(item, t('catalogue:untitled'));
                return (
                  <tr
                    key={item.uuid}
                    data-chosen={chosen || undefined}
                    data-highlighted={item.uuid === gestures.highlighted || undefined}
                    onClick={(event) => onRowClick(event, item.uuid)}
                  >
                    {shown.map((column, place) => {
                      const values = texts(item, column);
                      const value = (
                        <span className={classes.values} title={values.join('\n')}>
                          {values.map((text, index) => (
                            <span
                              key={index}
                              dir="auto"
                              className={column.name === 'state' ? classes.state : undefined}
                            >
                              {column.name === 'state' && <StateDot state={item.state} />}
                              {text}
                            </span>
                          ))}
                        </span>
                      );
                      if (place > 0) {
                        return (
                          <td
                            key={column.name}
                            className={column.name === 'imagesCount' ? 'tabular' : undefined}
                          >
                            {value}
                          </td>
                        );
                      }
                      return (
                        <th key={column.name} scope="row">
                          <span className={classes.first}>
                            {chosen !== undefined && (
                              <label className={classes.tick}>
                                <input
                                  type="checkbox"
                                  checked={chosen}
                                  aria-label={t('catalogue:choose', { title })}
                                  onChange={({ nativeEvent }) =>
                                    gestures.onTick(
                                      item.uuid,
                                      'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
                                    )
                                  }
                                />
                              </label>
                            )}
                            <Link
                              to={itemAddress(item, collectionUuid)}
                              state={{ fromList: true }}
                              data-card={item.uuid}
                              onClick={(event) => gestures.onClick(event, item.uuid)}
                            >
                              {values.length > 0 ? value : title}
                            </Link>
                          </span>
                        </th>
                      );
                    })}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <ColumnsDialog columns={columns} opened={dialog === 'columns'} onClose={() => setDialog(undefined)} />
      <LayoutsDialog
        columns={names}
        sort={sort}
        opened={dialog === 'layouts'}
        onClose={() => {
          setDialog(undefined);
          layoutsButton.current?.focus();
        }}
      />
      {(isPrinting || whole) && (
        <PrintedTable
          {...{ query, heading, isDescending }}
          columns={shown}
          sortedBy={columns.all.find(({ name }) => name === sortedBy)?.label ?? sortedBy}
          isWhole={whole !== undefined}
          items={whole?.items ?? items}
          total={whole?.total ?? total}
          surroundings={whole?.surroundings ?? beside.data}
        />
      )}
    </>
  );
}
