import type { AnswerOf } from '@armarium/contract/operation';
import {
  changeActions,
  type ChangeAction,
  type findRecordChanges,
  type RecordChange,
} from '@armarium/contract/record-changes';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { PageHead } from '../../../records/components/page-head.tsx';
import { RestoreDialog } from '../../trash/components/restore-dialog.tsx';
import { changesQuery } from '../api/changes.ts';
import { ChangeRow } from './change-row.tsx';
import classes from './audit-page.module.css';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';

/** `/audit`: who changed, moved, deleted or restored what a pressmark or title names, when and why. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'trash']);
  const [search] = useSearchParams();
  const text = search.get('text') ?? '';
  const action = changeActions.find((one) => one === search.get('action'));
  const page = pageFrom(search.get('page'));
  const changes = useQuery(changesQuery(text, action, page));
  const { restoring, rows, restore, close } = useRestoring(changes.data);
  useDocumentTitle(t('title'));
  const shown = changes.data?._embedded.changes ?? [];

  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('trash:back') }} title={t('title')} text={t('text')} />
      <ChangesSearch text={text} action={action} />
      <Found answer={changes.data} />
      {text === '' ? (
        <EmptyState icon={<IconHistory size={40} stroke={1.2} />} title={t('begin')}>
          {t('beginText')}
        </EmptyState>
      ) : changes.data === undefined ? (
        <PendingRows query={changes} height_px={76} />
      ) : shown.length === 0 ? (
        <EmptyState icon={<IconHistory size={40} stroke={1.2} />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul ref={rows} className={list.rows} aria-label={t('title')} aria-busy={changes.isPlaceholderData}>
          {shown.map((change, index) => (
            <ChangeRow
              key={change.id}
              change={change}
              isNewest={shown.findIndex(({ record }) => record.uuid === change.record.uuid) === index}
              onRestore={() => restore(change.record)}
            />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={page}
          totalPages={changes.data?.page.totalPages ?? 0}
          addressOf={(to) => pageAddress(search, to)}
          label={t('pages')}
        />
      </div>
      {restoring?.trash && (
        <RestoreDialog
          key={restoring.uuid}
          entryUuid={restoring.trash.entryUuid}
          recordUuid={restoring.trash.wentAlong ? restoring.uuid : undefined}
          title={restoring.title}
          resourceType={restoring.resourceType}
          pressmark={restoring.pressmark}
          hasPlace={restoring.trash.hasPlace}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The record that is being restored, and the focus afterwards. @param listed changes when the list does */
function useRestoring(listed: unknown) {
  const [restoring, setRestoring] = useState<RecordChange['record']>();
  const rows = useRef<HTMLUListElement>(null);
  const lastUuid = useRef<string>(undefined);
  useEffect(() => {
    // A dialog that closes lets go of the focus, and so does a button that leaves: what was restored has its link.
    if (restoring || lastUuid.current === undefined || document.activeElement !== document.body) return;
    const ways = rows.current?.querySelectorAll<HTMLElement>(
      `[data-record="${lastUuid.current}"] :is(button, h2 a)`,
    );
    const all = [...(ways ?? [])];
    (all.find((way) => way.matches('button')) ?? all[0] ?? document.getElementById('content'))?.focus();
  }, [restoring, listed]);
  return {
    restoring,
    rows,
    restore: (record: RecordChange['record']) => {
      lastUuid.current = record.uuid;
      setRestoring(record);
    },
    close: () => setRestoring(undefined),
  };
}

function ChangesSearch({ text, action }: { text: string; action: ChangeAction | undefined }) {
  const { t } = useTranslation(['audit', 'catalogue']);
  const [, setSearch] = useSearchParams();
  const [typed, setTyped] = useState(text);
  const find = (wanted: string) => {
    const trimmed = typed.trim();
    setSearch({ ...(trimmed !== '' && { text: trimmed }), ...(wanted !== 'all' && { action: wanted }) });
  };
  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        find(action ?? 'all');
      }}
    >
      <TextInput
        type="search"
        className={classes.text ?? ''}
        label={t('search')}
        description={t('searchHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed}
        maxLength={1000}
        dir="auto"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('action')}
        value={action ?? 'all'}
        onChange={(event) => find(event.currentTarget.value)}
        data={(['all', ...changeActions] as const).map((value) => ({ value, label: t(`actions.${value}`) }))}
      />
      <Button type="submit" className={classes.submit ?? ''}>
        {t('catalogue:search')}
      </Button>
    </form>
  );
}

/** How many changes were found, of how many records, and whether of more than are looked through. */
function Found({ answer }: { answer: AnswerOf<typeof findRecordChanges> | undefined }) {
  const { t } = useTranslation('audit');
  const count = answer?.page.totalElements ?? 0;
  const records = answer?.records ?? 0;
  return (
    <>
      <p role="status" className={`${classes.found} tabular`}>
        {count > 0 &&
          `${t('found', { count, formatted: grouped(count) })} ${t('ofRecords', {
            count: records,
            formatted: grouped(records),
          })}`}
      </p>
      {answer?.hasFurtherRecords && (
        <p className={classes.further}>{t('further', { formatted: grouped(records) })}</p>
      )}
    </>
  );
}
