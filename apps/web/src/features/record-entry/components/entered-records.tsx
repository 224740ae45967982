import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/notify.tsx';
import { describeProblem, problemText } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { useOpener } from '../../../ui/opener.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { itemQuery } from '../../../records/api/item.ts';
import type { SentRecord } from '../record-entry.ts';
import classes from './new-record-page.module.css';
import type { RecordEntryInHand } from './use-record-entry.ts';
import { ItemDialog } from './item-dialog.tsx';

/** What was entered in this row, the newest first; each can be opened and corrected. Those that were not saved are above them. */
export function EnteredRecords({
  templates,
  entry,
}: {
  templates: readonly Template[];
  entry: RecordEntryInHand;
}) {
  const { t } = useTranslation(['entry', 'catalogue']);
  const [opened, setOpened] = useState<{ item: Item; shown: boolean }>();
  const opener = useOpener();
  const waiting = entry.sent.filter((record) => record.failure !== undefined);
  // Of two that are clicked one after the other, the last one opens.
  const wanted = useRef<string>(undefined);
  const open = async (uuid: string) => {
    opener.keep();
    wanted.current = uuid;
    try {
      const item = await queryClient.fetchQuery({ ...itemQuery(uuid), staleTime: 0 });
      if (wanted.current === uuid) setOpened({ item, shown: true });
    } catch (error) {
      notify('error', { title: describeProblem(error).title, message: describeProblem(error).next });
    }
  };
  const title = (text: string | undefined) => displayTitle(text ?? '') || t('catalogue:untitled');

  return (
    <section aria-labelledby="entered-heading" className={classes.entered}>
      <h2 id="entered-heading" className={classes.heading}>
        {t('record.entered', { count: entry.count })}
      </h2>
      <div aria-live="polite">
        {waiting.map((record) => (
          <NotSaved
            key={record.key}
            record={record}
            title={title(record.draft['sgtt']?.[0])}
            onTakeUp={() => entry.takeUp(record.key)}
          />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {entry.entered[0] &&
          t('record.saved', { title: title(entry.entered[0].sgtt), pressmark: entry.entered[0].pressmark })}
      </p>
      {entry.entered.length === 0 && waiting.length === 0 && (
        <p className={classes.none}>{t('record.none')}</p>
      )}
      <ol className={classes.records}>
        {entry.entered.map(({ uuid, sgtt, pressmark }) => (
          <li key={uuid}>
            <button type="button" className={classes.record} onClick={() => void open(uuid)}>
              <span className="record-title" dir="auto">
                {title(sgtt)}
              </span>
              <span className={`tabular ${classes.pressmark}`} dir="auto">
                {pressmark}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {opened && (
        <Opened
          key={opened.item.uuid}
          clicked={opened.item}
          templates={templates}
          opened={opened.shown}
          onClose={(item) => {
            setOpened({ item, shown: false });
            const { uuid, sgtt, pressmark } = item;
            entry.corrected(uuid, { uuid, sgtt, pressmark });
            opener.giveBack();
          }}
          onGone={(item) => {
            setOpened(undefined);
            entry.corrected(item.uuid, undefined);
            // What opened it is gone with it: one goes on typing.
            opener.keep(document.querySelector('[data-new-record] [data-field]'));
            opener.giveBack();
          }}
        />
      )}
    </section>
  );
}

function Opened({
  clicked,
  templates,
  opened,
  onClose,
  onGone,
}: {
  clicked: Item;
  templates: readonly Template[];
  opened: boolean;
  onClose(item: Item): void;
  onGone(item: Item): void;
}) {
  // As it is now: it is changed while the dialog is open.
  const { data: item = clicked } = useQuery({ ...itemQuery(clicked.uuid), enabled: opened });
  return (
    <ItemDialog
      item={item}
      templates={templates}
      opened={opened}
      onClose={() => onClose(item)}
      onGone={() => onGone(item)}
    />
  );
}

function NotSaved({ record, title, onTakeUp }: { record: SentRecord; title: string; onTakeUp(): void }) {
  const { t } = useTranslation('entry');
  const { failure = 'unknown' } = record;
  const why =
    failure === 'aside'
      ? t('record.aside')
      : failure === 'unknown'
        ? t('record.unknown')
        : problemText(failure).title;
  return (
    <Alert
      color={failure === 'aside' ? 'gray' : 'red'}
      title={t(failure === 'aside' ? 'record.waits' : 'record.notSaved', { title })}
      mb="sm"
    >
      <p className={classes.why}>{why}</p>
      <Button variant="default" size="compact-sm" mt={8} onClick={onTakeUp}>
        {t('record.takeUp')}
      </Button>
    </Alert>
  );
}
