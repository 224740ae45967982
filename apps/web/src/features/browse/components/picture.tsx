import type { Item } from '@armarium/contract/items';
import { Icon3dCubeSphere, IconMovie, IconPhoto, IconPhotoOff, IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindsWithoutImages } from '../kinds-without-images.ts';
import classes from './picture.module.css';

const signs = { hasVideo: IconMovie, has3D: Icon3dCubeSphere, hasAudio: IconVolume } as const;

interface PictureProps {
  address: string | null;
  /** What its item has, for where there is no picture. */
  media: Item['mediaTypeInfo'];
  lazy: boolean;
}

/**
 * A picture at its own ratio on a neutral mat; a placeholder while there is none, another when it is broken
 * (GRID-02 to GRID-04). Decorative where its title stands beside it.
 */
export function Picture({ address, media, lazy }: PictureProps) {
  const { t } = useTranslation('browse');
  const [broken, setBroken] = useState<string>();
  if (address === null) {
    const kinds = kindsWithoutImages(media);
    const Sign = kinds[0] ? signs[kinds[0]] : IconPhoto;
    return (
      <span className={classes.placeholder}>
        <Sign size={36} stroke={1.1} aria-hidden />
        <span className={classes.word}>
          {kinds.map((kind) => t(`media.${kind}`)).join(' · ') || t('noPicture')}
        </span>
      </span>
    );
  }
  if (broken === address) {
    return (
      <span className={classes.placeholder} data-broken>
        <IconPhotoOff size={36} stroke={1.1} aria-hidden />
        <span className={classes.word}>{t('brokenPicture')}</span>
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      src={address}
      alt=""
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(address)}
    />
  );
}
