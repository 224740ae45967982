import type { Item } from '@armarium/contract/items';
import { Loader } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellEdit } from '../cell-edit.ts';
import type { CellEdits } from '../cell-edits.ts';
import type { Column } from '../columns.ts';
import { cellKey, fieldOf, hasSeveral, textsOf } from '../editable-cells.ts';
import { CellEditor } from './cell-editor.tsx';
import { CellFault } from './cell-fault.tsx';
import classes from './items-table.module.css';

interface ItemCellProps {
  item: Item;
  column: Column;
  edits: CellEdits;
  /** Whether the table is a grid to edit. */
  isGrid: boolean;
  /** Whether it heads its row. */
  isHead: boolean;
  /** Draws what the cell shows. @param shown the item with the text that is not saved yet */
  children(shown: Item, note: string | undefined): ReactNode;
}

/** The item as it will be once a text of a cell is saved. */
function withEdit(item: Item, name: string, edit: CellEdit | undefined): Item {
  if (!edit) return item;
  const others = item.customMetadataList.filter((entry) => entry.name !== name);
  return {
    ...item,
    customMetadataList: edit.text === '' ? others : [...others, { name, value: edit.text }],
  };
}

/** A cell of the table, with its editor where that is open, and with what is wrong with a text that is not saved. */
export function ItemCell({ item, column, edits, isGrid, isHead, children }: ItemCellProps) {
  const { t } = useTranslation('table');
  const id = useId();
  const field = fieldOf(item, column);
  const key = field && cellKey(field);
  const edit = useSyncExternalStore(edits.subscribe, () => (key ? edits.editAt(key) : undefined));
  const opened = useSyncExternalStore(edits.subscribe, () =>
    key && isGrid ? edits.openedAt(key) : undefined,
  );
  const isTabStop = useSyncExternalStore(
    edits.subscribe,
    () => isGrid && edits.isActive({ uuid: item.uuid, column: column.name }),
  );
  useLayoutEffect(() => {
    if (field && edit) edits.compare(field, textsOf(item.customMetadataList, field.template));
  });
  const several = field !== undefined && hasSeveral(item, field) && !edit;
  const failure = opened?.fault ? ({ kind: 'fault', fault: opened.fault } as const) : edit?.failure;
  const isWaiting = edit !== undefined && edit.failure === undefined;
  const content = children(
    withEdit(item, field?.template.name ?? '', edit),
    several && isGrid ? t('cells.several') : undefined,
  );
  const Tag = isHead ? 'th' : 'td';
  return (
    <Tag
      scope={isHead ? 'row' : undefined}
      className={column.name === 'imagesCount' ? 'tabular' : undefined}
      data-editing={opened ? opened.field.template.type : undefined}
      data-failed={failure !== undefined || undefined}
      aria-busy={isWaiting || undefined}
      aria-describedby={failure && id}
      {...(isGrid && {
        role: isHead ? 'rowheader' : 'gridcell',
        // Its editor is the target then.
        tabIndex: opened ? undefined : isTabStop ? 0 : -1,
        'aria-readonly': !field || several || undefined,
        'aria-invalid': failure !== undefined || undefined,
      })}
    >
      <span className={classes.content}>
        {content}
        {isWaiting && <Loader size={12} className={classes.waiting} aria-hidden />}
        {opened && <CellEditor opened={opened} edits={edits} describedBy={failure && id} />}
      </span>
      {field && failure && (
        <CellFault {...{ id, field, failure, edits }} text={edit?.text ?? opened?.text ?? ''} />
      )}
    </Tag>
  );
}
