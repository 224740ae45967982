import type { StoryPublicView } from '@armarium/contract/sharing';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { storyPublicViewQuery } from '../../../records/api/story-public-view.ts';
import { Failed } from '../../../ui/failed.tsx';
import { ViewPictures, ViewSection } from './view-parts.tsx';
import classes from './share-dialog.module.css';

/** What the public sees of a story, or would see. */
export function StoryView({ storyUuid }: { storyUuid: string }) {
  const { data, error, refetch } = useQuery(storyPublicViewQuery(storyUuid));
  return (
    <ViewSection isPublic={data?.visibility === 'public'}>
      {data === undefined && error === null && <Skeleton height={110} />}
      {data === undefined && error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <StoryLines view={data} />}
    </ViewSection>
  );
}

function StoryLines({ view }: { view: StoryPublicView }) {
  const { t } = useTranslation('sharing');
  const { stepsCount, stepsWithoutImageCount, images, publicMaxPx } = view;
  if (stepsCount === 0) return <p className={classes.hint}>{t('story.noSteps')}</p>;
  const open = images.filter(({ isOpen }) => isOpen);
  const closedCount = images.length - open.length;
  const agreedCount = open.filter((image) => image.visibility !== 'public').length;
  const ready = open.flatMap(({ uuid, title, thumb, given }) =>
    thumb === null || given === null ? [] : [{ uuid, label: title, thumb, given }],
  );
  const size = publicMaxPx === null ? t('view.whole') : t('view.smaller', { px: publicMaxPx });
  const lines = [
    t('story.steps', { count: stepsCount }),
    ...(images.length === 0
      ? []
      : [
          `${t('view.images', { count: images.length })}, ${size}`,
          t(view.hasWatermark ? 'view.watermark' : 'view.noWatermark'),
          t('story.credits'),
        ]),
    ...(closedCount > 0 ? [t('story.closed', { count: closedCount })] : []),
    ...(agreedCount > 0 ? [t('story.agreed', { count: agreedCount })] : []),
    ...(ready.length < open.length ? [t('story.notReady', { count: open.length - ready.length })] : []),
    ...(stepsWithoutImageCount > 0 ? [t('story.withoutImage', { count: stepsWithoutImageCount })] : []),
  ];
  return (
    <>
      <ViewPictures images={ready} />
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
