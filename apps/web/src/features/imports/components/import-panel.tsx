import { importStages } from '@armarium/contract/import-state';
import type { ImportedImage, ImportWarning } from '@armarium/contract/import-tracking';
import { Alert, Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { IconAlertCircle, IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasMessage, translate } from '../../../lib/i18n.ts';
import { describeCause } from '../../../lib/problem/cause-text.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import type { ImportKind } from '../api/import-calls.ts';
import { fileQuery, fileRetry, filesQuery, type ShownFiles } from '../api/imports.ts';
import { StateMark } from './state-mark.tsx';
import classes from './import-panel.module.css';

interface ImportPanelProps {
  /** The list that it was selected in. */
  shown: ShownFiles;
  uuid: string;
  /** Tells a screen reader. */
  onSay(text: string): void;
}

/** The selected file: its name, author and stages, its warnings, and where it failed the cause, the next step and another try. */
export function ImportPanel({ shown, uuid, onSay }: ImportPanelProps) {
  const { t } = useTranslation('imports');
  const { kind } = shown;
  // What its list knows of it is shown at once.
  const { data: lists } = useInfiniteQuery({ ...filesQuery(shown), enabled: false });
  const known = lists?.pages.flatMap(({ files }) => files).find((file) => file.uuid === uuid);
  const query = useQuery(fileQuery(kind, uuid, known));
  const name = useRef<HTMLHeadingElement>(null);
  const file = query.data;
  const title = file ? displayTitle(file.sgtt) || file.originalFilename : '';
  const retry = useMutation({
    ...fileRetry,
    onSuccess: () => {
      onSay(t('retrying', { count: 1, formatted: '1', title }));
      // The button is gone with the failure.
      name.current?.focus();
    },
  });
  if (file === undefined) return <PendingRows query={query} height_px={44} />;
  return (
    <>
      <h3 ref={name} tabIndex={-1} className={`record-title ${classes.name}`} dir="auto">
        {title}
      </h3>
      <p className={classes.fact} dir="auto">
        {file.autn === '' ? t('noAuthor') : file.autn}
      </p>
      {file.originalFilename !== title && (
        <p className={classes.fact} dir="auto">
          {file.originalFilename}
        </p>
      )}
      <Stages file={file} />
      {file.overall.cause && (
        <Cause
          cause={file.overall.cause}
          retry={
            file._links.retry && {
              label: `${t('retry')}: ${title}`,
              isRunning: retry.isPending,
              run: () => retry.mutate({ kind, uuid }),
            }
          }
        />
      )}
      {retry.error && (
        <FailureAlert title={t('retryFailed', { title })} text={describeProblem(retry.error)} />
      )}
      <Warnings file={file} kind={kind} />
    </>
  );
}

function Stages({ file }: { file: ImportedImage }) {
  const { t } = useTranslation('imports');
  return (
    <ol className={classes.stages} aria-label={t('stages')}>
      {importStages.map((stage) => (
        <li key={stage} className={classes.stage}>
          <span>{t(`stage.${stage}`)}</span>
          <StateMark state={file[stage].importState} word={t(`stageState.${file[stage].importState}`)} />
        </li>
      ))}
    </ol>
  );
}

interface CauseProps {
  cause: NonNullable<ImportedImage['overall']['cause']>;
  /** Absent where the reader may not try it again. */
  retry: { label: string; isRunning: boolean; run(): void } | undefined;
}

function Cause({ cause, retry }: CauseProps) {
  const { t } = useTranslation('imports');
  const { title, next } = describeCause(cause);
  return (
    <Alert color="red" icon={<IconAlertCircle />} title={title} className={classes.cause ?? ''}>
      <p className={classes.next}>{next}</p>
      {retry && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRefresh size={16} aria-hidden />}
          aria-label={retry.label}
          loading={retry.isRunning}
          onClick={retry.run}
        >
          {t('retry')}
        </Button>
      )}
    </Alert>
  );
}

function Warnings({ file, kind }: { file: ImportedImage; kind: ImportKind }) {
  const { t, i18n } = useTranslation('imports');
  const words = ({ code, title, names = [], width_px, height_px }: ImportWarning) => {
    const key = code === 'irregular-file' && kind !== 'images' ? 'irregular-recording' : code;
    // The server writes them in English; a code without words here keeps those.
    if (!hasMessage(`imports:warning.${key}`)) return title;
    const list = new Intl.ListFormat(i18n.language).format(names);
    return translate(`imports:warning.${key}`, { names: list, width_px, height_px });
  };
  const { warnings } = file.overall;
  if (warnings.length === 0) return null;
  return (
    <section className={classes.warnings} aria-label={t('warnings')}>
      <h4>{t('warnings')}</h4>
      <ul>
        {warnings.map((warning) => (
          <li key={warning.code}>
            <IconAlertTriangle size={16} aria-hidden />
            {words(warning)}
          </li>
        ))}
      </ul>
    </section>
  );
}
