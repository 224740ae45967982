import type { Series } from '@armarium/contract/stories';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import layout from '../../../records/components/page-layout.module.css';
import { titleOf } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { useOpened } from '../../../ui/opener.ts';
import type { LabRights } from '../rights.ts';
import { LabHead } from './lab-head.tsx';
import { NewSeriesDialog, NewStoryDialog } from './new-record-dialogs.tsx';
import { SeriesDialog } from './series-dialog.tsx';
import { SeriesRow } from './series-row.tsx';
import { StoriesList } from './stories-list.tsx';
import { UndoNotice } from './undo-notice.tsx';

const ImportStoryDialog = lazy(() =>
  import('./import-story-dialog.tsx').then((module) => ({ default: module.ImportStoryDialog })),
);

/** Draws the dialog that shares a series. Its feature is none that this one may know. */
export type RenderSharing = (props: { series: Series; onClose(): void }) => ReactNode;

interface LabProps {
  /** The series that the lab is scoped to. */
  series: Series | undefined;
  rights: LabRights;
  sharing: RenderSharing;
}

/** A page of the lab: the way to it, the series, the stories, and the dialogs of all of them. */
export function Lab({ series, rights, sharing }: LabProps) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const navigate = useNavigate();
  // In a series a new story is put at its end, which not everybody may change.
  const mayCreate = rights.edit && (!series || (series.allowedActions as string[]).includes('edit'));
  const dialog = useOpened<'new-story' | 'import' | 'new-series' | 'series' | 'share'>();
  useDocumentTitle(series ? titleOf(series, t('catalogue:untitled')) : t('lab'));
  return (
    <div className={layout.page}>
      <LabHead series={series} onShow={() => dialog.open('series')} onShare={() => dialog.open('share')} />
      <UndoNotice mayRestore={rights.restore} />
      <SeriesRow
        shownUuid={series?.uuid}
        onCreate={rights.edit ? () => dialog.open('new-series') : undefined}
      />
      <StoriesList
        series={series}
        rights={rights}
        making={
          mayCreate
            ? { onCreate: () => dialog.open('new-story'), onImport: () => dialog.open('import') }
            : undefined
        }
      />
      {dialog.opened === 'new-story' && <NewStoryDialog series={series} onClose={dialog.close} />}
      {dialog.opened === 'import' && (
        <Suspense fallback={null}>
          <ImportStoryDialog series={series} onClose={dialog.close} />
        </Suspense>
      )}
      {dialog.opened === 'new-series' && <NewSeriesDialog onClose={dialog.close} />}
      {dialog.opened === 'share' && series && sharing({ series, onClose: dialog.close })}
      {dialog.opened === 'series' && series && (
        <SeriesDialog
          series={series}
          onClose={dialog.close}
          onGone={() => void navigate('/story', { replace: true })}
        />
      )}
    </div>
  );
}
