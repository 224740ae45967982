import type { findAllItems } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import type { AnswerOf } from '@armarium/contract/operation';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { IconPhoto, IconPhotoSearch, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { isMissing } from '../../../records/api/missing.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { useCardFields } from '../../../records/card-fields.ts';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import grid from '../../../records/components/items-skeleton.module.css';
import { PageHead } from '../../../records/components/page-head.tsx';
import layout from '../../../records/components/page-layout.module.css';
import { PastEnd } from '../../../records/components/past-end.tsx';
import { Picture, PicturePlaceholder } from '../../../records/components/picture.tsx';
import card from '../../../records/components/record-card.module.css';
import { cardTemplates } from '../../../records/metadata-view.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { insteadOfLink } from '../../../ui/new-tab.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { imageQuery } from '../api/step-image.ts';
import { itemsToPickQuery } from './api/items-to-pick.ts';
import { keepPicked, lastPicked } from './last-picked.ts';
import { itemOf } from './picked-step.ts';
import { BEHIND, CANVAS, imageAddress, imagesAddress, stepPickedFor } from './picking-address.ts';
import classes from './picking.module.css';

/** How long somebody pauses before what was typed is searched for. */
const TYPED_ms = 300;

/** The longest text that the server searches for. */
const TEXT_MAX = 1000;

interface ItemPickerPageProps {
  storyUuid: string;
  /** Where the story is edited: the arrow back leads there. */
  editor: string;
  onCancel(): void;
  /** The id of the step behind which steps are added; undefined where there is none. */
  behind: string | undefined;
}

/**
 * `/story/editor/{storyUuid}/cultural-item`: an item is picked, whose images are shown next (back office §2). Where the
 * address names an image (`addStepAddress`), it leads on to the images of its item.
 */
export function ItemPickerPage({ storyUuid, editor, onCancel, behind }: ItemPickerPageProps) {
  const [search] = useSearchParams();
  const assetUuid = search.get(CANVAS);
  const image = useQuery({ ...imageQuery(assetUuid ?? ''), enabled: assetUuid !== null });
  if (assetUuid === null || isMissing(image.error))
    return <ItemPicker {...{ storyUuid, editor, onCancel }} />;
  if (image.error)
    return <Failed error={image.error} headingLevel={1} onRetry={() => void image.refetch()} />;
  if (image.data === undefined) return <div className={layout.page} aria-busy />;
  const kept = new URLSearchParams(search);
  if (behind !== undefined && !kept.has(BEHIND)) kept.set(BEHIND, behind);
  return <Navigate to={imageAddress({ storyUuid, itemUuid: itemOf(image.data) }, assetUuid, kept)} replace />;
}

/** The choice of an item. It begins with the search that it was left with. */
function ItemPicker({ storyUuid, editor, onCancel }: Omit<ItemPickerPageProps, 'behind'>) {
  const { t } = useTranslation('picking');
  const [search, setSearch] = useSearchParams();
  const [last] = useState(lastPicked);
  const step = stepPickedFor(search);
  const given = search.get('text');
  const text = given ?? last.text;
  const page = search.get('page') === null && given === null ? last.page : pageFrom(search.get('page'));
  const items = useQuery(itemsToPickQuery(text, page));
  const title = step === undefined ? t('items') : t('itemsForStep', { step });
  useDocumentTitle(title);
  const isFound = items.data !== undefined && !items.isPlaceholderData;
  useEffect(() => {
    if (isFound) keepPicked({ text, page });
  }, [isFound, text, page]);
  const find = useDebouncedCallback((typed: string) => {
    const next = new URLSearchParams(search);
    next.set('text', typed.trim());
    next.delete('page');
    setSearch(next, { replace: true, preventScrollReset: true });
  }, TYPED_ms);
  /** The address says all that is shown, so that turning a page keeps the search. */
  const whole = new URLSearchParams(search);
  whole.set('text', text);
  return (
    <div className={layout.page}>
      <PageHead
        back={{ to: editor, word: t('toEditor'), onClick: insteadOfLink(onCancel) }}
        title={title}
        text={t('itemsText')}
      />
      <div className={classes.finding}>
        <TextInput
          type="search"
          className={classes.search ?? ''}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
          defaultValue={text}
          maxLength={TEXT_MAX}
          onChange={({ currentTarget: { value } }) => {
            find(value);
            // An item may be opened before the search begins.
            keepPicked({ text: value.trim(), page: 1 });
          }}
        />
        {last.item && (
          <p className={classes.last}>
            {t('lastItem')}:{' '}
            <Link
              to={imagesAddress({ storyUuid, itemUuid: last.item.uuid }, undefined, search)}
              className="record-title"
              dir="auto"
            >
              {last.item.title}
            </Link>
          </p>
        )}
      </div>
      <p className={`${classes.count} tabular`} role="status">
        {items.data &&
          t('itemsCount', {
            count: items.data.page.totalElements,
            formatted: grouped(items.data.page.totalElements),
          })}
      </p>
      <FoundItems {...{ storyUuid, search, text, page, items }} />
      <div className={layout.pager}>
        {items.data && (
          <Pager
            page={page}
            totalPages={items.data.page.totalPages}
            addressOf={(to) => pageAddress(whole, to)}
            label={t('pages')}
          />
        )}
      </div>
    </div>
  );
}

interface FoundItemsProps {
  storyUuid: string;
  search: URLSearchParams;
  text: string;
  page: number;
  items: UseQueryResult<AnswerOf<typeof findAllItems>>;
}

/** The items of the page; in their place what is still to come, what failed, or why there are none. */
function FoundItems({ storyUuid, search, text, page, items }: FoundItemsProps) {
  const { t } = useTranslation('picking');
  if (items.data === undefined)
    return items.error ? (
      <Failed error={items.error} onRetry={() => void items.refetch()} />
    ) : (
      <ItemsSkeleton />
    );
  const { culturalItems } = items.data._embedded;
  const icon = <IconPhotoSearch size={40} stroke={1.2} />;
  if (culturalItems.length > 0)
    return (
      <ul className={grid.grid} aria-label={t('items')} aria-busy={items.isPlaceholderData}>
        {culturalItems.map((item, index) => (
          <li key={item.uuid}>
            <ItemToPick
              item={item}
              address={imagesAddress({ storyUuid, itemUuid: item.uuid }, undefined, search)}
              first={index < 12}
            />
          </li>
        ))}
      </ul>
    );
  if (page > 1 && items.data.page.totalElements > 0) return <PastEnd icon={icon} />;
  return (
    <EmptyState icon={icon} title={t(text === '' ? 'noneAtAll' : 'none')}>
      {t(text === '' ? 'noneAtAllText' : 'noneText')}
    </EmptyState>
  );
}

/** An item in the grid. The whole card is one link. */
function ItemToPick({ item, address, first }: { item: Item; address: string; first: boolean }) {
  const { t } = useTranslation(['catalogue', 'picking']);
  const templates = useQuery(templatesQuery('ITEM'));
  const { heading, others } = useCardFields(item, cardTemplates(templates.data ?? []));
  const { imagesCount } = item.mediaTypeInfo;
  return (
    <article className={card.card}>
      <div className={card.mat}>
        <div className={card.picture}>
          <Picture address={item.thumbnail} lazy={!first}>
            <PicturePlaceholder icon={<IconPhoto size={36} stroke={1.1} aria-hidden />}>
              {t('picking:notReady')}
            </PicturePlaceholder>
          </Picture>
        </div>
      </div>
      <div className={card.text}>
        <h2 className={`${card.title} record-title`} dir="auto" title={heading}>
          <Link to={address} className={card.link} data-card={item.uuid}>
            {heading}
          </Link>
        </h2>
        {others.map(({ uuid, text }) => (
          <p key={uuid} className={`${card.field} tabular`} dir="auto">
            {text || '\u00a0'}
          </p>
        ))}
        <p className={`${card.foot} tabular`}>
          <span className={card.count}>
            <IconPhoto size={15} stroke={1.6} aria-hidden />{' '}
            {t('imagesCount', { count: imagesCount, formatted: grouped(imagesCount) })}
          </span>
        </p>
      </div>
    </article>
  );
}
