import type { TrashEntry } from '@armarium/contract/trash';
import type { TrashedRecord } from '@armarium/contract/trash-records';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isProblem } from '../../../lib/api-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notify } from '../../../ui/notify.tsx';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { PageHead } from '../../../records/components/page-head.tsx';
import { purgeEntry, trashQuery } from '../api/trash.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { TrashRow, type TrashDialog } from './trash-row.tsx';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';
import classes from './trash-page.module.css';

/** `/catalog/trash`: what was deleted, by whom, when and why, and the way back (A-89, decisions §4). */
export function TrashPage() {
  const { t } = useTranslation('trash');
  const [search] = useSearchParams();
  const text = search.get('text') ?? '';
  const page = pageFrom(search.get('page'));
  // Kept here, so that the text outlives an error that hides the search.
  const typing = useState(text);
  const trash = useQuery(trashQuery(text, page));
  const { opened, rows, open, close } = useEntryDialog(trash.data);
  useDocumentTitle(t('title'));
  const entries = trash.data?._embedded.trash ?? [];

  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('back') }} title={t('title')} text={t('text')} />
      {!isProblem(trash.error, 'forbidden') && <TrashSearch typing={typing} />}
      {trash.data === undefined ? (
        <PendingRows query={trash} height_px={76} />
      ) : entries.length === 0 ? (
        <EmptyState icon={<IconTrash size={40} stroke={1.2} />} title={text === '' ? t('empty') : t('none')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <ul ref={rows} className={list.rows} aria-label={t('title')} aria-busy={trash.isPlaceholderData}>
          {entries.map((entry, row) => (
            <TrashRow
              key={entry.uuid}
              entry={entry}
              onDialog={(dialog, record) => open({ dialog, entry, record }, row)}
            />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={page}
          totalPages={trash.data?.page.totalPages ?? 0}
          addressOf={(to) => pageAddress(search, to)}
          label={t('pages')}
        />
      </div>
      {opened?.dialog === 'restore' && (
        <Restore
          key={(opened.record ?? opened.entry).uuid}
          entry={opened.entry}
          record={opened.record}
          onClose={close}
        />
      )}
      {opened?.dialog === 'purge' && <Purge key={opened.entry.uuid} entry={opened.entry} onClose={close} />}
    </div>
  );
}

/** The buttons of the records that were deleted with an entry. */
const recordsIn = (row: Element | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('[data-record] button') ?? []),
];

interface OpenedDialog {
  readonly dialog: TrashDialog;
  readonly entry: TrashEntry;
  /** An item that was deleted with the entry's collection, to come back alone. */
  readonly record: TrashedRecord | undefined;
}

/** The dialog that a row opened, and the focus afterwards. @param listed changes when the list does */
function useEntryDialog(listed: unknown) {
  const [opened, setOpened] = useState<OpenedDialog>();
  const rows = useRef<HTMLUListElement>(null);
  const opener = useRef<OpenedDialog & { row: number; place: number }>(undefined);
  useEffect(() => {
    // A dialog that closes lets go of the focus, and so does a row that leaves with its button.
    if (opened || !opener.current || document.activeElement !== document.body) return;
    const { row, dialog, record, place } = opener.current;
    const left = rows.current?.children ?? [];
    const inRow = (selector: string) =>
      left[Math.min(row, left.length - 1)]?.querySelector<HTMLElement>(selector);
    const next =
      // The record is there where it was not restored, else the one that stands in its place.
      (record && (inRow(`[data-record="${record.uuid}"] button`) ?? recordsIn(left[row])[place])) ??
      inRow(`[data-dialog=${dialog}]`);
    (next ?? document.getElementById('content'))?.focus();
  }, [opened, listed]);
  return {
    opened,
    rows,
    open: (dialog: OpenedDialog, row: number) => {
      const place = recordsIn(rows.current?.children[row]).findIndex(
        (button) => button.closest<HTMLElement>('[data-record]')?.dataset['record'] === dialog.record?.uuid,
      );
      opener.current = { ...dialog, row, place };
      setOpened(dialog);
    },
    close: () => setOpened(undefined),
  };
}

function TrashSearch({ typing: [typed, setTyped] }: { typing: [string, (text: string) => void] }) {
  const { t } = useTranslation(['trash', 'catalogue']);
  const [, setSearch] = useSearchParams();
  return (
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
  );
}

interface EntryDialogProps {
  entry: TrashEntry;
  onClose(): void;
}

function Restore({ entry, record, onClose }: EntryDialogProps & Pick<OpenedDialog, 'record'>) {
  const restored = record ?? entry;
  return (
    <RestoreDialog
      entryUuid={entry.uuid}
      recordUuid={record?.uuid}
      title={restored.title}
      resourceType={restored.resourceType}
      pressmark={restored.pressmark}
      hasPlace={restored.formerParents.some(({ isThere }) => isThere)}
      onClose={onClose}
    />
  );
}

function Purge({ entry, onClose }: EntryDialogProps) {
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
