import { IconPhotoOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './picture.module.css';

interface PictureProps {
  address: string | null;
  lazy: boolean;
  /** What stands in its place while there is none. */
  children: ReactNode;
}

/**
 * A picture at its own ratio on a neutral mat; a placeholder while there is none, another when it is broken
 * (GRID-02 to GRID-04). Decorative where its title stands beside it.
 */
export function Picture({ address, lazy, children }: PictureProps) {
  const { t } = useTranslation('catalogue');
  const [broken, setBroken] = useState<string>();
  if (address === null) return children;
  if (broken === address) {
    return (
      <PicturePlaceholder broken icon={<IconPhotoOff size={36} stroke={1.1} aria-hidden />}>
        {t('brokenPicture')}
      </PicturePlaceholder>
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

interface PicturePlaceholderProps {
  icon: ReactNode;
  /** The picture could not be loaded. */
  broken?: boolean;
  children: ReactNode;
}

/** A sign and a few words in place of a picture. */
export function PicturePlaceholder({ icon, broken, children }: PicturePlaceholderProps) {
  return (
    <span className={classes.placeholder} data-broken={broken || undefined}>
      {icon}
      <span className={classes.word}>{children}</span>
    </span>
  );
}
