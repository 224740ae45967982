import type { Item } from '@armarium/contract/items';
import { Icon3dCubeSphere, IconMovie, IconPhoto, IconVolume } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Picture, PicturePlaceholder } from '../../../records/components/picture.tsx';
import { kindsWithoutImages } from '../kinds-without-images.ts';

const signs = { hasVideo: IconMovie, has3D: Icon3dCubeSphere, hasAudio: IconVolume } as const;

interface ItemPictureProps {
  address: string | null;
  /** What its item has, for where there is no picture. */
  media: Item['mediaTypeInfo'];
  lazy: boolean;
}

/** The picture of an item; without one, what else the item has. */
export function ItemPicture({ address, media, lazy }: ItemPictureProps) {
  const { t } = useTranslation('browse');
  const kinds = kindsWithoutImages(media);
  const Sign = kinds[0] ? signs[kinds[0]] : IconPhoto;
  return (
    <Picture address={address} lazy={lazy}>
      <PicturePlaceholder icon={<Sign size={36} stroke={1.1} aria-hidden />}>
        {kinds.map((kind) => t(`media.${kind}`)).join(' · ') || t('noPicture')}
      </PicturePlaceholder>
    </Picture>
  );
}
