import type { Item } from '@armarium/contract/items';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import type { Surroundings } from '../api/item-table.ts';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { valuesOf } from '../../../records/metadata-view.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { readyPercentage } from '../../../records/ready-percentage.ts';
import type { Column } from '../columns.ts';

/** The columns that need the surroundings of the items. */
export const besideColumns: readonly string[] = ['parentCollections', 'createdDate', 'lastModifiedDate'];

/** The texts of a cell, each a value of its own; none where the item has none. */
export function useCellTexts(surroundings: Surroundings | undefined) {
  const { t } = useTranslation(['table', 'catalogue']);
  const stateLabel = useStateLabel();
  const words = { true: t('catalogue:boolean.true'), false: t('catalogue:boolean.false') };
  return (item: Item, { name, template }: Column): string[] => {
    const beside = surroundings?.get(item.uuid);
    const when = (date: string, person: string | null | undefined) => {
      const day = displayTimestamp(date);
      return [person ? t('by', { date: day, name: person }) : day];
    };
    switch (name) {
      case 'parentCollections':
        return (
          beside?.parentCollections.map(({ sgtt }) => displayTitle(sgtt) || t('catalogue:untitled')) ?? []
        );
      case 'state':
        return [stateLabel(item.state)];
      case 'visibility':
        return [t(`visibility.${item.visibility}`)];
      case 'imagesCount': {
        const { imagesCount } = item.mediaTypeInfo;
        const percentage = readyPercentage(imagesCount, item.notReadyImagesCount);
        return [
          String(imagesCount),
          ...(percentage === undefined ? [] : [t('catalogue:processing', { percentage })]),
          ...(item.failedImagesCount > 0
            ? [t('catalogue:failedImages', { count: item.failedImagesCount })]
            : []),
        ];
      }
      case 'createdDate':
        return when(item.createdDate, beside?.createdBy);
      case 'lastModifiedDate':
        return when(item.lastModifiedDate, beside?.lastModifiedBy);
      case 'pressmark':
        return [item.pressmark];
      default:
        return template ? valuesOf(item.customMetadataList, template, words) : [];
    }
  };
}
