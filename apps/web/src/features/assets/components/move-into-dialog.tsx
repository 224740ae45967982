import type { Item } from '@armarium/contract/items';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { moveInto } from '../api/change-assets.ts';
import type { AssetDialogProps } from './asset-action.ts';
import { ItemPicker } from './item-picker.tsx';

/** Assets into another item, found by a search (ASSET-29 to ASSET-31). What has moved stays moved where one fails. */
export function MoveIntoDialog({ item, kind, assets, opened, onClose, onGone }: AssetDialogProps) {
  const { t } = useTranslation('assetDialogs');
  const [chosen, setChosen] = useState<Item>();
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
        notify('success', { title: t('into.done', { title: titleOf(chosen, t('untitled')) }) });
        onClose();
      }}
    >
      <ItemPicker except={item.uuid} chosen={chosen} onChoose={setChosen} />
    </ConfirmDialog>
  );
}
