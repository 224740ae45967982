import type { Collection } from '@armarium/contract/collections';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../ui/display-title.ts';
import { foundCollectionsQuery } from '../api/search.ts';
import { CollectionWay } from './collection-way.tsx';
import { useCountWords } from './count-words.ts';
import { DestinationPicker } from './destination-picker.tsx';
import { usePagedSearch } from './use-paged-search.ts';

interface CollectionPickerProps {
  /** Uuids of the collections that are no destination. */
  except: readonly string[];
  chosen: string | undefined;
  onChoose(uuid: string): void;
}

/** A search through the collections, fifteen a page, and a choice of one (COLL-14 to COLL-17). */
export function CollectionPicker({ except, chosen, onChoose }: CollectionPickerProps) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  const paged = usePagedSearch();
  const found = useQuery(foundCollectionsQuery({ text: paged.search }, paged.page));
  const listed = (found.data?._embedded.culturalItemCollections ?? []).filter(
    ({ uuid }) => !except.includes(uuid),
  );

  const title = (collection: Collection) => titleOf(collection, t('untitled'));
  const namesakesOf = (collection: Collection) =>
    listed.filter((one) => one !== collection && title(one) === title(collection)).map(({ uuid }) => uuid);

  return (
    <DestinationPicker
      paged={paged}
      found={found}
      destinations={listed.map((collection) => ({
        uuid: collection.uuid,
        title: title(collection),
        description: (
          <>
            {counts.ofCollection(collection)}
            {(collection.uuid === chosen || namesakesOf(collection).length > 0) && (
              <CollectionWay uuid={collection.uuid} namesakes={namesakesOf(collection)} />
            )}
          </>
        ),
      }))}
      chosen={chosen}
      onChoose={onChoose}
      words={{
        search: t('place.search'),
        none: t('place.none'),
        destination: t('place.destination'),
        pages: t('collectionPages'),
      }}
    />
  );
}
