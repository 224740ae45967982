import type { Item } from '@armarium/contract/items';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DestinationPicker } from '../../../records/components/destination-picker.tsx';
import { usePagedSearch } from '../../../records/components/use-paged-search.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { moveInto } from '../api/change-assets.ts';
import { destinationItemsQuery } from '../api/destination-items.ts';
import type { AssetDialogProps } from './asset-action.ts';
import classes from './asset-dialogs.module.css';

/** Assets into another item, found by a search (ASSET-29 to ASSET-31). What has moved stays moved where one fails. */
export function MoveIntoDialog({ item, kind, assets, opened, onClose, onGone }: AssetDialogProps) {
  const { t } = useTranslation('assetDialogs');
  const paged = usePagedSearch();
  const [chosen, setChosen] = useState<Item>();
  const found = useQuery(destinationItemsQuery(paged.search, paged.page));
  const listed = (found.data?._embedded.culturalItems ?? []).filter(({ uuid }) => uuid !== item.uuid);
  const titled = (one: Item) => titleOf(one, t('untitled'));
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`into.${kind}`, { count: assets.length, formatted: grouped(assets.length) })}
      confirmWord={t('into.confirm')}
      failedWord={t('into.failed')}
      disabled={chosen === undefined}
      size="lg"
      onClose={onClose}
      work={async () => {
        if (!chosen) return;
        const gone: string[] = [];
        try {
          for (const { uuid } of [...assets].sort((one, other) => one.position - other.position)) {
            await moveInto(kind, chosen.uuid, uuid);
            gone.push(uuid);
          }
        } finally {
          onGone(gone);
          await assetsChanged([item.uuid, chosen.uuid]);
        }
        notify('success', { title: t('into.done', { title: titled(chosen) }) });
        onClose();
      }}
    >
      <DestinationPicker
        paged={paged}
        found={found}
        destinations={listed.map((one) => ({
          uuid: one.uuid,
          title: titled(one),
          description: one.pressmark,
          disabled: !one.allowedActions.includes('move'),
        }))}
        chosen={chosen?.uuid}
        onChoose={(uuid) => setChosen(listed.find((one) => one.uuid === uuid))}
        words={{
          search: t('into.search'),
          none: t('into.none'),
          destination: t('into.destination'),
          pages: t('into.pages'),
        }}
      >
        <p role="status" className={classes.dim} dir="auto">
          {chosen && t('into.chosen', { title: titled(chosen) })}
        </p>
      </DestinationPicker>
    </ConfirmDialog>
  );
}
