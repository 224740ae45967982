import type { PublicView as View } from '@armarium/contract/sharing';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { publicViewQuery } from '../api/public-view.ts';
import classes from './share-dialog.module.css';

/** What the public sees of an item, or would see, before anything is shown to anybody. */
export function PublicView({ itemUuid }: { itemUuid: string }) {
  const { t } = useTranslation('sharing');
  const { data, error, refetch } = useQuery(publicViewQuery(itemUuid));
  return (
    <section
      className={classes.view}
      aria-label={t(data?.visibility === 'public' ? 'view.title' : 'view.would')}
    >
      <h3 className={classes.heading}>{t(data?.visibility === 'public' ? 'view.title' : 'view.would')}</h3>
      {data === undefined && error === null && <Skeleton height={110} />}
      {data === undefined && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <ViewLines view={data} />}
    </section>
  );
}

function ViewLines({ view }: { view: View }) {
  const { t } = useTranslation('sharing');
  const { images, parents } = view;
  const open = parents.filter(({ visibility }) => visibility === 'public');
  const hidden = parents.length - open.length;
  const left = images.total - images.ready;
  const size = view.publicMaxPx === null ? t('view.whole') : t('view.smaller', { px: view.publicMaxPx });
  const media = [
    images.total > 0 && `${t('view.images', { count: images.total })}, ${size}`,
    left > 0 && t('view.notReady', { count: left }),
    images.total > 0 && t(view.hasWatermark ? 'view.watermark' : 'view.noWatermark'),
    view.videosCount > 0 && t('view.videos', { count: view.videosCount }),
    view.audiosCount > 0 && t('view.audios', { count: view.audiosCount }),
    view.model3DsCount > 0 && t('view.models', { count: view.model3DsCount }),
    view.documentsCount > 0 && t('view.documents', { count: view.documentsCount }),
  ].filter((line) => line !== false);
  const lines = [
    ...(media.length > 0 ? [...media, t('view.metadata')] : [t('view.nothing')]),
    ...(open.length > 0
      ? [t('view.parents', { names: open.map(({ sgtt }) => displayTitle(sgtt) || t('untitled')).join(', ') })]
      : []),
    ...(hidden > 0 ? [t('view.hiddenParents', { count: hidden })] : []),
  ];
  const more = images.ready - images.first.length;
  return (
    <>
      {images.first.length > 0 && (
        <ul className={classes.pictures}>
          {images.first.map(({ uuid, label, thumb, given }) => (
            <li key={uuid}>
              <img
                src={thumb}
                alt={t('view.image', { label, width: given.width_px, height: given.height_px })}
                loading="lazy"
              />
              <span className="tabular">
                {given.width_px} × {given.height_px}
              </span>
            </li>
          ))}
          {more > 0 && <li className={classes.more}>{t('view.more', { count: more })}</li>}
        </ul>
      )}
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}
