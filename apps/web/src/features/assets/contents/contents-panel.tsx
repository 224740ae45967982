import { CONTENTS_ENTRIES } from '@armarium/contract/table-of-contents';
import { CloseButton, Skeleton } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { ContentsTree } from './contents-tree.tsx';
import classes from './contents-panel.module.css';
import { EntryTools } from './entry-tools.tsx';
import { LabelField } from './label-field.tsx';
import type { Outline } from './outline.ts';
import { rowHolding } from './outline-rows.ts';
import { ReadingSettings } from './reading-settings.tsx';
import { newButtonOf, useEntryActions } from './use-entry-actions.ts';
import { useLabelSaving } from './use-label-saving.ts';
import type { ContentsPanelProps } from './contents-panel-props.ts';
import type { LabelDraft } from './use-label-drafts.ts';

/** The table of contents of an item beside its images: a tree that is edited in place. */
export function ContentsPanel(props: ContentsPanelProps) {
  const { id, contents, present, onClose } = props;
  const { t } = useTranslation('contents');
  const heading = useId();
  const { shown, error, mayArrange } = contents;
  return (
    <section id={id} className={classes.panel} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {t('title')}
        </h2>
        {shown && (
          <span className={`${classes.count} tabular`}>
            {t('entries', { count: shown.contents.length, number: grouped(shown.contents.length) })}
          </span>
        )}
        <CloseButton aria-label={t('close')} title={t('close')} onClick={onClose} />
      </header>
      {/* A label may be typed before the entries are known. */}
      <Entries {...props} entries={shown?.contents} />
      {!shown && error === null && <Skeleton height={120} m="md" />}
      {!shown && error !== null && <Failed error={error} onRetry={() => void contents.refetch()} />}
      {shown && (
        <ReadingSettings
          {...{ shown, mayArrange }}
          onChange={(part) => void present(part, t('said.reading'))}
        />
      )}
      {shown && mayArrange && (
        <span id="contents-keys" className="visually-hidden">
          {t('keys')}
        </span>
      )}
    </section>
  );
}

const none: Outline = [];

/** The entries with their tools, and the labels that are typed. */
function Entries({ entries: known, ...props }: ContentsPanelProps & { entries: Outline | undefined }) {
  const { id, contents, present, ranges, chosen, active, labels, selected } = props;
  const { placeOf, onSelect, onNew, onNewEnded } = props;
  const { t } = useTranslation('contents');
  const entries = known ?? none;
  const actions = useEntryActions(entries, props);
  const { rows, entry } = actions;
  const save = useLabelSaving({
    entries: known,
    entry,
    labels,
    present,
    placeOf,
    show: actions.show,
    onNewEnded,
  });
  const { coverOf, rangeOf } = useCoverWords(props);
  const activePlace = active === undefined ? undefined : placeOf(active);
  const current = activePlace === undefined ? undefined : rowHolding(rows, ranges, activePlace);
  const rename = (uuid: string | undefined) => {
    const found = entries.find((one) => one.uuid === uuid);
    if (found) labels.rename(found);
  };
  const field = (draft: LabelDraft, label: string, showsLabel: boolean) => (
    <LabelField
      key={draft.uuid}
      {...{ draft, label, showsLabel }}
      onType={(text) => labels.change(draft.uuid, { text, fault: undefined })}
      onSave={() => void save(draft)}
      onCancel={() => {
        labels.end(draft.uuid);
        if (draft.isNew) onNewEnded(false);
      }}
    />
  );
  const typed = labels.drafts.filter(({ isSaving }) => !isSaving);
  const inRows = new Set(rows.map((row) => row.entry.uuid));
  const isFull = entries.length >= CONTENTS_ENTRIES;

  return (
    <>
      {contents.mayArrange && (
        <EntryTools
          newButton={newButtonOf(id)}
          newRefusal={isFull ? 'full' : chosen ? undefined : 'noImage'}
          hasSelected={entry !== undefined}
          editOf={actions.editOf}
          onNew={onNew}
          onRename={() => rename(selected)}
          onGesture={actions.perform}
        />
      )}
      {typed
        .filter(({ uuid }) => !inRows.has(uuid))
        .map((draft) => {
          const range = rangeOf(draft.first, draft.last);
          return field(draft, t(draft.isNew ? 'newLabel' : 'keptLabel', { range }), true);
        })}
      {known && entries.length === 0 && (
        <div className={classes.nothing}>
          <EmptyState icon={<IconListTree size={32} stroke={1.2} />} title={t('empty')}>
            {t(contents.mayArrange ? 'emptyText' : 'emptyForReaders')}
          </EmptyState>
        </div>
      )}
      {entries.length > 0 && (
        <ContentsTree
          {...{ entries, rows, selected, coverOf }}
          mayArrange={contents.mayArrange}
          current={current?.entry.uuid}
          drafts={typed}
          field={(draft) => field(draft, t('renameLabel'), false)}
          onSelect={onSelect}
          onToggle={actions.toggle}
          onRename={rename}
          onGesture={actions.perform}
          onDrop={actions.drop}
        />
      )}
    </>
  );
}

/** Which images an entry has, in words. */
function useCoverWords({ images, ranges, nameOf }: ContentsPanelProps) {
  const { t } = useTranslation('contents');
  const rangeOf = (first: string, last: string | null) =>
    last === null || last === first
      ? nameOf(first)
      : t('range', { first: nameOf(first), last: nameOf(last) });
  /** @returns undefined where the image that the entry begins with is gone */
  const coverOf = (index: number) => {
    const range = ranges[index];
    const [first, last] = [images[range?.first ?? -1], images[range?.last ?? -1]];
    if (!range || !first || !last) return undefined;
    const count = range.last - range.first + 1;
    return {
      range: rangeOf(first.uuid, last.uuid),
      images: t('images', { count, number: grouped(count) }),
    };
  };
  return { coverOf, rangeOf };
}
