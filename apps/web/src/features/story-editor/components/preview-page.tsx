import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { useOpened } from '../../../ui/opener.ts';
import { storyQuery } from '../../stories/api/stories.ts';
import { useWayBack } from '../picking/use-way-back.ts';
import { useEditorState, useEditorStore } from '../state/editor-store.ts';
import { useIsDirty } from '../state/selectors.ts';
import { screenNames, type ReaderScreen } from './reader-screens.ts';
import { ShareButton } from './share-button.tsx';
import type { RenderSharing } from './story-sharing.ts';
import classes from './preview.module.css';

/** The story as its readers see it, in a frame over the whole window (PREV-01). It begins at the step that is edited. */
export function PreviewPage({ sharing }: { sharing: RenderSharing }) {
  const { t } = useTranslation(['storyEditor', 'catalogue']);
  const store = useEditorStore();
  const leave = useWayBack();
  const { data: story } = useQuery(storyQuery(store.storyUuid));
  const number = useEditorState(({ steps, chosen }) => steps.findIndex(({ id }) => id === chosen)) + 1;
  const [screen, setScreen] = useState<ReaderScreen>('desktop');
  const dialog = useOpened<'share'>();
  const isDirty = useIsDirty();
  const title = story ? titleOf(story, t('catalogue:untitled')) : '';
  useDocumentTitle(title && t('preview.of', { title }));
  const close = () => {
    if (!store.isLeadingBack()) leave('preview');
  };
  return (
    <Dialog
      opened
      fullScreen
      // The dialog over it is closed first.
      closeOnEscape={dialog.opened === undefined}
      onClose={close}
      title={t('preview.of', { title })}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <div className={classes.bar}>
        <SegmentedControl
          className={classes.screens ?? ''}
          aria-label={t('preview.screen')}
          value={screen}
          onChange={setScreen}
          data={screenNames.map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
        <ShareButton onClick={() => dialog.open('share')} />
      </div>
      <iframe
        className={classes.frame}
        data-screen={screen}
        title={t('preview.of', { title })}
        src={`/images/viewers/story/?storyID=${store.storyUuid}#${Math.max(1, number)}`}
        allow="fullscreen"
      />
      {story && dialog.opened && sharing({ story, isDirty, onClose: dialog.close })}
    </Dialog>
  );
}
