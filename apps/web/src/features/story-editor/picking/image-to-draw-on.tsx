import type { ImageAsset } from '@armarium/contract/images';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isMissing } from '../../../records/api/missing.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { imageQuery } from '../api/step-image.ts';
import { ImageNotReady } from './image-not-ready.tsx';
import { beginAreaEditor } from './lazy-viewers.ts';
import { isReady } from './picked-step.ts';
import classes from './picking.module.css';

interface ImageToDrawOnProps {
  assetUuid: string;
  /** Where another image is chosen, if this one is gone. */
  otherImage: string;
  children(image: ImageAsset): ReactNode;
}

/** Fetches an image to draw an area on; in its place what is still to come, what failed, or why there is none. */
export function ImageToDrawOn({ assetUuid, otherImage, children }: ImageToDrawOnProps) {
  const { t } = useTranslation('picking');
  const image = useQuery({ ...imageQuery(assetUuid), enabled: assetUuid !== '' });
  useEffect(beginAreaEditor, []);
  const choose = (
    <Button component={Link} to={otherImage}>
      {t('otherImage')}
    </Button>
  );
  if (image.data)
    return isReady(image.data) ? (
      children(image.data)
    ) : (
      <ImageNotReady image={image.data} headingLevel={1} action={choose} />
    );
  if (assetUuid === '' || isMissing(image.error))
    return (
      <EmptyState
        headingLevel={1}
        icon={<IconPhotoOff size={40} stroke={1.2} />}
        title={t('imageGone')}
        action={choose}
      >
        {t('imageGoneText')}
      </EmptyState>
    );
  if (image.error)
    return <Failed error={image.error} headingLevel={1} onRetry={() => void image.refetch()} />;
  return <div className={classes.page} aria-busy />;
}
