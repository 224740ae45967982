import { JSON_BODY_MAX_BYTES } from '@armarium/contract/json-body';
import type { Series } from '@armarium/contract/stories';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../lib/file-size.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { ImportFailure } from './import-failure.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { OpenImported } from './open-imported.tsx';
import { useStoryImport } from './use-story-import.ts';
import classes from './import-story.module.css';

const ACCEPTED = '.json,.jsonld,application/json,application/ld+json';

interface ImportStoryDialogProps {
  /** The series to which the story is added. */
  series: Series | undefined;
  onClose(): void;
}

/** Makes a story of a IIIF manifest in a file (back office §7), and then tells what should be checked. */
export function ImportStoryDialog({ series, onClose }: ImportStoryDialogProps) {
  const { t, i18n } = useTranslation(['stories', 'ui']);
  const { chosen, take } = useStoryImport(series?.uuid);
  const isWorking = chosen?.is === 'under-way';
  const isDone = chosen?.is === 'done';
  // The dialog stays open while it works, so that the outcome can be told.
  const leave = () => {
    if (!isWorking) onClose();
  };
  return (
    <Dialog opened onClose={leave} title={t('import.title')} size="lg">
      {!isDone && (
        <>
          <p className={classes.text}>{t('import.what')}</p>
          <p className={classes.text}>{t('import.images')}</p>
          <FileDrop
            className={classes.zone ?? ''}
            label={t('import.title')}
            accept={ACCEPTED}
            button={{
              text: t('import.choose'),
              icon: <IconFileImport size={18} stroke={1.6} aria-hidden />,
            }}
            isWorking={isWorking}
            onFiles={(files) => void take(files)}
          >
            <span className={classes.drop}>{t('import.drop')}</span>
            <span className={classes.kind}>
              {t('import.kind', { size: formatSize(JSON_BODY_MAX_BYTES, i18n.language) })}
            </span>
          </FileDrop>
        </>
      )}
      <div role="status">
        {isWorking && <p className={classes.text}>{t('import.working', { file: chosen.name })}</p>}
        {isDone && <ImportOutcome story={chosen.story} />}
      </div>
      {/* The same failure is told again at the next attempt. */}
      {chosen && <ImportFailure key={chosen.attempt} chosen={chosen} series={series} />}
      <DialogActions>
        <Button variant="default" {...waitingProps(isWorking)} onClick={leave}>
          {t(isDone ? 'ui:close' : 'ui:cancel')}
        </Button>
        {isDone && <OpenImported uuid={chosen.story.uuid} />}
      </DialogActions>
    </Dialog>
  );
}
