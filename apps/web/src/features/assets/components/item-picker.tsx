import type { Item } from '@armarium/contract/items';
import { Radio, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePagedSearch } from '../../../records/components/use-paged-search.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { destinationItemsQuery } from '../api/destination-items.ts';
import dialogClasses from './asset-dialogs.module.css';
import classes from './item-picker.module.css';

interface ItemPickerProps {
  /** The uuid of an item that is left out. */
  except: string;
  chosen: Item | undefined;
  onChoose(item: Item): void;
}

/** A search for items, page by page, and a choice of one into which assets may be moved. */
export function ItemPicker({ except, chosen, onChoose }: ItemPickerProps) {
  const { t } = useTranslation('assetDialogs');
  const paged = usePagedSearch();
  const found = useQuery(destinationItemsQuery(paged.search, paged.page));
  const listed = (found.data?._embedded.culturalItems ?? []).filter(({ uuid }) => uuid !== except);
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('into.search')}
        placeholder={t('into.search')}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
        value={paged.text}
        onChange={(event) => paged.setText(event.currentTarget.value)}
        data-autofocus
        mb="sm"
      />
      <p role="status" className={dialogClasses.dim} dir="auto">
        {chosen && t('into.chosen', { title: titleOf(chosen, t('untitled')) })}
      </p>
      <div className={classes.list} data-old={found.isPlaceholderData || undefined}>
        {found.isPending && [1, 2, 3, 4].map((row) => <Skeleton key={row} height={44} mb={6} />)}
        {found.isError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isSuccess && listed.length === 0 && (
          <Text c="dimmed" role="status">
            {t('into.none')}
          </Text>
        )}
        {listed.length > 0 && (
          <Radio.Group
            value={chosen?.uuid ?? null}
            onChange={(uuid) => {
              const item = listed.find((one) => one.uuid === uuid);
              if (item) onChoose(item);
            }}
            aria-label={t('into.destination')}
          >
            {listed.map((item) => (
              <Radio
                key={item.uuid}
                value={item.uuid}
                className={classes.choice ?? ''}
                disabled={!item.allowedActions.includes('move')}
                label={
                  <span className="record-title" dir="auto">
                    {titleOf(item, t('untitled'))}
                  </span>
                }
                description={item.pressmark}
              />
            ))}
          </Radio.Group>
        )}
      </div>
      <PageTurner
        page={paged.page}
        totalPages={found.data?.page.totalPages ?? 0}
        onTurn={paged.turnTo}
        label={t('into.pages')}
      />
    </>
  );
}
