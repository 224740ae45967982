import { Icon3dCubeSphere, IconMovie, IconVolume } from '@tabler/icons-react';

/** The signs of the kinds of media beside images. */
export const kindSigns = { hasVideo: IconMovie, has3D: Icon3dCubeSphere, hasAudio: IconVolume } as const;
