import type { Item } from '@armarium/contract/items';
import { useTranslation } from 'react-i18next';
import { displayTimestamp } from '../../../ui/display-date.ts';

/** When an item was made and last changed, within a list of its metadata. */
export function RecordDates({ item, className }: { item: Item; className: string }) {
  const { t } = useTranslation('item');
  return (['created', 'modified'] as const).map((word) => (
    <div key={word} className={className}>
      <dt>{t(word)}</dt>
      <dd className="tabular">
        {displayTimestamp(word === 'created' ? item.createdDate : item.lastModifiedDate)}
      </dd>
    </div>
  ));
}
