import type { Collection } from '@armarium/contract/collections';
import type { Item } from '@armarium/contract/items';
import { Popover, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { cameBack } from '../../../ui/came-back.ts';
import { isForNewTab } from '../../../ui/new-tab.ts';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { itemParentsQuery } from '../api/item-parents.ts';
import { BackLink } from '../../../records/components/page-head.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import type { ItemEntryState } from '../../../records/list-place.ts';
import { addressOfPlace } from '../api/neighbours.ts';
import { rememberOpened } from '../../../records/selection/use-item-gestures.ts';
import { RecordTurner } from './record-turner.tsx';
import { StateButton } from './state-button.tsx';
import classes from './item-header.module.css';

interface ItemHeaderProps {
  item: Item;
  collectionUuid: string;
  /** Before the state. */
  actions: ReactNode;
}

/** Back to the collection, the title, the collections that the item stands in, its state (ITEM-02 to ITEM-07). */
export function ItemHeader({ item, collectionUuid, actions }: ItemHeaderProps) {
  const { t } = useTranslation(['item', 'catalogue']);
  const navigate = useNavigate();
  const titleId = useId();
  const location = useLocation();
  const parents = useQuery(itemParentsQuery(item.uuid));
  const title = titleOf(item, t('catalogue:untitled'));
  const current = parents.data?.find(({ uuid }) => uuid === collectionUuid);
  const name = current && titleOf(current, t('catalogue:untitled'));
  const { fromList, list } = (location.state ?? {}) as ItemEntryState;
  // The page of the list on which the item stands now.
  const address = list && addressOfPlace(list);

  return (
    <header className={classes.header}>
      <BackLink
        to={address ?? `/catalog/${collectionUuid}`}
        word={t('back')}
        replace={list !== undefined}
        state={list && cameBack}
        onClick={(event) => {
          rememberOpened(item.uuid);
          if (!fromList || address !== list?.address || isForNewTab(event)) return;
          // Going back in history restores the list, the place in it and the focus.
          event.preventDefault();
          void navigate(-1);
        }}
      />
      <div className={classes.words}>
        <h1 id={titleId} className={`${classes.title} record-title`} dir="auto" title={title}>
          {title}
        </h1>
        <div className={classes.place}>
          <span className={`${classes.pressmark} tabular`} dir="auto">
            {item.pressmark}
          </span>
          {parents.isPending && <Skeleton height={14} width={160} />}
          {name !== undefined && parents.data && parents.data.length === 1 && (
            <span className={classes.parent} dir="auto">
              {t('in', { collection: name })}
            </span>
          )}
          {current && parents.data && parents.data.length > 1 && (
            <ParentChoice item={item} parents={parents.data} current={current} />
          )}
        </div>
      </div>
      <div className={classes.actions}>
        {list && <RecordTurner {...{ item, list, titleId }} />}
        {actions}
        <StateButton record={{ ...item, title }} />
      </div>
    </header>
  );
}

interface ParentChoiceProps {
  item: Item;
  parents: readonly Collection[];
  current: Collection;
}

/** The collections that the item stands in, to show it in another one. */
function ParentChoice({ item, parents, current }: ParentChoiceProps) {
  const { t } = useTranslation(['item', 'catalogue']);
  const [choosing, setChoosing] = useState(false);
  const { search, state } = useLocation() as { search: string; state: unknown };
  const collection = titleOf(current, t('catalogue:untitled'));
  return (
    <Popover
      opened={choosing}
      onChange={setChoosing}
      position="bottom-start"
      width={320}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.parents}
          aria-label={t('inSeveral', { collection, count: parents.length })}
          onClick={() => setChoosing(!choosing)}
        >
          <span dir="auto">{t('in', { collection })}</span>
          <IconChevronDown size={15} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choice ?? ''} aria-label={t('chooseParent')}>
        <ul onKeyDown={(event) => moveFocusByArrows(event, 'a')}>
          {parents.map((parent) => (
            <li key={parent.uuid}>
              <Link
                to={`/catalog/${parent.uuid}/cultural-item/${item.uuid}${search}`}
                replace
                state={state}
                onClick={() => setChoosing(false)}
                {...(parent === current && { 'aria-current': 'true' as const })}
              >
                <IconCheck size={16} className={classes.check} aria-hidden />
                <span dir="auto">{titleOf(parent, t('catalogue:untitled'))}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
