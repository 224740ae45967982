import type { Story } from '@armarium/contract/stories';
import type { Template } from '@armarium/contract/templates';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { RecordDialogFrame } from '../../record-entry/components/record-dialog-frame.tsx';
import { WorkflowDialog } from '../../workflow/components/workflow-dialog.tsx';
import { readStory, saveStory } from '../api/stories.ts';
import { DeleteStories } from './delete-stories.tsx';
import { MoveToSeries } from './move-to-series.tsx';
import classes from './stories.module.css';

/** What is done with a story in place of reading it. */
type StoryStep = 'delete' | 'workflow' | 'series';

interface StoryDialogProps {
  story: Story;
  templates: readonly Template[];
  onClose(): void;
  /** The story was deleted. */
  onGone(): void;
}

/** A story: read first, then edited, moved to a series, deleted, or taken through a workflow action (EDIT-14 to EDIT-17). */
export function StoryDialog({ story, templates, onClose, onGone }: StoryDialogProps) {
  const { t } = useTranslation(['stories', 'editing', 'catalogue']);
  const [step, setStep] = useState<StoryStep>();
  if (step === 'delete')
    return (
      <DeleteStories
        stories={[story]}
        onGone={(uuids) => {
          if (uuids.length > 0) onGone();
        }}
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
  if (step === 'series')
    return <MoveToSeries story={story} onBack={() => setStep(undefined)} onClose={onClose} />;
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
      actions={<StoryActions story={story} onStep={setStep} />}
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
  onStep(step: StoryStep): void;
}

function StoryActions({ story, onStep }: StoryActionsProps) {
  const { t } = useTranslation('stories');
  return (
    <>
      {story.availableTransitions.length > 0 && (
        <Button variant="default" onClick={() => onStep('workflow')}>
          {t('workflow')}
        </Button>
      )}
      {story.allowedActions.includes('edit') && (
        <Button variant="default" onClick={() => onStep('series')}>
          {t('story.toSeries')}
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
