import type { Batch } from '@armarium/contract/batches';
import { Button, Group, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isRunning, stop, undo } from '../api/batches.ts';
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

/** What the user may do with a batch: stop it, or undo it by another one. A refusal is shown like any other. */
export function BatchButtons({ batch, compact = false }: { batch: Batch; compact?: boolean }) {
  const { t } = useTranslation('selection');
  const words = useBatchWords();
  const queries = useQueryClient();
  const settled = { onSettled: () => queries.invalidateQueries({ queryKey: ['batches'] }) };
  const undoing = useMutation({
    mutationFn: () => undo(batch.uuid),
    meta: { failed: () => t('batch.undoFailed') },
    onSuccess: ({ uuid }) => {
      watchBatch(uuid);
      leaveBatch(batch.uuid);
    },
    ...settled,
  });
  const stopping = useMutation({
    mutationFn: () => stop(batch.uuid),
    meta: { failed: () => t('batch.stopFailed') },
    ...settled,
  });
  const size = compact ? 'compact-md' : 'sm';
  const named = (word: string) => ({ 'aria-label': `${word}: ${words.what(batch)}` });
  if (batch.allowedActions.length === 0) return null;
  return (
    <Group gap="xs">
      {batch.allowedActions.includes('undo') && (
        <Button
          size={size}
          variant={compact ? 'light' : 'default'}
          aria-disabled={undoing.isPending}
          onClick={() => undoing.isPending || undoing.mutate()}
          {...named(t('batch.undo'))}
        >
          {t('batch.undo')}
        </Button>
      )}
      {batch.allowedActions.includes('cancel') && (
        <Button
          size={size}
          variant="default"
          aria-disabled={stopping.isPending}
          onClick={() => stopping.isPending || stopping.mutate()}
          {...named(t('batch.stop'))}
        >
          {t('batch.stop')}
        </Button>
      )}
    </Group>
  );
}
