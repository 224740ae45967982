import type { Story } from '@armarium/contract/stories';
import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconChecklist,
  IconCopy,
  IconDeviceFloppy,
  IconEye,
  IconPencil,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import { useOpened } from '../../../ui/opener.ts';
import { useWork } from '../../../ui/use-work.ts';
import { duplicateStory } from '../../stories/api/stories.ts';
import { StoryDialog } from '../../stories/components/story-dialog.tsx';
import { useEditorStore } from '../state/editor-store.ts';
import type { StepField } from '../state/step-field.ts';
import { useCanRedo, useCanUndo, useIsDirty } from '../state/selectors.ts';
import { CheckDialog } from './check-dialog.tsx';
import { PreviewQuestion } from './preview-question.tsx';
import { ShareButton } from './share-button.tsx';
import type { RenderSharing } from './story-sharing.ts';
import { storyIsGone } from './leave-guard.tsx';
import classes from './editor.module.css';
import type { Saving } from './use-saving.ts';

interface EditorHeadProps {
  story: Story;
  mayEdit: boolean;
  saving: Saving;
  onShow(id: string, field: StepField): void;
  sharing: RenderSharing;
}

/** The way back, the title, and what is done with the story as a whole (EDIT-02). */
export function EditorHead({ story, mayEdit, saving, onShow, sharing }: EditorHeadProps) {
  const { t } = useTranslation(['storyEditor', 'stories', 'catalogue']);
  const navigate = useNavigate();
  const store = useEditorStore();
  const templates = useQuery(templatesQuery('STORY'));
  const dialog = useOpened<'story' | 'check' | 'preview' | 'share'>();
  const isDirty = useIsDirty();
  const duplicate = useDuplicate(story.uuid);
  return (
    <>
      <header className={classes.head}>
        <ActionIcon
          component={Link}
          to={store.list}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('back')}
          title={t('back')}
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <h1 className={`${classes.title} record-title`} dir="auto">
          {titleOf(story, t('catalogue:untitled'))}
        </h1>
        <p className={classes.dirty} role="status">
          {isDirty && t('unsaved')}
        </p>
        {mayEdit && <Travel />}
        <Button
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          data-field="preview"
          onClick={() => {
            if (isDirty) dialog.open('preview');
            else void navigate('preview');
          }}
        >
          {t('preview.open')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconChecklist size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => dialog.open('check')}
        >
          {t('check.open')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-haspopup="dialog"
          disabled={templates.data === undefined}
          onClick={() => dialog.open('story')}
        >
          {t('edit')}
        </Button>
        <ShareButton onClick={() => dialog.open('share')} />
        {story.allowedActions.includes('duplicate') && (
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            {...waitingProps(duplicate.isWorking)}
            onClick={() => void duplicate.perform(isDirty)}
          >
            {t('stories:story.duplicate')}
          </Button>
        )}
        {mayEdit && (
          <Button
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            // A button that is disabled loses the focus.
            {...waitingProps(saving.isSaving)}
            aria-disabled={saving.isSaving || !isDirty}
            data-disabled={!isDirty || undefined}
            onClick={() => void saving.save()}
          >
            {t('save')}
          </Button>
        )}
      </header>
      {duplicate.failure !== undefined && (
        <FailureAlert title={t('stories:story.duplicateFailed')} text={describeProblem(duplicate.failure)} />
      )}
      {dialog.opened === 'story' && templates.data && (
        <StoryDialog
          story={story}
          templates={templates.data}
          onClose={dialog.close}
          onGone={() => {
            // What is not saved stays on the machine: it is offered again where somebody restores the story.
            store.keepNow();
            void navigate(store.list, { replace: true, state: storyIsGone });
          }}
        />
      )}
      {dialog.opened === 'preview' && (
        <PreviewQuestion
          isSaving={saving.isSaving}
          onClose={dialog.close}
          onPreview={() => void navigate('preview')}
          onSave={async () => {
            if (await saving.save()) void navigate('preview');
            // What stands against saving is shown in the editor.
            else dialog.close();
          }}
        />
      )}
      {dialog.opened === 'share' && sharing({ story, isDirty, onClose: dialog.close })}
      {dialog.opened === 'check' && (
        <CheckDialog
          onClose={dialog.close}
          onShow={(id, field) => {
            dialog.close();
            onShow(id, field);
          }}
        />
      )}
    </>
  );
}

/** Undo and redo. They keep the focus where there is nothing more to undo. */
function Travel() {
  const { t } = useTranslation('storyEditor');
  const { dispatch } = useEditorStore();
  const can = { undo: useCanUndo(), redo: useCanRedo() };
  return (
    <>
      {(['undo', 'redo'] as const).map((type) => (
        <ActionIcon
          key={type}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t(type)}
          title={t(type)}
          aria-disabled={!can[type]}
          data-disabled={!can[type] || undefined}
          onClick={() => dispatch({ type })}
        >
          {type === 'undo' ? (
            <IconArrowBackUp size={20} aria-hidden />
          ) : (
            <IconArrowForwardUp size={20} aria-hidden />
          )}
        </ActionIcon>
      ))}
    </>
  );
}

/** Makes another story of this one as it is stored (EDIT-45). */
function useDuplicate(uuid: string) {
  const { t } = useTranslation('stories');
  const { t: words } = useTranslation('storyEditor');
  const { isWorking, failure, work } = useWork();
  return {
    isWorking,
    failure,
    /** @param isDirty whether something is not in it yet */
    perform: (isDirty: boolean) =>
      work(async () => {
        await duplicateStory(uuid);
        notify('success', {
          title: t('storyDuplicatedSuccessfully'),
          ...(isDirty && { message: words('duplicateOfSaved') }),
        });
      }),
  };
}
