import { WORKFLOW_FILE_MAX_BYTES } from '@armarium/contract/workflow-file';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { useWork } from '../../../ui/use-work.ts';
import { readWorkflow } from '../api/workflow-file.ts';
import { FilePlan } from './file-plan.tsx';
import type { UnreadFile, WorkflowFileWork } from './use-workflow-file.ts';

const MAX_MB = WORKFLOW_FILE_MAX_BYTES / 1_000_000;

/** The workflow file: it is downloaded, or taken over after a look at what it changes (decisions §13). */
export function FileTab({ file }: { file: WorkflowFileWork }) {
  const { t } = useTranslation('workflowSettings');
  const download = useWork();
  const choose = useRef<HTMLButtonElement>(null);
  const unreadText = (unread: UnreadFile) =>
    unread.why === 'failed'
      ? describeProblem(unread.failure)
      : {
          title: t(`file.unread.${unread.why}`, { line: 'line' in unread ? unread.line : '', size: MAX_MB }),
          next: t(unread.why === 'fault' ? 'file.unreadableNext' : 'file.chooseAnother'),
        };
  const failure = download.failure === undefined ? undefined : describeProblem(download.failure);
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
          {...waitingProps(download.isWorking)}
          onClick={() =>
            void download.work(async () => {
              const [content, { asYaml }] = await Promise.all([
                readWorkflow(),
                import('../workflow-text.ts'),
              ]);
              saveFile('workflow.yaml', asYaml(content), 'application/yaml');
            })
          }
        >
          {t('file.download')}
        </Button>
        <ChooseFileButton
          ref={choose}
          variant="default"
          accept=".yaml,.yml,.json"
          leftSection={<IconUpload size={18} stroke={1.7} aria-hidden />}
          {...waitingProps(file.isWorking)}
          onChoose={(chosen) => void file.choose(chosen)}
        >
          {t('file.choose')}
        </ChooseFileButton>
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {t('file.chooseText')}
      </Text>
      {failure && <FailureAlert title={t('file.downloadFailed')} text={failure} />}
      {file.unread && (
        <FailureAlert title={t('file.notTaken', { file: file.unread.name })} text={unreadText(file.unread)} />
      )}
      {file.chosen && (
        <FilePlan
          work={file}
          chosen={file.chosen}
          onClose={() => {
            file.forget();
            choose.current?.focus();
          }}
        />
      )}
    </>
  );
}
