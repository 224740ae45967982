import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useParams } from 'react-router';
import { EditorScreen } from '../../features/story-editor/components/editor-screen.tsx';
import { PreviewPage } from '../../features/story-editor/components/preview-page.tsx';
import { StoryEditor } from '../../features/story-editor/components/story-editor.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShareStoryDialog } from '../lazy-dialogs.ts';
import { storyPickingPages } from './story-picking-pages.tsx';

/** `/story/editor/{storyUuid}` and what stands below it: they share the draft of the story (back office §2.5). */
function StoryEditorRoute() {
  const { storyUuid = '' } = useParams();
  return (
    <StoryEditor storyUuid={storyUuid} notFound={<StoryGone />}>
      <Outlet />
    </StoryEditor>
  );
}

function StoryGone() {
  const { t } = useTranslation('stories');
  return (
    <EmptyState
      urgent
      headingLevel={1}
      icon={<IconRoute size={40} stroke={1.2} />}
      title={t('story.gone')}
      action={
        <Button variant="default" component={Link} to="/story">
          {t('lab')}
        </Button>
      }
    >
      {t('story.goneText')}
    </EmptyState>
  );
}

const sharing = (props: ComponentProps<typeof ShareStoryDialog>) => (
  <Suspense fallback={null}>
    <ShareStoryDialog {...props} />
  </Suspense>
);

/** The pages of the story editor: the one that holds the draft, and those within it. */
export const storyEditorPages = {
  draft: StoryEditorRoute,
  screen: () => <EditorScreen sharing={sharing} />,
  preview: () => <PreviewPage sharing={sharing} />,
  ...storyPickingPages,
};
