import type { PublicView as View } from '@armarium/contract/sharing';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { publicViewQuery } from '../api/public-view.ts';
import { ViewPictures, ViewSection } from './view-parts.tsx';
import classes from './share-dialog.module.css';

/** What the public sees of an item, or would see, before anything is shown to anybody. */
export function PublicView({ itemUuid }: { itemUuid: string }) {
  const { data, error, refetch } = useQuery(publicViewQuery(itemUuid));
  return (
    <ViewSection isPublic={data?.visibility === 'public'}>
      {data === undefined && error === null && <Skeleton height={110} />}
      {data === undefined && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <ViewLines view={data} />}
    </ViewSection>
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
  return (
    <>
      <ViewPictures images={images.first} total={images.ready} />
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
