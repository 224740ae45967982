import type { Item } from '@armarium/contract/items';
import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core';
import { IconPhoto, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { usePagedSearch } from '../../../records/components/use-paged-search.ts';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { itemsToChoose } from '../api/items-to-choose.ts';
import classes from './existing-items.module.css';

export interface ChosenItem {
  uuid: string;
  sgtt: string;
  autn: string;
  pressmark: string;
  /** The collection through which the item is opened afterwards. */
  way: string;
}

interface ExistingItemsProps {
  chosen: ChosenItem | undefined;
  onChoose(item: ChosenItem): void;
  collectionUuid: string;
}

/** The latest modified items, or those that a search finds, as a choice of one. */
export function ExistingItems({ chosen, onChoose, collectionUuid }: ExistingItemsProps) {
  const { t } = useTranslation('upload');
  const name = useId();
  const { text, setText, search, page, turnTo } = usePagedSearch();
  const list = useRef<HTMLDivElement>(null);
  const items = useQuery(itemsToChoose(search, page));
  const found = items.data?._embedded.culturalItems ?? [];
  const total = items.data?.page.totalElements ?? 0;

  useEffect(() => {
    list.current?.scrollTo({ top: 0 });
  }, [items.data]);

  const choose = (item: Item) => {
    const { uuid, sgtt, label, autn, pressmark, parentCollectionsUuids: parents } = item;
    const way = parents.includes(collectionUuid) ? collectionUuid : (parents[0] ?? collectionUuid);
    onChoose({ uuid, sgtt: displayTitle(sgtt || label), autn, pressmark, way });
  };

  return (
    <div className={classes.existing}>
      <SearchField text={text} onChange={setText} />
      <p className={classes.caption} role="status">
        {items.data && (search === '' ? t('existing.latest') : t('existing.found', { count: total }))}
        {!items.data && !items.isError && <span className="visually-hidden">{t('existing.loading')}</span>}
      </p>
      <div className={classes.list} ref={list} data-old={items.isPlaceholderData || undefined}>
        {items.isPending && <Placeholders />}
        {items.isError && (
          <Message
            title={t('existing.failed')}
            text={describeProblem(items.error).next}
            action={
              <Button variant="default" onClick={() => void items.refetch()}>
                {t('existing.retry')}
              </Button>
            }
          />
        )}
        {items.isSuccess && found.length === 0 && (
          <Message
            title={search === '' ? t('existing.none') : t('existing.noMatch', { text: search })}
            text={search === '' ? t('existing.noneNext') : t('existing.noMatchNext')}
          />
        )}
        {found.length > 0 && (
          <fieldset className={classes.cards}>
            <legend className="visually-hidden">{t('existing.choose')}</legend>
            {found.map((item) => (
              <ItemCard
                key={item.uuid}
                item={item}
                name={name}
                checked={chosen?.uuid === item.uuid}
                onChoose={() => choose(item)}
              />
            ))}
          </fieldset>
        )}
      </div>
      <PageTurner
        page={page}
        totalPages={items.data?.page.totalPages ?? 0}
        onTurn={turnTo}
        label={t('existing.pages')}
      />
    </div>
  );
}

interface SearchFieldProps {
  text: string;
  onChange(text: string): void;
}

function SearchField({ text, onChange }: SearchFieldProps) {
  const { t } = useTranslation('upload');
  return (
    <TextInput
      type="search"
      aria-label={t('existing.search')}
      placeholder={t('existing.search')}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
      rightSection={
        text !== '' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('existing.clear')}
            onClick={() => onChange('')}
          >
            <IconX size={16} />
          </ActionIcon>
        )
      }
      size="md"
      data-autofocus
    />
  );
}

interface ItemCardProps {
  item: Item;
  /** Of the group of radio buttons. */
  name: string;
  checked: boolean;
  onChoose(): void;
}

function ItemCard({ item, name, checked, onChoose }: ItemCardProps) {
  const { t } = useTranslation('upload');
  const canUpload = item.allowedActions.includes('upload');
  return (
    <label className={classes.card}>
      <input
        type="radio"
        disabled={!canUpload}
        className="visually-hidden"
        name={name}
        value={item.uuid}
        checked={checked}
        onChange={onChoose}
      />
      <Thumbnail src={item.thumbnail} />
      <span className={classes.words}>
        <span className={`record-title ${classes.cardTitle}`} dir="auto">
          {displayTitle(item.sgtt || item.label)}
        </span>
        <span className={classes.facts}>
          <span className="tabular">{item.pressmark}</span>
          {item.autn !== '' && <span dir="auto">{item.autn}</span>}
          <span>{mediaWords(item, t)}</span>
          {!canUpload && <span>{t('existing.anothers')}</span>}
        </span>
      </span>
      <span className={classes.mark} aria-hidden />
    </label>
  );
}

/** How many files of each kind an item has, in words. */
function mediaWords({ mediaTypeInfo: has }: Item, t: TFunction<'upload'>): string {
  const counts = [
    ['images', has.imagesCount],
    ['audios', has.audiosCount],
    ['videos', has.videosCount],
    ['models', has.model3DsCount],
  ] as const;
  const words = counts.flatMap(([kind, count]) => (count > 0 ? [t(`existing.${kind}`, { count })] : []));
  return words.join(' · ') || t('existing.noMedia');
}

function Thumbnail({ src }: { src: string | null }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className={classes.picture}>
      {src === null || broken ? (
        <IconPhoto size={22} stroke={1.4} aria-hidden />
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
    </span>
  );
}

function Placeholders() {
  return (
    <div className={classes.cards} aria-hidden>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={classes.card}>
          <Skeleton w={56} h={56} />
          <span className={classes.words}>
            <Skeleton h={16} w={`${72 - row * 7}%`} mb={10} />
            <Skeleton h={12} w={`${44 + row * 4}%`} />
          </span>
        </div>
      ))}
    </div>
  );
}

function Message({ title, text, action }: { title: string; text: string; action?: React.ReactNode }) {
  return (
    <div className={classes.message}>
      <p className={classes.messageTitle}>{title}</p>
      <p>{text}</p>
      {action}
    </div>
  );
}
