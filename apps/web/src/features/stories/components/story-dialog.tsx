import type { Story } from '@armarium/contract/stories';
import type { Template } from '@armarium/contract/templates';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { RecordDialogFrame } from '../../record-entry/components/record-dialog-frame.tsx';
import { WorkflowDialog } from '../../workflow/components/workflow-dialog.tsx';
import { duplicateStory, readStory, saveStory } from '../api/stories.ts';
import { DeleteStories } from './delete-stories.tsx';
import classes from './stories.module.css';

interface StoryDialogProps {
  story: Story;
  templates: readonly Template[];
  onClose(): void;
}

/** A story: read first, then edited, duplicated, deleted, or taken through a workflow action. */
export function StoryDialog({ story, templates, onClose }: StoryDialogProps) {
  const { t } = useTranslation(['stories', 'editing', 'catalogue']);
  const [step, setStep] = useState<'delete' | 'workflow'>();
  if (step === 'delete')
    return (
      <DeleteStories
        stories={[story]}
        onGone={() => undefined}
        onCancel={() => setStep(undefined)}
        onClose={onClose}
      />
    );
  if (step === 'workflow')
    return (
      <WorkflowDialog
        records={[{ ...story, title: titleOf(story, t('catalogue:untitled')) }]}
        onClose={onClose}
      />
    );
  return (
    <RecordDialogFrame
      opened
      onClose={onClose}
      title={t('story.one')}
      record={story}
      templates={templates}
      mayEdit={story.allowedActions.includes('edit')}
      saveWord={t('editing:form.confirm')}
      read={() => readStory(story.uuid)}
      save={async (list, tag) => {
        await saveStory(story.uuid, list, tag);
        notify('success', { title: t('changeSavedSuccessfully') });
      }}
      lead={<StoryLead story={story} />}
      actions={<StoryActions story={story} onStep={setStep} onClose={onClose} />}
    />
  );
}

/** The picture of a story, its state, and how much there is of it. */
function StoryLead({ story }: { story: Story }) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const { thumbnail, imagesCount } = story;
  return (
    <div className={classes.lead}>
      {thumbnail !== null && <img src={thumbnail} alt="" />}
      <StateBadge state={story.state} />
      <span className="tabular">
        {t('catalogue:imagesCount', { count: imagesCount, formatted: grouped(imagesCount) })}
      </span>
    </div>
  );
}

interface StoryActionsProps {
  story: Story;
  onStep(step: 'delete' | 'workflow'): void;
  onClose(): void;
}

function StoryActions({ story, onStep, onClose }: StoryActionsProps) {
  const { t } = useTranslation('stories');
  const { isWorking, failure, work } = useWork();
  // Whoever closes the dialog meanwhile is not taken back a second time.
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const duplicate = async () => {
    const isDone = await work(() => duplicateStory(story.uuid));
    if (!isDone) return;
    notify('success', { title: t('storyDuplicatedSuccessfully') });
    if (!isClosed.current) onClose();
  };
  return (
    <>
      {failure !== undefined && (
        <FailureAlert title={t('story.duplicateFailed')} text={describeProblem(failure)} />
      )}
      {story.availableTransitions.length > 0 && (
        <Button variant="default" onClick={() => onStep('workflow')}>
          {t('workflow')}
        </Button>
      )}
      {story.allowedActions.includes('duplicate') && (
        <Button variant="default" aria-disabled={isWorking} onClick={() => void duplicate()}>
          {t('story.duplicate')}
        </Button>
      )}
      {story.allowedActions.includes('delete') && (
        <Button variant="default" className="danger" onClick={() => onStep('delete')}>
          {t('story.delete')}
        </Button>
      )}
    </>
  );
}
