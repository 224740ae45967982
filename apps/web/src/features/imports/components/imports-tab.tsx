import type { ImportedItem, ItemImportState } from '@armarium/contract/import-tracking';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPhotoUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { pageAddress } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { useItemAddress } from '../../../records/item-address.ts';
import layout from '../../../records/components/page-layout.module.css';
import { itemQuery, itemsQuery } from '../api/imports.ts';
import { changedAddress, shownImports, type ShownImports } from '../imports-address.ts';
import { ImportRow } from './import-row.tsx';
import { ImportsFilters } from './imports-filters.tsx';
import classes from './imports-tab.module.css';

/**
 * The import monitor (back office §2.1): the items of the organisation with their files, the state of each, why one
 * failed, and another try. Filters, page, the open item and the selected file stand in the address.
 * @param tenantName as calls name the organisation
 */
export function ImportsTab({ tenantName }: { tenantName: string }) {
  const { t } = useTranslation('imports');
  const [search] = useSearchParams();
  const shown = shownImports(search);
  const items = useQuery(itemsQuery(tenantName, shown));
  const rows = useRows(items.data?._embedded.culturalItems, shown);
  const addressOf = useItemAddress(rows ?? [], undefined);
  const [said, setSaid] = useState('');
  return (
    <div>
      <ImportsFilters tenantName={tenantName} shown={shown} byState={items.data?.byState} />
      {rows === undefined ? (
        <PendingRows query={items} height_px={72} />
      ) : rows.length === 0 ? (
        <NoItems shown={shown} total={items.data?.page.totalElements ?? 0} />
      ) : (
        <ul className={classes.rows} aria-label={t('title')} aria-busy={items.isPlaceholderData}>
          {rows.map((item) => (
            <ImportRow key={item.uuid} item={item} address={addressOf(item)} shown={shown} onSay={setSaid} />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={shown.page}
          totalPages={items.data?.page.totalPages ?? 0}
          addressOf={(to) => pageAddress(changedAddress(search, { item: undefined }), to)}
          label={t('pages')}
        />
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

/**
 * The items of the page. The open one stays where it is when it leaves the list, as a failed one does that is tried again:
 * nothing moves under the hand.
 */
function useRows(listed: readonly ImportedItem[] | undefined, { item: open }: ShownImports) {
  const place = listed?.findIndex(({ uuid }) => uuid === open) ?? -1;
  const found = listed?.[place];
  const [last, setLast] = useState<{ place: number; item: ImportedItem }>();
  if (found && found !== last?.item) setLast({ place, item: found });
  const isKept = listed !== undefined && open !== undefined && found === undefined;
  const { data } = useQuery({ ...itemQuery(open ?? ''), enabled: isKept });
  const kept = data ?? (last?.item.uuid === open ? last?.item : undefined);
  return listed && isKept && kept ? listed.toSpliced(last?.place ?? 0, 0, kept) : listed;
}

/** Stands where no item is to be shown: what this place is for, and the way on. */
function NoItems({ shown, total }: { shown: ShownImports; total: number }) {
  const { t } = useTranslation('imports');
  const [search] = useSearchParams();
  const { state, account } = shown;
  const to = (address: URLSearchParams) => ({ search: address.toString() });
  const all = changedAddress(search, { state: undefined, account: undefined });
  const texts =
    total > 0
      ? { title: t('noPage'), text: t('noPageText'), to: pageAddress(search, 1), word: t('firstPage') }
      : state !== undefined || account !== undefined
        ? { ...noneOf(state), to: to(all), word: t('showAll') }
        : { title: t('noItems'), text: t('noItemsText'), to: '/catalog', word: t('toCatalogue') };
  function noneOf(wanted: ItemImportState | undefined) {
    return wanted === undefined
      ? { title: t('noItems'), text: t('noItemsText') }
      : { title: t(`none.${wanted}`), text: t(`noneText.${wanted}`) };
  }
  return (
    <EmptyState
      icon={<IconPhotoUp size={40} stroke={1.2} />}
      title={texts.title}
      action={
        <Button variant="default" component={Link} to={texts.to}>
          {texts.word}
        </Button>
      }
    >
      {texts.text}
    </EmptyState>
  );
}
