import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import { nextEditable, type Place, placeAfter } from '../cell-moves.ts';
import type { Column } from '../columns.ts';
import { cellKey, fieldOf, isEditable, textsOf } from '../editable-cells.ts';
import { cellAt, type CellEditing } from './use-cell-editing.ts';

type Table = HTMLTableElement;

function cellOf(target: EventTarget): HTMLTableCellElement | undefined {
  return (
    (target instanceof Element && target.closest<HTMLTableCellElement>('tbody :is(td, th)')) || undefined
  );
}

function placeOf(cell: HTMLTableCellElement): Place {
  return { row: (cell.parentElement as HTMLTableRowElement).sectionRowIndex, column: cell.cellIndex };
}

const isInEditor = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-cell-editor]') !== null;

/** Whether a key writes a character; one with AltGr counts as held with two other keys. */
function isCharacter({ nativeEvent: event }: KeyboardEvent): boolean {
  if ([...event.key].length !== 1 || event.isComposing) return false;
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey);
}

/** What keys, clicks and the focus do in a table whose cells are edited; for the element of the table. */
export function useCellKeys(editing: CellEditing, columns: readonly Column[]) {
  const { edits, rows } = editing;
  const pressed = useRef<HTMLTableCellElement>(undefined);
  const size = { rows: rows.length, columns: columns.length };

  const contentOf = ({ row, column }: Place) => {
    const item = rows[row];
    const of = columns[column];
    return item && of && { item, of };
  };
  const mayOpen = (place: Place) => {
    const content = contentOf(place);
    if (!content) return false;
    const { item, of } = content;
    const field = fieldOf(item, of);
    return field !== undefined && (isEditable(item, of) || edits.editAt(cellKey(field)) !== undefined);
  };
  const open = (place: Place, typed?: string) => {
    const content = mayOpen(place) ? contentOf(place) : undefined;
    const field = content && fieldOf(content.item, content.of);
    if (!field) return;
    // Of a list of values none is typed.
    const isList = field.template.type === 'BOOLEAN' || field.template.type === 'ENUM';
    edits.open(field, textsOf(content.item.customMetadataList, field.template), isList ? undefined : typed);
  };

  const inEditor = (event: KeyboardEvent<Table>, cell: HTMLTableCellElement) => {
    const { key, shiftKey } = event;
    const from = placeOf(cell);
    // The editor is gone before the focus leaves it: only then its cell can be focused, and nothing is saved twice.
    const commit = (staysOpen: boolean) => flushSync(() => edits.commit(staysOpen));
    if (key === 'Escape') {
      event.stopPropagation();
      flushSync(() => edits.drop());
      cell.focus();
    } else if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      if (commit(true)) (cellAt(event.currentTarget, { ...from, row: from.row + 1 }) ?? cell).focus();
    } else if (isSaveKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      if (commit(true)) cell.focus();
    } else if (key === 'Tab') {
      const to = nextEditable(from, size, mayOpen, shiftKey ? -1 : 1);
      commit(false);
      if (to) event.preventDefault();
      cellAt(event.currentTarget, to ?? from)?.focus();
    }
  };

  const inCell = (event: KeyboardEvent<Table>, cell: HTMLTableCellElement) => {
    const { key } = event;
    const isFar = event.ctrlKey || event.metaKey;
    const from = placeOf(cell);
    const to = event.altKey || event.shiftKey ? undefined : placeAfter(key, isFar, from, size);
    if (to) cellAt(event.currentTarget, to)?.focus();
    else if (key === 'Enter' || key === 'F2') open(from);
    else if (key === 'Escape') editing.end();
    else if (isFar && !event.shiftKey && key.toLowerCase() === 'z') edits.undo();
    // A blank would be a text that nobody sees.
    else if (key === ' ') open(from);
    else if (isCharacter(event)) open(from, key);
    else return;
    // What is typed at a cell is no key of the page, nor of the browser.
    event.stopPropagation();
    event.preventDefault();
  };

  return {
    onKeyDown: (event: KeyboardEvent<Table>) => {
      const cell = cellOf(event.target);
      if (!cell || event.nativeEvent.isComposing) return;
      if (isInEditor(event.target)) inEditor(event, cell);
      else if (event.target === cell) inCell(event, cell);
      else if (event.key === 'Escape') {
        event.stopPropagation();
        cell.focus();
      }
    },
    onFocus: ({ target }: FocusEvent<Table>) => {
      const cell = cellOf(target);
      const content = cell && contentOf(placeOf(cell));
      if (content) edits.activate({ uuid: content.item.uuid, column: content.of.name });
    },
    onPointerDown: ({ target }: PointerEvent<Table>) => {
      const cell = cellOf(target);
      pressed.current = cell === document.activeElement ? cell : undefined;
    },
    onClick: ({ target }: MouseEvent<Table>) => {
      const cell = cellOf(target);
      if (!cell || cell !== pressed.current || (target as Element).closest('a, label, button')) return;
      // Text that was marked to be copied stays marked.
      if (window.getSelection()?.isCollapsed !== false) open(placeOf(cell));
    },
    // Not those of a list of items.
    onPointerMove: undefined,
    onPointerUp: undefined,
    onPointerCancel: undefined,
    onContextMenu: undefined,
  };
}
