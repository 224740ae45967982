import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { useId, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './contents-panel.module.css';
import type { OutlineRow } from './outline-rows.ts';
import { INDENT_px } from './use-entry-drag.ts';

interface ContentsRowProps {
  row: OutlineRow;
  /** What it covers; undefined where the image that it begins with is gone. */
  cover: { range: string; images: string } | undefined;
  isSelected: boolean;
  isTabStop: boolean;
  isCurrent: boolean;
  isDragged: boolean;
  style: CSSProperties;
  onKeyDown(event: KeyboardEvent): void;
  onSelect(): void;
  onToggle(): void;
  onRename: (() => void) | undefined;
  /** The field in which its label is typed. */
  children: ReactNode;
}

/** An entry of the tree: its label, and below it what it covers. */
export function ContentsRow(props: ContentsRowProps) {
  const { row, cover, isSelected, isTabStop, isCurrent, isDragged, style, children } = props;
  const { onKeyDown, onSelect, onToggle, onRename } = props;
  const { t } = useTranslation('contents');
  const id = useId();
  const { entry, isOpen } = row;
  return (
    <div
      role="treeitem"
      aria-level={entry.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      aria-current={isCurrent || undefined}
      aria-labelledby={`${id}label ${id}cover`}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.row}
      style={{ ...style, paddingInlineStart: 4 + entry.depth * INDENT_px }}
      data-entry={entry.uuid}
      data-dragged={isDragged || undefined}
      onFocus={(event) => event.target === event.currentTarget && !isSelected && onSelect()}
      // Keys and clicks in the field of the label are the field's.
      onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event)}
      onClick={(event) => {
        if (isInField(event)) return;
        event.currentTarget.focus({ preventScroll: true });
        onSelect();
      }}
      onDoubleClick={(event) => !isInField(event) && onRename?.()}
    >
      {isOpen === undefined ? (
        <span className={classes.toggle} />
      ) : (
        <button
          type="button"
          // The arrow keys of the tree do the same.
          tabIndex={-1}
          id={`${id}toggle`}
          className={classes.toggle}
          aria-label={t(isOpen ? 'shut' : 'open')}
          aria-labelledby={`${id}toggle ${id}label`}
          data-open={isOpen || undefined}
          onClick={(event) => {
            event.stopPropagation();
            event.currentTarget.parentElement?.focus({ preventScroll: true });
            onToggle();
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <IconChevronRight size={16} aria-hidden />
        </button>
      )}
      <span className={classes.words}>
        <span
          id={`${id}label`}
          className={children ? 'visually-hidden' : classes.label}
          dir="auto"
          title={entry.label}
        >
          {entry.label}
        </span>
        {children}
        {!children && (
          <span id={`${id}cover`} className={`${classes.cover} tabular`}>
            {cover ? (
              <>
                <span className={classes.range} dir="auto">
                  {cover.range}
                </span>{' '}
                <span>{cover.images}</span>
              </>
            ) : (
              <span className={classes.gone} title={t('goneText')}>
                <IconAlertTriangle size={14} aria-hidden /> {t('gone')}
              </span>
            )}
          </span>
        )}
      </span>
    </div>
  );
}

const isInField = ({ target }: MouseEvent) => target instanceof Element && target.closest('form') !== null;
