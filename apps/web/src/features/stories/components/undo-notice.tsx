import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { restoreDeleted } from '../api/restore-deleted.ts';
import { offerUndo, useLastDeletion } from '../state/last-deletion.ts';
import classes from './stories.module.css';

/** Says what was moved to the trash last, and brings it back. It stays until it is used or hidden. */
export function UndoNotice({ mayRestore }: { mayRestore: boolean }) {
  const { t } = useTranslation('stories');
  const deletion = useLastDeletion();
  const { isWorking, work } = useWork();
  const notice = useRef<HTMLDivElement>(null);
  const hide = () => {
    // What has the focus in it goes with it.
    if (notice.current?.contains(document.activeElement))
      document.getElementById('content')?.focus({ preventScroll: true });
    offerUndo(undefined);
  };
  const undo = () =>
    work(async () => {
      if (!deletion) return;
      try {
        const { missing, refused } = await restoreDeleted(deletion.uuids);
        const [first] = refused;
        if (first) {
          offerUndo({ ...deletion, uuids: refused.map(({ uuid }) => uuid) });
          const { title, next } = describeProblem(first.error);
          notify('error', {
            title: t('undoRefused', { count: refused.length, formatted: grouped(refused.length) }),
            message: `${title}. ${next}`,
          });
        } else hide();
        if (missing > 0)
          notify('error', { title: t('undoIncomplete', { count: missing, formatted: grouped(missing) }) });
        else if (!first) notify('success', { title: t('undone') });
      } catch (error) {
        const { title, next } = describeProblem(error);
        notify('error', { title: t('undoFailed'), message: `${title}. ${next}` });
      }
    });
  const count = deletion?.uuids.length ?? 0;
  return (
    <div role="status" ref={notice}>
      {mayRestore && deletion && (
        <div className={classes.undo}>
          <p>
            {deletion.kind === 'series'
              ? t('series.inTrash')
              : t('inTrash', { count, formatted: grouped(count) })}
          </p>
          <Button variant="default" size="sm" aria-disabled={isWorking} onClick={() => void undo()}>
            {t('undo')}
          </Button>
          <ActionIcon
            className={classes.end ?? ''}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('dismiss')}
            title={t('dismiss')}
            onClick={hide}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
