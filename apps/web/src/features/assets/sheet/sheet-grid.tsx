import { DndContext, DragOverlay } from '@dnd-kit/core';
import type { SheetImage } from '@armarium/contract/contact-sheet';
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { SheetCell } from './sheet-cell.tsx';
import classes from './sheet-grid.module.css';
import { effectOfKey } from './sheet-keys.ts';
import type { Marks } from './sheet-marks.ts';
import { movedHand, toggled, upTo, type SheetSelection } from './sheet-selection.ts';
import { Carrier } from '../drag/carrier.tsx';
import { useSheetDrag } from './use-sheet-drag.ts';
import type { MarkedRange } from './use-ranges.ts';
import { hasLetterKeys } from '../../../ui/letter-keys.ts';
import { GAP_px, useSheetRows, type CellSize } from './use-sheet-rows.ts';

interface SheetGridProps {
  images: readonly SheetImage[];
  /** By the uuids of the images; those of a new order come a little later. */
  marks: ReadonlyMap<string, Marks>;
  size: CellSize;
  selection: SheetSelection;
  onSelect(selection: SheetSelection): void;
  /** Undefined where the user may not arrange them. */
  onReorder: ((order: readonly string[]) => void) | undefined;
  onOpen(position: number): void;
  /** The images of the selected entry of the table of contents. */
  marked: MarkedRange | undefined;
  /** Begins an entry of the table of contents. */
  onEntry(from: SheetSelection): void;
}

/**
 * All images in rows, of which only those in sight are drawn. One list box: arrows, space and shift choose in it, and
 * what is chosen is dragged, or moved by Alt with an arrow.
 */
export function SheetGrid(props: SheetGridProps) {
  const { images, marks, size, selection, marked, onSelect, onReorder, onOpen, onEntry } = props;
  const { t } = useTranslation('sheet');
  const order = images.map(({ uuid }) => uuid);
  const place = selection.active === undefined ? -1 : order.indexOf(selection.active);
  const { scroller, measured, rows, onScroll, isPassing, columns, row_px, pageLength, placeAt, lineAt } =
    useSheetRows(images.length, size, place, marked);
  const { context, drop, dragged } = useSheetDrag({ order, selection, placeAt, onSelect, onReorder });

  const onKeyDown = (event: KeyboardEvent) => {
    const mayReorder = onReorder !== undefined;
    const sheet = { order, selection, columns, pageLength: pageLength(), mayReorder };
    const effect = effectOfKey(event, sheet);
    if (effect === undefined || (effect.entry && !hasLetterKeys())) return;
    event.preventDefault();
    if (effect.selection) onSelect(effect.selection);
    if (effect.order) onReorder?.(effect.order);
    if (effect.open !== undefined) onOpen(effect.open);
    if (effect.entry) onEntry(effect.entry);
  };
  const onClick = (event: MouseEvent) => {
    const uuid = uuidAt(event);
    if (uuid !== undefined)
      onSelect(event.shiftKey ? upTo(selection, order, uuid) : toggled(selection, uuid));
  };

  return (
    <DndContext {...context}>
      <Carrier id="sheet" className={classes.carrier} enabled={onReorder !== undefined}>
        <div
          ref={scroller}
          role="listbox"
          aria-multiselectable
          aria-label={t('sheet')}
          aria-describedby="sheet-keys"
          aria-activedescendant={place < 0 ? undefined : optionId(place)}
          tabIndex={0}
          className={classes.scroller}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={(event) => {
            const uuid = uuidAt(event);
            if (uuid !== undefined) onOpen(order.indexOf(uuid) + 1);
          }}
          onFocus={(event) => {
            const [first] = order;
            // The pointer brings the hand to where it presses, which must not be scrolled away.
            if (!event.currentTarget.matches(':focus-visible')) return;
            if (place < 0 && first !== undefined) onSelect(movedHand(selection, first));
          }}
        >
          <div
            ref={measured}
            role="presentation"
            className={classes.sheet}
            style={{ height: rows.getTotalSize() }}
          >
            {rows.getVirtualItems().map((row) => (
              <SheetRow
                key={row.key}
                {...{ marks, selection, columns, marked, isPassing }}
                start={row.index * columns}
                images={images.slice(row.index * columns, (row.index + 1) * columns)}
                total={images.length}
                style={{ height: row_px - GAP_px, transform: `translateY(${row.start}px)` }}
              />
            ))}
            {drop !== undefined && (
              <span className={classes.drop} style={{ height: row_px - GAP_px, transform: lineAt(drop) }} />
            )}
          </div>
        </div>
      </Carrier>
      <DragOverlay dropAnimation={null} className={classes.overlayFrame ?? ''}>
        {drop !== undefined && (
          <span className={classes.overlay}>
            {t('dragged', { count: dragged.size, number: grouped(dragged.size) })}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

interface SheetRowProps extends Pick<SheetGridProps, 'images' | 'marks' | 'selection' | 'marked'> {
  /** The place of the first image, from 0. */
  start: number;
  /** Of all images of the sheet. */
  total: number;
  columns: number;
  isPassing: boolean;
  style: CSSProperties;
}

function SheetRow(props: SheetRowProps) {
  const { images, marks, selection, marked, start, total, columns, isPassing, style } = props;
  return (
    <div
      role="presentation"
      className={classes.row}
      style={{ ...style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {images.map((image, column) => (
        <SheetCell
          key={image.uuid}
          id={optionId(start + column)}
          image={image}
          position={start + column + 1}
          total={total}
          marks={marks.get(image.uuid) ?? unmarked}
          isChosen={selection.chosen.has(image.uuid)}
          isActive={image.uuid === selection.active}
          isMarked={marked !== undefined && start + column >= marked.first && start + column <= marked.last}
          isPassing={isPassing}
        />
      ))}
    </div>
  );
}

const optionId = (index: number) => `sheet-image-${index}`;
const unmarked: Marks = { sameAs: [], isTurned: false, missing: [] };

/** The image on whose cell something happened. */
function uuidAt({ target }: MouseEvent): string | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-uuid]') : null;
  return cell?.dataset['uuid'];
}
