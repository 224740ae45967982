import type { Batch } from '@armarium/contract/batches';
import { Button, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { batchesKey, isRunning, stop, undo } from '../api/batches.ts';
import { leaveBatch, watchBatch } from '../state/watched-batches.ts';
import { useBatchWords } from './batch-words.ts';
import list from '../../../records/components/row-list.module.css';

/** How it went, by whom and when. */
export function BatchFacts({ batch }: { batch: Batch }) {
  const words = useBatchWords();
  return (
    <p className={`${list.facts} tabular`} role="status">
      {/* How far it is changes all the time: only how it ended is said. */}
      <span key={String(isRunning(batch))} aria-live={isRunning(batch) ? 'off' : undefined}>
        {words.how(batch)}
      </span>
      <span>{words.who(batch)}</span>
      {batch.undoneBy !== null && (
        <Link to={`/catalog/operations/${batch.undoneBy}`}>{words.undone(batch)}</Link>
      )}
    </p>
  );
}

/** How far a batch is, as long as it runs. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const words = useBatchWords();
  if (!isRunning(batch)) return null;
  const percent = batch.total > 0 ? (100 * batch.done) / batch.total : 0;
  return <Progress value={percent} aria-label={words.what(batch)} size="sm" mt="xs" />;
}

interface BatchButtonsProps {
  batch: Batch;
  compact?: boolean;
}

/** What the user may do with a batch: stop it, or undo it by another one. A refusal is shown like any other. */
export function BatchButtons({ batch, compact = false }: BatchButtonsProps) {
  const { t } = useTranslation('selection');
  const words = useBatchWords();
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const stopping = useMutation({
    mutationFn: () => stop(batch.uuid),
    meta: { failed: () => t('batch.stopFailed') },
    // The button is removed; in the panel the focus stays on the row.
    onSuccess: () => {
      const { current } = place;
      if (current?.contains(document.activeElement)) current.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [batchesKey] }),
  });
  if (batch.allowedActions.length === 0) return null;
  return (
    <Group ref={place} gap="xs">
      {batch.allowedActions.includes('undo') && <UndoButton {...{ batch, compact }} />}
      {batch.allowedActions.includes('cancel') && (
        <Button
          size={compact ? 'compact-md' : 'sm'}
          variant="default"
          aria-disabled={stopping.isPending}
          onClick={() => stopping.isPending || stopping.mutate()}
          aria-label={`${t('batch.stop')}: ${words.what(batch)}`}
        >
          {t('batch.stop')}
        </Button>
      )}
    </Group>
  );
}

/** An undo of more items than this is asked about. */
const UNDONE_UNASKED_MOST = 50;

function UndoButton({ batch, compact = false }: BatchButtonsProps) {
  const { t } = useTranslation('selection');
  const words = useBatchWords();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const undoing = useMutation({
    mutationFn: () => undo(batch.uuid),
    meta: { quiet: isAsking, failed: () => t('batch.undoFailed') },
    onSuccess: ({ uuid }) => {
      // The button is about to be removed. The panel shows the operation that undoes, which can be stopped there.
      watchBatch(uuid, true);
      leaveBatch(batch.uuid);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [batchesKey] }),
  });
  const asks = batch.changed - batch.undone > UNDONE_UNASKED_MOST;
  const what = words.what(batch);
  return (
    <>
      <Button
        size={compact ? 'compact-md' : 'sm'}
        variant={compact ? 'light' : 'default'}
        aria-disabled={undoing.isPending}
        onClick={() => {
          if (asks) setAsking(true);
          else if (!undoing.isPending) undoing.mutate();
        }}
        aria-label={`${t('batch.undo')}: ${what}`}
      >
        {t('batch.undo')}
      </Button>
      {asks && (
        <ConfirmDialog
          opened={isAsking}
          title={`${t('batch.undo')}: ${what}`}
          confirmWord={t('batch.undo')}
          cancelWord={t('batch.keep')}
          failedWord={t('batch.undoFailed')}
          onClose={() => setAsking(false)}
          work={async () => {
            await undoing.mutateAsync();
            setAsking(false);
          }}
        >
          <Text>{words.undoing(batch)}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
