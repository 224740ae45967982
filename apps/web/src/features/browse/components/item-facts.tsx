import type { Item } from '@armarium/contract/items';
import { IconAlertTriangle, IconLink, IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { readyPercentage } from '../../../records/ready-percentage.ts';
import { kindSigns } from '../kind-signs.ts';
import { kindsWithoutImages } from '../kinds-without-images.ts';

/** What goes on in an item, in numbers and in words. */
function useItemFacts(item: Item) {
  const { t } = useTranslation(['catalogue', 'browse']);
  const { imagesCount } = item.mediaTypeInfo;
  return {
    images: imagesCount > 0 ? t('imagesCount', { count: imagesCount, formatted: imagesCount }) : undefined,
    failed: item.failedImagesCount > 0 ? t('failedImages', { count: item.failedImagesCount }) : undefined,
    kinds: kindsWithoutImages(item.mediaTypeInfo).map(({ kind, count }) => ({
      kind,
      count,
      words: `${t(`browse:media.${kind}`)}: ${count}`,
    })),
    isLinked: item.parentCollectionsUuids.length > 1,
  };
}

/** How far the images of an item are prepared; undefined once all are. */
export const percentageOf = (item: Item) =>
  readyPercentage(item.mediaTypeInfo.imagesCount, item.notReadyImagesCount);

interface ItemSignsProps {
  item: Item;
  /** The looks of the signs, where they have some. */
  classes: Readonly<Record<string, string>>;
}

/** The signs of an item for its images, or what it has instead, those that failed, and its place in several collections. `ItemDescription` says them in words. */
export function ItemSigns({ item, classes }: ItemSignsProps) {
  const { t } = useTranslation('browse');
  const { images, kinds, failed, isLinked } = useItemFacts(item);
  return (
    <>
      {images && (
        <span className={`${classes['count'] ?? ''} tabular`} title={images}>
          <IconPhoto size={15} stroke={1.6} /> {item.mediaTypeInfo.imagesCount}
        </span>
      )}
      {kinds.map(({ kind, count, words }) => {
        const Sign = kindSigns[kind];
        return (
          <span key={kind} className={`${classes['count'] ?? ''} tabular`} title={words}>
            <Sign size={15} stroke={1.6} /> {count}
          </span>
        );
      })}
      {failed && (
        <span className={`${classes['failed'] ?? ''} tabular`} title={failed}>
          <IconAlertTriangle size={15} stroke={1.8} /> {item.failedImagesCount}
        </span>
      )}
      {isLinked && (
        <span className={classes['linked']} title={t('linked')}>
          <IconLink size={15} stroke={1.6} />
        </span>
      )}
    </>
  );
}

interface ItemDescriptionProps {
  /** Of the element that describes the link of the item. */
  id: string;
  item: Item;
  stateLabel: string;
}

/** The same in words, for those who do not see the signs. */
export function ItemDescription({ id, item, stateLabel }: ItemDescriptionProps) {
  const { t } = useTranslation(['catalogue', 'browse']);
  const { images, kinds, failed, isLinked } = useItemFacts(item);
  const percentage = percentageOf(item);
  return (
    <p id={id} className="visually-hidden">
      {[
        ...(kinds.length > 0 ? kinds.map(({ words }) => words) : [images]),
        percentage !== undefined && t('processing', { percentage }),
        failed,
        t('state', { state: stateLabel }),
        isLinked && t('browse:linked'),
      ]
        .filter(Boolean)
        .join(', ')}
    </p>
  );
}
