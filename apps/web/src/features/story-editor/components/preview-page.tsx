import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useNavigate } from 'react-router';
import { storyAddress } from '../../../records/story-address.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { storyQuery } from '../../stories/api/stories.ts';
import { placesBackTo } from '../picking/places-back.ts';
import { useEditorState, useEditorStore } from '../state/editor-store.ts';
import classes from './preview.module.css';

const screens = ['desktop', 'phone'] as const;
type Screen = (typeof screens)[number];

/** The story as its readers see it, in a frame over the whole window (PREV-01). It begins at the step that is edited. */
export function PreviewPage() {
  const { t } = useTranslation(['storyEditor', 'catalogue']);
  const store = useEditorStore();
  const navigate = useNavigate();
  const { data: story } = useQuery(storyQuery(store.storyUuid));
  const number = useEditorState(({ steps, chosen }) => steps.findIndex(({ id }) => id === chosen)) + 1;
  const [screen, setScreen] = useState<Screen>('desktop');
  const editor = storyAddress(store.storyUuid);
  const editorPath = useHref(editor);
  const title = story ? titleOf(story, t('catalogue:untitled')) : '';
  useDocumentTitle(title && t('preview.of', { title }));
  const close = () => {
    if (store.isLeadingBack()) return;
    store.leadBack('preview');
    const places = placesBackTo(editorPath);
    if (places > 0) void navigate(-places);
    else void navigate(editor, { replace: true });
  };
  return (
    <Dialog
      opened
      fullScreen
      onClose={close}
      title={t('preview.of', { title })}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <SegmentedControl
        className={classes.screens ?? ''}
        aria-label={t('preview.screen')}
        value={screen}
        onChange={setScreen}
        data={screens.map((value) => ({ value, label: t(`preview.${value}`) }))}
      />
      <iframe
        className={classes.frame}
        data-screen={screen}
        title={t('preview.of', { title })}
        src={`/images/viewers/story/?storyID=${store.storyUuid}#${Math.max(1, number)}`}
        allow="fullscreen"
      />
    </Dialog>
  );
}
