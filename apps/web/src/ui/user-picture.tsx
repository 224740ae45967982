import { useState } from 'react';
import { IconUser } from '@tabler/icons-react';
import classes from './user-picture.module.css';

/**
 * A person's picture; initials where there is none, a default one where it does not load (catalogue §8).
 * Decorative: the name stands beside it.
 */
export function UserPicture({ address, name }: { address: string | null; name: string }) {
  const [broken, setBroken] = useState<string>();
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase();
  return (
    <span className={classes.picture} aria-hidden>
      {address !== null && broken !== address ? (
        <img src={address} alt="" width={34} height={34} onError={() => setBroken(address)} />
      ) : address === null && initials !== '' ? (
        initials
      ) : (
        <IconUser size={20} stroke={1.8} />
      )}
    </span>
  );
}
