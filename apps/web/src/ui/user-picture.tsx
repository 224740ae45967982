import { useState } from 'react';
import { IconUser } from '@tabler/icons-react';
import classes from './user-picture.module.css';

interface UserPictureProps {
  address: string | null;
  name: string;
  /** 96 pixels in place of 34. */
  isLarge?: boolean;
}

/**
 * A person's picture; initials where there is none, a default one where it does not load (catalogue §8).
 * Decorative: the name stands beside it.
 */
export function UserPicture({ address, name, isLarge = false }: UserPictureProps) {
  const side_px = isLarge ? 96 : 34;
  const [broken, setBroken] = useState<string>();
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase();
  return (
    <span className={classes.picture} data-large={isLarge || undefined} aria-hidden>
      {address !== null && broken !== address ? (
        <img src={address} alt="" width={side_px} height={side_px} onError={() => setBroken(address)} />
      ) : address === null && initials !== '' ? (
        initials
      ) : (
        <IconUser size={isLarge ? 52 : 20} stroke={1.8} />
      )}
    </span>
  );
}
