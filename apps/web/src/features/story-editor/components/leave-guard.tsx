import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { storyAddress } from '../../../records/story-address.ts';
import { isDirty } from '../state/editor-state.ts';
import { useEditorStore } from '../state/editor-store.ts';

/** The state of the place that a deleted story leads to: there is nothing to go on editing. */
export const storyIsGone = 'story-is-gone';

/** Asks before unsaved changes are left (EDIT-42, EDIT-43). The pages below the editor's address share its draft. */
export function LeaveGuard() {
  const { t } = useTranslation('storyEditor');
  const store = useEditorStore();
  const own = storyAddress(store.storyUuid);
  const leaving = useBlocker(
    ({ nextLocation: { pathname, state } }) =>
      pathname !== own && !pathname.startsWith(`${own}/`) && state !== storyIsGone && isDirty(store.state()),
  );
  useWindowEvent('beforeunload', (event) => {
    if (isDirty(store.state())) event.preventDefault();
  });
  const stay = () => leaving.reset?.();
  return (
    <Dialog opened={leaving.state === 'blocked'} onClose={stay} title={t('leave.title')}>
      <p>{t('warningBeforeLeave')}</p>
      <DialogActions>
        <Button
          variant="default"
          className="danger"
          onClick={() => {
            store.discard();
            leaving.proceed?.();
          }}
        >
          {t('leave.discard')}
        </Button>
        <Button data-autofocus onClick={stay}>
          {t('leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
