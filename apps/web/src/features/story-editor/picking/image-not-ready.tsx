import type { ImageAsset } from '@armarium/contract/images';
import { IconHourglass, IconPhotoOff } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';

type ImageNotReadyProps = Pick<ComponentProps<typeof EmptyState>, 'headingLevel' | 'action'> & {
  image: ImageAsset;
};

/** Stands in place of an image that is still being prepared, or that could not be. */
export function ImageNotReady({ image, ...shown }: ImageNotReadyProps) {
  const { t } = useTranslation('picking');
  const hasFailed = image.importState === 'ERROR';
  const Icon = hasFailed ? IconPhotoOff : IconHourglass;
  return (
    <EmptyState
      icon={<Icon size={40} stroke={1.2} />}
      title={t(hasFailed ? 'failedTitle' : 'notReadyTitle')}
      {...shown}
    >
      {t(hasFailed ? 'failedText' : 'notReadyText')}
    </EmptyState>
  );
}
