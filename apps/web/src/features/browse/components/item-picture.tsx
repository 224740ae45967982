import type { Item } from '@armarium/contract/items';
import { IconAlertTriangle, IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Picture, PicturePlaceholder } from '../../../records/components/picture.tsx';
import { kindSigns } from '../kind-signs.ts';
import { kindsWithoutImages } from '../kinds-without-images.ts';

interface ItemPictureProps {
  item: Item;
  lazy: boolean;
}

/** The picture of an item; without one, what else the item has, or that none of its images could be prepared. */
export function ItemPicture({ item, lazy }: ItemPictureProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const { thumbnail, mediaTypeInfo, failedImagesCount: failed, notReadyImagesCount: waiting } = item;
  if (thumbnail === null && failed > 0 && waiting === 0) {
    return (
      <PicturePlaceholder broken icon={<IconAlertTriangle size={36} stroke={1.1} aria-hidden />}>
        {t('catalogue:failedImages', { count: failed })}
      </PicturePlaceholder>
    );
  }
  const kinds = kindsWithoutImages(mediaTypeInfo);
  const Sign = kinds[0] ? kindSigns[kinds[0].kind] : IconPhoto;
  return (
    <Picture address={thumbnail} lazy={lazy}>
      <PicturePlaceholder icon={<Sign size={36} stroke={1.1} aria-hidden />}>
        {kinds.map(({ kind }) => t(`media.${kind}`)).join(' · ') || t('noPicture')}
      </PicturePlaceholder>
    </Picture>
  );
}
