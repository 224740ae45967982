import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './step-picture.module.css';

/** The area of a step, small; a sign in its place where the image is gone. What it shows stands beside it in words. */
export function StepPicture({ address }: { address: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classes.frame}>
      {address === undefined || broken === address ? (
        <IconPhotoOff size={22} stroke={1.3} aria-hidden />
      ) : (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(address)}
        />
      )}
    </span>
  );
}
