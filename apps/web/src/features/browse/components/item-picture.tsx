import type { Item } from '@armarium/contract/items';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Picture, PicturePlaceholder } from '../../../records/components/picture.tsx';
import { kindSigns } from '../kind-signs.ts';
import { kindsWithoutImages } from '../kinds-without-images.ts';

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
  const Sign = kinds[0] ? kindSigns[kinds[0].kind] : IconPhoto;
  return (
    <Picture address={address} lazy={lazy}>
      <PicturePlaceholder icon={<Sign size={36} stroke={1.1} aria-hidden />}>
        {kinds.map(({ kind }) => t(`media.${kind}`)).join(' · ') || t('noPicture')}
      </PicturePlaceholder>
    </Picture>
  );
}
