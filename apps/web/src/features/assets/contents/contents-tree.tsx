import { DndContext } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ContentsRow } from './contents-row.tsx';
import { Carrier } from '../drag/carrier.tsx';
import classes from './contents-panel.module.css';
import type { Gesture } from './entry-edits.ts';
import type { Outline } from './outline.ts';
import { treeStep, type OutlineRow } from './outline-rows.ts';
import { INDENT_px, useEntryDrag } from './use-entry-drag.ts';
import type { LabelDraft } from './use-label-drafts.ts';
import { useTreeRows } from './use-tree-rows.ts';

interface ContentsTreeProps {
  entries: Outline;
  rows: readonly OutlineRow[];
  selected: string | undefined;
  /** The entry that holds the image at which the keys of the grid act. */
  current: string | undefined;
  mayArrange: boolean;
  /** The labels that are typed in rows. */
  drafts: readonly LabelDraft[];
  /** What an entry covers; undefined where the image that it begins with is gone. */
  coverOf(index: number): { range: string; images: string } | undefined;
  field(draft: LabelDraft): ReactNode;
  onSelect(uuid: string): void;
  onToggle(uuid: string): void;
  onRename(uuid: string): void;
  onGesture(gesture: Gesture): void;
  onDrop(entries: Outline, index: number): void;
}

const gestures: Readonly<Record<string, Gesture>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

/** A tree of WAI-ARIA: arrows move the focus, which selects, and open and close entries. */
export function ContentsTree(props: ContentsTreeProps) {
  const { entries, rows, selected, current, mayArrange, drafts, coverOf, field } = props;
  const { onSelect, onToggle, onRename, onGesture, onDrop } = props;
  const { t } = useTranslation('contents');
  const active = Math.max(
    0,
    rows.findIndex(({ entry }) => entry.uuid === selected),
  );
  const typed = new Map(drafts.map(({ uuid, fault }) => [uuid, fault !== undefined]));
  const { scroller, drawn, virtual, focusActive, focusSeen, rowAt, scrollAt, lineTop } = useTreeRows(
    rows,
    active,
    typed,
  );
  const { context, drop, dragged } = useEntryDrag({ entries, rows, rowAt, scrollAt, onDrop });

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const gesture = event.altKey ? gestures[key] : key === 'Delete' ? 'remove' : undefined;
    const step = event.altKey ? undefined : treeStep(rows, active, key);
    if (gesture && mayArrange) {
      focusActive();
      onGesture(gesture);
    } else if (step && 'to' in step) {
      focusActive();
      onSelect(rows[step.to]?.entry.uuid ?? '');
    } else if (step) onToggle(row.entry.uuid);
    else if ((key === 'Enter' || key === 'F2') && mayArrange) onRename(row.entry.uuid);
    else {
      const found = key.length === 1 && !event.altKey && startingWith(rows, active, key);
      if (!found) return;
      focusActive();
      onSelect(found.entry.uuid);
    }
    event.preventDefault();
  };

  return (
    <DndContext {...context}>
      <Carrier id="contents" className={classes.carrier} enabled={mayArrange}>
        <div
          ref={scroller}
          role="tree"
          aria-label={t('tree')}
          aria-describedby={mayArrange ? 'contents-keys' : undefined}
          className={classes.tree}
          onFocus={() => focusSeen(true)}
          onBlur={() => focusSeen(false)}
        >
          <div
            ref={drawn}
            role="presentation"
            className={classes.rows}
            style={{ height: virtual.getTotalSize() }}
          >
            {virtual.getVirtualItems().map(({ index: place, start, size }) => {
              const row = rows[place];
              if (!row) return null;
              const { uuid } = row.entry;
              const draft = drafts.find((one) => one.uuid === uuid);
              return (
                <ContentsRow
                  key={uuid}
                  row={row}
                  cover={coverOf(row.index)}
                  isSelected={uuid === selected}
                  isTabStop={place === active}
                  isCurrent={uuid === current}
                  isDragged={uuid === dragged}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onKeyDown={onKeyDown}
                  onSelect={() => onSelect(uuid)}
                  onToggle={() => onToggle(uuid)}
                  onRename={mayArrange ? () => onRename(uuid) : undefined}
                >
                  {draft && field(draft)}
                </ContentsRow>
              );
            })}
            {drop && (
              <span
                className={classes.drop}
                data-drop
                style={{ top: lineTop(drop.row), insetInlineStart: 12 + drop.depth * INDENT_px }}
              />
            )}
          </div>
        </div>
      </Carrier>
    </DndContext>
  );
}

/** The next row whose label begins with a letter, from the top again behind the last one. */
function startingWith(rows: readonly OutlineRow[], active: number, letter: string): OutlineRow | undefined {
  return [...rows.slice(active + 1), ...rows.slice(0, active)].find(({ entry }) =>
    entry.label.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase()),
  );
}
