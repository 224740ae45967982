import { IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../messages.ts';
import classes from './picture.module.css';

/**
 * A picture at its own ratio on a neutral mat; a placeholder while there is none, another when it is broken
 * (GRID-02 to GRID-04). Decorative where its title stands beside it.
 */
export function Picture({ address, lazy = true }: { address: string | null | undefined; lazy?: boolean }) {
  const { t } = useTranslation('catalogue');
  const [broken, setBroken] = useState<string>();
  if (!address) {
    return (
      <span className={classes.placeholder}>
        <IconPhoto size={36} stroke={1.1} aria-hidden />
        <span className={classes.word}>{t('noPicture')}</span>
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
