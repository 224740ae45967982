import type { Series } from '@armarium/contract/stories';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { changeSeriesVisibility } from '../api/change-visibility.ts';
import { CopiedWord } from './copy-field.tsx';
import { EmbedField, LinkField } from './share-fields.tsx';
import { ViewSection } from './view-parts.tsx';
import { VisibilityField } from './visibility-field.tsx';
import classes from './share-dialog.module.css';

/** Giving a series to others: who sees it, its page for readers, and what embeds that. It has no links for others. */
export function ShareSeriesDialog({ series, onClose }: { series: Series; onClose(): void }) {
  const { t } = useTranslation('sharing');
  const { uuid, visibility } = series;
  const mayPublish = series.allowedActions.includes('publish');
  const address = series._links.viewer.href;
  const [isAsking, setAsking] = useState(false);
  const view = (
    <ViewSection isPublic={visibility === 'public'}>
      <p>{t('series.would')}</p>
    </ViewSection>
  );
  return (
    // While a question is open over the dialog, Escape must not close the dialog below it.
    <Dialog opened onClose={onClose} title={t('series.title')} size="xl" closeOnEscape={!isAsking}>
      <CopiedWord value={t('story.copied')}>
        <div className={classes.story}>
          <VisibilityField
            {...{ visibility, view }}
            mayChange={mayPublish}
            change={async (wanted) => {
              await changeSeriesVisibility(uuid, wanted);
              await recordsChanged();
            }}
            onAsking={setAsking}
          />
          <LinkField label={t('series.link')} href={address} visibility={visibility} />
          <EmbedField
            href={address}
            title={titleOf(series, t('untitled'))}
            isByLink={false}
            kind="series"
            {...{ visibility, mayPublish }}
          />
          {view}
        </div>
      </CopiedWord>
    </Dialog>
  );
}
