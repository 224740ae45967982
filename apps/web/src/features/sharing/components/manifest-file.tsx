import type { Story } from '@armarium/contract/stories';
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { useWork } from '../../../ui/use-work.ts';
import { storyFile } from '../api/story-file.ts';
import { fileNameOf } from '../file-name.ts';
import classes from './share-dialog.module.css';

interface ManifestFileProps {
  story: Pick<Story, 'uuid' | '_links'>;
  /** The title of the story, which names the file. */
  title: string;
  /** Whether there are changes that are not saved, which the file lacks. */
  isDirty: boolean;
}

/** Saves the manifest of a story as a file, which another installation can import (back office §7). */
export function ManifestFile({ story, title, isDirty }: ManifestFileProps) {
  const { t } = useTranslation('sharing');
  const { isWorking, failure, work } = useWork();
  const save = async () => saveFile(`${fileNameOf(title)}.json`, await storyFile(story), 'application/json');
  return (
    <div className={classes.file}>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} stroke={1.7} aria-hidden />}
        {...waitingProps(isWorking)}
        onClick={() => void work(save)}
      >
        {t('story.saveManifest')}
      </Button>
      <p className={classes.hint}>
        {t('story.saveManifestHint')} {isDirty && t('story.fileUnsaved')}
      </p>
      {failure !== undefined && (
        <FailureAlert title={t('story.fileFailed')} text={describeProblem(failure)} />
      )}
    </div>
  );
}
