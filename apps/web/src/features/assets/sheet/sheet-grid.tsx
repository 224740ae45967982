import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { SheetImage } from '@armarium/contract/contact-sheet';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { placeAfter } from '../../../ui/arrow-focus.ts';
import { grouped } from '../../../ui/grouped.ts';
import { SheetCell } from './sheet-cell.tsx';
import classes from './sheet-grid.module.css';
import type { Marks } from './sheet-marks.ts';
import { droppedAt, shifted } from './sheet-order.ts';
import { movedHand, only, toggled, upTo, type SheetSelection } from './sheet-selection.ts';

export const cellSizes = { small: 92, middle: 136, large: 220 } as const;
export type CellSize = keyof typeof cellSizes;

const GAP_px = 12;
/** Place, label and marks below a picture. */
const WORDS_px = 50;

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
}

/**
 * All images in rows, of which only those in sight are drawn. One list box: arrows, space and shift choose in it, and
 * what is chosen is dragged, or moved by Alt with an arrow.
 */
export function SheetGrid({ images, marks, size, selection, onSelect, onReorder, onOpen }: SheetGridProps) {
  const { t } = useTranslation('sheet');
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measure, width } = useElementSize<HTMLDivElement>();
  const drawn = useRef<HTMLDivElement>(null);
  const measured = useMergedRef(measure, drawn);
  const columns = Math.max(2, Math.floor((width + GAP_px) / (cellSizes[size] + GAP_px)));
  const cell_px = (width - (columns - 1) * GAP_px) / columns;
  const row_px = Math.max(60, Math.round(cell_px * 1.2) + WORDS_px + GAP_px);
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(images.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => row_px,
    overscan: 2,
  });
  useEffect(() => rows.measure(), [rows, row_px]);
  const order = images.map(({ uuid }) => uuid);
  const place = selection.active === undefined ? -1 : order.indexOf(selection.active);
  const seen = useRef(-1);
  useEffect(() => {
    // Where the hand goes the sheet follows, also where an image is carried on.
    if (place >= 0 && place !== seen.current) rows.scrollToIndex(Math.floor(place / columns));
    seen.current = place;
  }, [rows, place, columns]);

  const [drop, setDrop] = useState<number>();
  const dragged = useRef<ReadonlySet<string>>(new Set());
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 260, tolerance: 8 } }),
  );

  /** The place before which something would be dropped there. */
  const placeAt = ({ x, y }: { x: number; y: number }) => {
    const box = drawn.current?.getBoundingClientRect();
    if (!box) return undefined;
    const row = Math.max(0, Math.floor((y - box.top) / row_px));
    const column = Math.round((x - box.left) / (cell_px + GAP_px));
    return Math.min(row * columns + Math.min(Math.max(column, 0), columns), order.length);
  };
  useEffect(() => {
    if (drop === undefined) return;
    const follow = (event: globalThis.MouseEvent | TouchEvent) => {
      const at = 'touches' in event ? event.touches[0] : event;
      if (at) setDrop((before) => placeAt({ x: at.clientX, y: at.clientY }) ?? before);
    };
    window.addEventListener('mousemove', follow);
    window.addEventListener('touchmove', follow);
    return () => {
      window.removeEventListener('mousemove', follow);
      window.removeEventListener('touchmove', follow);
    };
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey } = event;
    const current = place < 0 ? 0 : place;
    const isCommand = event.ctrlKey || event.metaKey;
    const hand = order[current];
    if (hand === undefined) return;
    if (isCommand && key.toLowerCase() === 'a') onSelect({ ...selection, chosen: new Set(order) });
    else if (isCommand) return;
    else if (key === ' ') onSelect(shiftKey ? upTo(selection, order, hand) : toggled(selection, hand));
    else if (key === 'Escape' && selection.chosen.size > 0) onSelect({ ...selection, chosen: new Set() });
    else if (key === 'Enter') onOpen(current + 1);
    else if (altKey && onReorder && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      const carried = selection.chosen.size > 0 ? selection : only(hand);
      if (carried !== selection) onSelect(carried);
      onReorder(shifted(order, carried.chosen, key === 'ArrowLeft' ? -1 : 1));
    } else if (altKey) return;
    else {
      const pages = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / row_px)) * columns;
      const page = { PageDown: pages, PageUp: -pages }[key];
      const to =
        page !== undefined
          ? Math.min(Math.max(current + page, 0), order.length - 1)
          : place < 0
            ? { ArrowRight: 0, ArrowDown: 0, Home: 0, End: order.length - 1 }[key]
            : placeAfter(key, current, columns, order.length);
      const uuid = to === undefined ? undefined : order[to];
      if (uuid === undefined) return;
      onSelect(shiftKey ? upTo(selection, order, uuid) : movedHand(selection, uuid));
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-uuid]') : null;
    const uuid = cell?.dataset['uuid'];
    if (uuid === undefined) return;
    if (event.shiftKey) onSelect(upTo(selection, order, uuid));
    else onSelect(toggled(selection, uuid));
  };

  const optionId = (index: number) => `sheet-image-${index}`;
  return (
    <DndContext
      sensors={sensors}
      // The pointer says where; what it stands over is worked out from the rows, which are not all there.
      collisionDetection={() => []}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ activatorEvent }) => {
        const cell = (activatorEvent.target as Element).closest<HTMLElement>('[data-uuid]');
        const uuid = cell?.dataset['uuid'];
        if (uuid === undefined) return;
        const carried = selection.chosen.has(uuid) ? selection : only(uuid);
        if (carried !== selection) onSelect(carried);
        dragged.current = carried.chosen;
        setDrop(order.indexOf(uuid));
      }}
      onDragCancel={() => setDrop(undefined)}
      onDragEnd={() => {
        if (drop !== undefined) onReorder?.(droppedAt(order, dragged.current, drop));
        setDrop(undefined);
      }}
    >
      <Carrier enabled={onReorder !== undefined}>
        <div
          ref={scroller}
          role="listbox"
          aria-multiselectable
          aria-label={t('sheet')}
          aria-describedby="sheet-keys"
          aria-activedescendant={place < 0 ? undefined : optionId(place)}
          tabIndex={0}
          className={classes.scroller}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={(event) => {
            const cell = (event.target as Element).closest<HTMLElement>('[data-uuid]');
            if (cell) onOpen(order.indexOf(cell.dataset['uuid'] ?? '') + 1);
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
              <div
                key={row.key}
                role="presentation"
                className={classes.row}
                style={{
                  height: row_px - GAP_px,
                  transform: `translateY(${row.start}px)`,
                  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                }}
              >
                {images.slice(row.index * columns, (row.index + 1) * columns).map((image, column) => {
                  const index = row.index * columns + column;
                  return (
                    <SheetCell
                      key={image.uuid}
                      id={optionId(index)}
                      image={image}
                      position={index + 1}
                      total={images.length}
                      marks={marks.get(image.uuid) ?? unmarked}
                      isChosen={selection.chosen.has(image.uuid)}
                      isActive={index === place}
                    />
                  );
                })}
              </div>
            ))}
            {drop !== undefined && (
              <span
                className={classes.drop}
                style={{
                  height: row_px - GAP_px,
                  transform: dropLine(drop, order.length, { columns, cell_px, row_px }),
                }}
              />
            )}
          </div>
        </div>
      </Carrier>
      <DragOverlay dropAnimation={null} className={classes.overlayFrame ?? ''}>
        {drop !== undefined && (
          <span className={classes.overlay}>
            {t('dragged', { count: dragged.current.size, number: grouped(dragged.current.size) })}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

const unmarked: Marks = { sameAs: [], isTurned: false, missing: [] };
/** What was done is told by the page itself. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The line before a place, at the end of a row rather than alone in a new one. */
function dropLine(
  place: number,
  total: number,
  { columns, cell_px, row_px }: { columns: number; cell_px: number; row_px: number },
): string {
  const atEnd = place === total && place > 0 && place % columns === 0;
  const row = Math.floor(place / columns) - (atEnd ? 1 : 0);
  const column = atEnd ? columns : place % columns;
  const x = column * (cell_px + GAP_px) - GAP_px / 2 - 2;
  return `translate(${x}px, ${row * row_px}px)`;
}

/** Takes up whatever is pulled at within it. */
function Carrier({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const { setNodeRef, listeners } = useDraggable({ id: 'sheet', disabled: !enabled });
  return (
    <div ref={setNodeRef} className={classes.carrier} {...listeners}>
      {children}
    </div>
  );
}
