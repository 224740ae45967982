import type { Collection } from '@armarium/contract/collections';
import { Radio, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../ui/display-title.ts';
import { PageTurner } from '../../ui/page-turner.tsx';
import { foundCollectionsQuery } from '../api/search.ts';
import classes from './collection-picker.module.css';
import { CollectionWay } from './collection-way.tsx';
import { useCountWords } from './count-words.ts';
import { Failed } from '../../ui/failed.tsx';

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
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 300);
  // A page belongs to its search: another search starts at its first.
  const [place, setPlace] = useState({ search: '', page: 1 });
  const page = place.search === search ? place.page : 1;
  const found = useQuery(foundCollectionsQuery(search, page));
  const listed = (found.data?._embedded.culturalItemCollections ?? []).filter(
    ({ uuid }) => !except.includes(uuid),
  );

  const title = (collection: Collection) => titleOf(collection, t('untitled'));
  const namesakesOf = (collection: Collection) =>
    listed.filter((one) => one !== collection && title(one) === title(collection)).map(({ uuid }) => uuid);

  return (
    <>
      <TextInput
        type="search"
        aria-label={t('place.search')}
        placeholder={t('place.search')}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
        mb="sm"
      />
      <div className={classes.list} data-old={found.isPlaceholderData || undefined}>
        {found.isPending && [1, 2, 3, 4].map((row) => <Skeleton key={row} height={44} mb={6} />)}
        {found.isError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isSuccess && listed.length === 0 && (
          <Text c="dimmed" role="status">
            {t('place.none')}
          </Text>
        )}
        {listed.length > 0 && (
          <Radio.Group value={chosen ?? null} onChange={onChoose} aria-label={t('place.destination')}>
            {listed.map((collection) => (
              <Radio
                key={collection.uuid}
                value={collection.uuid}
                className={classes.choice ?? ''}
                label={
                  <span className="record-title" dir="auto">
                    {title(collection)}
                  </span>
                }
                description={
                  <>
                    {counts.ofCollection(collection)}
                    {(collection.uuid === chosen || namesakesOf(collection).length > 0) && (
                      <CollectionWay uuid={collection.uuid} namesakes={namesakesOf(collection)} />
                    )}
                  </>
                }
              />
            ))}
          </Radio.Group>
        )}
      </div>
      <PageTurner
        page={page}
        totalPages={found.data?.page.totalPages ?? 0}
        onTurn={(to) => setPlace({ search, page: to })}
        label={t('collectionPages')}
      />
    </>
  );
}
