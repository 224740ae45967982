import type { TrashEntry } from '@armarium/contract/trash';
import type { TrashedRecord } from '@armarium/contract/trash-records';
import { Button, Group } from '@mantine/core';
import {
  IconBook2,
  IconChevronDown,
  IconChevronRight,
  IconFolder,
  IconPhoto,
  IconRoute,
  IconStack2,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { useCountWords } from '../../../records/components/count-words.ts';
import { ShownIn } from '../../../records/components/shown-in.tsx';
import { TrashedRecords } from './trashed-records.tsx';
import list from '../../../records/components/row-list.module.css';
import classes from './trash-page.module.css';

/** What can be opened from a row. */
export type TrashDialog = 'restore' | 'purge';

const icons = {
  ITEM: IconBook2,
  COLLECTION: IconFolder,
  MEDIA: IconPhoto,
  STORY: IconRoute,
  SERIES: IconStack2,
};

interface TrashRowProps {
  entry: TrashEntry;
  /** @param record an item that was deleted with it; undefined for the entry itself */
  onDialog(dialog: TrashDialog, record?: TrashedRecord): void;
}

/** A deleted record, with what was deleted together with it. */
export function TrashRow({ entry, onDialog }: TrashRowProps) {
  const { t } = useTranslation(['trash', 'catalogue', 'trashed']);
  const [opened, setOpened] = useState(false);
  const recordsId = useId();
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  const Icon = icons[entry.resourceType];
  const title = displayTitle(entry.title) || t('catalogue:untitled');
  const { purgeDate, keptFor } = entry;
  // the clock skips what was public or stands in a story, and the reader is told why.
  const keptWords =
    purgeDate === null
      ? t(`keptFor.${keptFor.length > 1 ? 'both' : (keptFor[0] ?? 'public')}`)
      : t('keptUntil', { date: displayTimestamp(purgeDate) });
  return (
    <li className={list.row}>
      <Icon size={22} stroke={1.4} className={list.icon} aria-hidden />
      <div className={list.words}>
        <h2 className={`record-title ${list.name}`} dir="auto">
          {title}
        </h2>
        <Facts entry={entry} />
        {entry.reason !== '' && (
          <p className={list.reason} dir="auto">
            {entry.reason}
          </p>
        )}
        <p className={list.reason}>{keptWords}</p>
        {entry.shownIn.storyboardsCount > 0 && (
          <p className={list.reason}>
            <ShownIn use={entry.shownIn} />
          </p>
        )}
        {entry.collectionsCount + entry.culturalItemsCount > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.opener ?? ''}
            leftSection={<Chevron size={15} aria-hidden />}
            aria-expanded={opened}
            aria-controls={recordsId}
            aria-label={t('trashed:wentAlongNamed', { title })}
            onClick={() => setOpened(!opened)}
          >
            {t('trashed:wentAlong')}
          </Button>
        )}
      </div>
      <Group gap="xs" className={list.end ?? ''}>
        {entry.allowedActions.includes('restore') && (
          <Button
            variant="default"
            size="sm"
            data-dialog="restore"
            aria-label={t('restoreNamed', { title })}
            onClick={() => onDialog('restore')}
          >
            {t('restore')}
          </Button>
        )}
        {entry.allowedActions.includes('purge') && (
          <Button
            variant="subtle"
            className="danger"
            size="sm"
            data-dialog="purge"
            aria-label={t('purgeNamed', { title })}
            onClick={() => onDialog('purge')}
          >
            {t('purge')}
          </Button>
        )}
      </Group>
      <div id={recordsId} hidden={!opened} className={classes.records}>
        {opened && <TrashedRecords entry={entry} onRestore={(record) => onDialog('restore', record)} />}
      </div>
    </li>
  );
}

function Facts({ entry }: { entry: TrashEntry }) {
  const { t } = useTranslation(['trash', 'catalogue']);
  const counts = useCountWords();
  return (
    <p className={list.facts}>
      {entry.pressmark !== null && (
        <span className="tabular" dir="auto">
          {entry.pressmark}
        </span>
      )}
      {entry.culturalItem && (
        <span dir="auto">
          {t('imageOf', {
            item: displayTitle(entry.culturalItem.title) || t('catalogue:untitled'),
            pressmark: entry.culturalItem.pressmark,
          })}
        </span>
      )}
      {entry.resourceType === 'COLLECTION' && (
        <span>
          {counts.ofCollection({
            collectionsCount: entry.collectionsCount,
            culturalItemsCount: entry.culturalItemsCount,
          })}
        </span>
      )}
      <span>{t('by', { name: entry.trashedBy, date: displayTimestamp(entry.trashedDate) })}</span>
      {entry.formerParents.length > 0 && (
        <span dir="auto">
          {t('from', {
            collections: entry.formerParents.map((parent) => displayTitle(parent.title)).join(', '),
          })}
        </span>
      )}
    </p>
  );
}
