import type { PlacedEntry } from '@armarium/contract/item-presentation';
import { memo, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import type { Opening } from '../../../viewers/openings.ts';
import { contentsTree, entryAt, type ContentsBranch } from '../contents-tree.ts';
import classes from './contents-panel.module.css';

interface ContentsPanelProps {
  contents: readonly PlacedEntry[];
  /** The images that are shown. */
  opening: Opening;
  onShow(position: number): void;
}

/**
 * The table of contents beside the image. The entry that the reader is in is marked and kept in sight. It is one stop of the
 * Tab key, since it may have 2,000 entries; arrows lead from entry to entry.
 */
export function ContentsPanel({ contents, opening, onShow }: ContentsPanelProps) {
  const { t } = useTranslation('viewing');
  const panel = useRef<HTMLElement>(null);
  const tree = useMemo(() => contentsTree(contents), [contents]);
  const current = entryAt(contents, opening)?.uuid;
  const [focused, setFocused] = useState<string>();
  useKeptInSight(panel, current);
  const known = (uuid: string | undefined) =>
    contents.find((entry) => entry.uuid === uuid && entry.firstPosition !== null)?.uuid;
  const stop =
    known(focused) ?? current ?? contents.find(({ firstPosition }) => firstPosition !== null)?.uuid;
  return (
    // The keys are those of the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav
      ref={panel}
      className={classes.contents}
      aria-label={t('contents')}
      onKeyDown={(event) => moveFocusByArrows(event, 'button')}
      onFocus={({ target }) => setFocused(target.dataset.entry)}
      onClick={({ target }) => {
        const entry = (target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset.entry;
        const to = contents.find(({ uuid }) => uuid === entry)?.firstPosition;
        if (to) onShow(to);
      }}
    >
      <Branches {...{ branches: tree, current, stop }} />
    </nav>
  );
}

interface BranchesProps {
  branches: readonly ContentsBranch[];
  current: string | undefined;
  /** The entry that the Tab key leads to. */
  stop: string | undefined;
}

function Branches({ branches, current, stop }: BranchesProps) {
  return (
    <ul className={classes.list}>
      {branches.map(({ entry, within }) => (
        <li key={entry.uuid}>
          <Entry entry={entry} isCurrent={entry.uuid === current} isStop={entry.uuid === stop} />
          {within.length > 0 && <Branches {...{ branches: within, current, stop }} />}
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  entry: PlacedEntry;
  isCurrent: boolean;
  isStop: boolean;
}

/** With 2,000 entries, turning a page draws only two of them again: all entries share one handler of clicks. */
const Entry = memo(function Entry({ entry, isCurrent, isStop }: EntryProps) {
  const { t } = useTranslation('viewing');
  const { uuid, label, firstPosition: position } = entry;
  const name = (
    <span className={classes.label} dir="auto">
      {label}
    </span>
  );
  // Its image is gone, but not those of the entries within it.
  if (position === null) return <p className={classes.entry}>{name}</p>;
  return (
    <button
      type="button"
      className={classes.entry}
      data-entry={uuid}
      tabIndex={isStop ? 0 : -1}
      {...(isCurrent && { 'aria-current': 'true' as const })}
    >
      {name}
      <span className="visually-hidden">{t('contentsPlace', { position })}</span>
      <span className={`${classes.place} tabular`} aria-hidden>
        {position}
      </span>
    </button>
  );
});

/** Scrolls the panel, and nothing around it, to the entry of the image that is shown. */
function useKeptInSight(panel: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    const around = panel.current;
    const marked = around?.querySelector('[aria-current]');
    if (!around || !marked) return;
    const [seen, entry] = [around.getBoundingClientRect(), marked.getBoundingClientRect()];
    if (entry.top < seen.top || entry.bottom > seen.bottom)
      around.scrollBy({ top: entry.top - seen.top - (seen.height - entry.height) / 2 });
  }, [panel, current]);
}
