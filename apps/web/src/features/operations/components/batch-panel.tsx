import { ActionIcon, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { batchQuery, isRunning } from '../api/batches.ts';
import { notify } from '../../../ui/notify.tsx';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { isNews, leaveBatch, takesFocus } from '../state/watched-batches.ts';
import classes from './batch-panel.module.css';
import { BatchButtons, BatchProgress } from './batch-parts.tsx';
import { useBatchWords } from './batch-words.ts';

/** What was started for many items, how far it is and how it went; it can be left at any time (decisions §4, A-107). */
export function BatchPanel({ uuids }: { uuids: readonly string[] }) {
  const { t } = useTranslation('selection');
  return (
    <section className={classes.panel} aria-label={t('batch.panel')} data-operations>
      {uuids.map((uuid) => (
        <Watched key={uuid} uuid={uuid} />
      ))}
    </section>
  );
}

/** A little after a dialog has given the focus back to its button, which is about to be removed. */
const FOCUS_AFTER_ms = 60;

function Watched({ uuid }: { uuid: string }) {
  const { t } = useTranslation(['selection', 'workflow']);
  const words = useBatchWords();
  const { data: batch, error } = useQuery(batchQuery(uuid));
  const ended = batch !== undefined && !isRunning(batch);
  useEffect(() => {
    if (ended) void recordsChanged();
  }, [ended]);
  const isTransition = batch?.kind === 'transition';
  const isWell = batch?.state === 'DONE' && batch.failed === 0;
  useEffect(() => {
    // Workflow actions have the words of the specification, however many records they concern.
    if (!ended || !isNews(uuid) || !isTransition) return;
    if (isWell) notify('success', { title: t('workflow:updated') });
    else notify('error', { title: t('workflow:failed'), message: t('workflow:seeOperation') });
  }, [ended, isTransition, isWell, uuid, t]);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus(uuid)) return;
    // The row may be gone by then.
    setTimeout(() => row.current?.focus(), FOCUS_AFTER_ms);
  }, [uuid]);
  useLayoutEffect(() => {
    const element = row.current;
    // When a row with the focus is removed, the focus goes to the next row, or to the page.
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const next = element.nextElementSibling ?? element.previousElementSibling;
      const target = next?.querySelector('button') ?? document.getElementById('content');
      target?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div
      ref={row}
      className={classes.batch}
      data-state={batch?.state}
      tabIndex={-1}
      role="group"
      aria-label={batch && words.what(batch)}
    >
      <div className={classes.head}>
        <div className={classes.words} role="status">
          <p className={classes.what} dir="auto">
            {batch ? words.what(batch) : error ? describeProblem(error).title : t('batch.starting')}
          </p>
          {batch && (
            // How far it is changes all the time: only how it ended is said.
            <p key={String(ended)} className={`${classes.how} tabular`} aria-live={ended ? undefined : 'off'}>
              {words.how(batch)}
            </p>
          )}
          {batch?.state === 'ERROR' && <p className={classes.cause}>{words.why(batch)}</p>}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('batch.leave')}
          title={t('batch.leave')}
          onClick={() => leaveBatch(uuid)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {batch && <BatchProgress batch={batch} />}
      {batch && (
        <Group gap="xs" mt="xs">
          <BatchButtons batch={batch} compact />
          <Button size="compact-md" variant="subtle" component={Link} to={`/catalog/operations/${uuid}`}>
            {t('batch.details')}
          </Button>
        </Group>
      )}
    </div>
  );
}
