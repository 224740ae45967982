import type { TrashEntry } from '@armarium/contract/trash';
import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconBook2,
  IconChevronDown,
  IconChevronRight,
  IconFolder,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isProblem } from '../../../lib/api-client.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { purgeEntry, trashQuery } from '../api/trash.ts';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useCountWords } from '../../../records/components/count-words.ts';
import { Failed } from '../../../ui/failed.tsx';
import { PageHead } from '../../../records/components/page-head.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { TrashedRecords } from './trashed-records.tsx';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';
import classes from './trash-page.module.css';

/** `/catalog/trash`: what was deleted, by whom, when and why, and the way back (A-89, decisions §4). */
export function TrashPage() {
  const { t } = useTranslation(['trash', 'catalogue']);
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const [typed, setTyped] = useState(text);
  const trash = useQuery(trashQuery(text, pageFrom(search.get('page'))));
  const [asked, setAsked] = useState<{ way: 'restore' | 'purge'; entry: TrashEntry }>();
  const rows = useRef<HTMLUListElement>(null);
  // The row and the button that a dialog was opened from.
  const opener = useRef<{ row: number; way: 'restore' | 'purge' }>(undefined);
  useDocumentTitle(t('title'));
  const addressOf = (page: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(page));
    return { search: next.toString() };
  };
  const entries = trash.data?._embedded.trash ?? [];
  const listed = trash.data;
  useEffect(() => {
    // A dialog that closes lets go of the focus, and so does a row that leaves with its button.
    if (asked || !opener.current || document.activeElement !== document.body) return;
    const { row, way } = opener.current;
    const left = rows.current?.children ?? [];
    const next = left[Math.min(row, left.length - 1)]?.querySelector<HTMLElement>(`[data-way=${way}]`);
    (next ?? document.getElementById('content'))?.focus();
  }, [asked, listed]);

  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('back') }} title={t('title')} text={t('text')} />
      {!isProblem(trash.error, 'forbidden') && (
        <form
          role="search"
          className={classes.search}
          onSubmit={(event) => {
            event.preventDefault();
            setSearch(typed.trim() === '' ? {} : { text: typed.trim() });
          }}
        >
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('catalogue:search')}
          </Button>
        </form>
      )}
      {trash.data === undefined ? (
        trash.error ? (
          <Failed error={trash.error} onRetry={() => void trash.refetch()} />
        ) : (
          [1, 2, 3].map((row) => <Skeleton key={row} height={76} mb={8} />)
        )
      ) : entries.length === 0 ? (
        <EmptyState icon={<IconTrash size={40} stroke={1.2} />} title={text === '' ? t('empty') : t('none')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <ul ref={rows} className={list.rows} aria-label={t('title')} aria-busy={trash.isPlaceholderData}>
          {entries.map((entry, row) => (
            <Entry
              key={entry.uuid}
              entry={entry}
              onAsk={(way) => {
                opener.current = { row, way };
                setAsked({ way, entry });
              }}
            />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={pageFrom(search.get('page'))}
          totalPages={trash.data?.page.totalPages ?? 0}
          addressOf={addressOf}
          label={t('pages')}
        />
      </div>
      {asked?.way === 'restore' && (
        <Restore key={asked.entry.uuid} entry={asked.entry} onClose={() => setAsked(undefined)} />
      )}
      {asked?.way === 'purge' && (
        <Purge key={asked.entry.uuid} entry={asked.entry} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

const icons = { ITEM: IconBook2, COLLECTION: IconFolder, MEDIA: IconPhoto };

function Entry({ entry, onAsk }: { entry: TrashEntry; onAsk(way: 'restore' | 'purge'): void }) {
  const { t } = useTranslation(['trash', 'catalogue', 'trashed']);
  const [opened, setOpened] = useState(false);
  const recordsId = useId();
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  const counts = useCountWords();
  const Icon = icons[entry.resourceType];
  const title = displayTitle(entry.title) || t('catalogue:untitled');
  return (
    <li className={list.row}>
      <Icon size={22} stroke={1.4} className={list.icon} aria-hidden />
      <div className={list.words}>
        <h2 className={`record-title ${list.name}`} dir="auto">
          {title}
        </h2>
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
        {entry.reason !== '' && (
          <p className={list.reason} dir="auto">
            {entry.reason}
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
            data-way="restore"
            aria-label={t('restoreNamed', { title })}
            onClick={() => onAsk('restore')}
          >
            {t('restore')}
          </Button>
        )}
        {entry.allowedActions.includes('purge') && (
          <Button
            variant="subtle"
            className="danger"
            size="sm"
            data-way="purge"
            aria-label={t('purgeNamed', { title })}
            onClick={() => onAsk('purge')}
          >
            {t('purge')}
          </Button>
        )}
      </Group>
      <div id={recordsId} hidden={!opened} className={classes.records}>
        {opened && <TrashedRecords entry={entry} />}
      </div>
    </li>
  );
}

interface AskedProps {
  entry: TrashEntry;
  onClose(): void;
}

function Restore({ entry, onClose }: AskedProps) {
  return (
    <RestoreDialog
      entryUuid={entry.uuid}
      title={entry.title}
      isImage={entry.culturalItem !== null}
      pressmark={entry.pressmark}
      hasPlace={entry.formerParents.some(({ isThere }) => isThere)}
      onClose={onClose}
    />
  );
}

function Purge({ entry, onClose }: AskedProps) {
  const { t } = useTranslation(['trash', 'catalogue']);
  const title = displayTitle(entry.title) || t('catalogue:untitled');
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      opened
      title={t('purgeNamed', { title })}
      confirmWord={t('purge')}
      dangerous
      onClose={onClose}
      work={async () => {
        await purgeEntry(entry.uuid, reason.trim());
        notify('success', { title: t('purged', { title }) });
        onClose();
      }}
    >
      <p className={classes.question}>{t('purgeText')}</p>
      <TextInput
        label={t('reason')}
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
