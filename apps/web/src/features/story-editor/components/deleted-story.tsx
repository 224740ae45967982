import type { Story } from '@armarium/contract/stories';
import { Alert, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { fieldLabel } from '../../../records/label.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { storyAddress } from '../../../records/story-address.ts';
import { saveAsNewStory, stepFaults } from '../api/story-steps.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { WhereKept } from './kept-on-machine.tsx';

/** Saves the steps of a story that is gone as a new one. */
export function useSavingAsNew(story: Story | undefined) {
  const { t } = useTranslation('storyEditor');
  const store = useEditorStore();
  const navigate = useNavigate();
  const { data: templates = [] } = useQuery(templatesQuery('STORY'));
  const { isWorking, failure, work } = useWork();
  const save = () =>
    work(async () => {
      const { steps } = store.state();
      try {
        const { uuid, leftOut } = await saveAsNewStory(story?.customMetadataList ?? [], steps);
        // The new story contains all unsaved changes.
        store.discard();
        const fields = leftOut.map((name) => fieldLabel(templates, name));
        notify('success', {
          title: t('gone.saved'),
          message: leftOut.length > 0 ? t('gone.leftOut', { fields: fields.join(', ') }) : '',
        });
        void navigate(storyAddress(uuid), { replace: true });
      } catch (error) {
        const faults = stepFaults(error, steps);
        if (faults.length === 0) throw error;
        store.dispatch({ type: 'refused', faults });
      }
    });
  return { isWorking, failure, save };
}

/**
 * Says that the story was deleted while it is edited. What is here can be kept as a new story; where somebody restores the
 * old one from the trash, that can be saved again.
 */
export function DeletedStory({ saving }: { saving: ReturnType<typeof useSavingAsNew> }) {
  const { t } = useTranslation('storyEditor');
  const { isWorking, failure, save } = saving;
  return (
    <>
      <Alert
        color="red"
        role="alert"
        mt="md"
        mb="md"
        icon={<IconTrash aria-hidden />}
        title={t('gone.title')}
      >
        <p>{t('gone.text')}</p>
        <Button {...waitingProps(isWorking)} onClick={() => void save()}>
          {t('gone.save')}
        </Button>
      </Alert>
      {failure !== undefined && (
        <FailureAlert title={t('gone.failed')} text={describeProblem(failure)}>
          <WhereKept />
        </FailureAlert>
      )}
    </>
  );
}
