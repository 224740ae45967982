import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { itemTag, placeAssets, readAsset, saveAsset, trashAsset } from '../api/change-assets.ts';
import type { Lent, StateOf } from '../asset-forms.ts';
import { countOf } from '../asset-kinds.ts';
import { titleOfAsset } from '../asset-name.ts';
import { AssetDetails } from './asset-details.tsx';
import type { AssetAction, AssetDialogProps } from './asset-action.ts';
import { CaptionsDialog } from './captions-dialog.tsx';
import { MoveIntoDialog } from './move-into-dialog.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

export interface AssetDialogsProps extends AssetDialogProps {
  action: AssetAction;
  onAsk(action: AssetAction): void;
  lent: Lent;
  stateOf: StateOf;
}

/** The dialog of a action with assets. */
export function AssetDialogs({ action, onAsk, lent, stateOf, ...props }: AssetDialogsProps) {
  const { t } = useTranslation('assetDialogs');
  const { item, kind, assets, opened, onClose } = props;
  const [asset] = assets;
  if (asset === undefined) return null;
  const one = { ...props, asset };
  switch (action) {
    case 'details':
      return <AssetDetails {...one} {...{ onAsk, lent, stateOf }} />;
    case 'edit':
      return (
        <lent.SeveralAssetsForm
          opened={opened}
          onClose={onClose}
          title={t(`edit.${kind}`, { count: assets.length, formatted: grouped(assets.length) })}
          assets={assets}
          read={(uuid) => readAsset(kind, uuid)}
          save={(uuid, list, tag) => saveAsset(kind, uuid, list, tag)}
          onSaved={() => assetsChanged([item.uuid])}
        />
      );
    case 'move':
      return <PlaceDialog {...props} />;
    case 'into':
      return <MoveIntoDialog {...props} />;
    case 'delete':
      return <DeleteDialog {...props} />;
    case 'replace':
      return <ReplaceDialog {...one} />;
    case 'versions':
      return <VersionsDialog {...one} />;
    case 'captions':
      return <CaptionsDialog {...one} />;
  }
}

/** Assets to another position of their item: the position, then the question (ASSET-18 to ASSET-23). */
function PlaceDialog({ item, kind, assets, opened, onClose }: AssetDialogProps) {
  const { t } = useTranslation(['assetDialogs', 'ui']);
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The question stands where the field was that had the focus.
    if (asking) question.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [asking]);
  // As the item stands while a position is chosen: what somebody else does meanwhile may mean another one.
  const tag = useRef<Promise<string | undefined>>(undefined);
  useEffect(() => {
    tag.current ??= itemTag(item.uuid);
    tag.current.catch(() => undefined);
  }, [item.uuid]);
  const position = Number(text);
  const valid = text.trim() !== '' && Number.isSafeInteger(position) && position >= 1;
  const total = countOf(item, kind);
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`move.${kind}`, { count: assets.length, formatted: grouped(assets.length) })}
      confirmWord={t(asking ? 'move.confirm' : 'save')}
      disabled={!valid}
      onClose={onClose}
      {...(asking && { onCancel: () => setAsking(false) })}
      keepsOpen={() => !asking}
      failedWord={t('move.failed')}
      describe={(failure) =>
        isProblem(failure, 'stale') || isProblem(failure, 'order-differs')
          ? { title: t('stale'), next: t('move.staleNext') }
          : describeProblem(failure)
      }
      onFailure={() => {
        setAsking(false);
        tag.current = itemTag(item.uuid);
        tag.current.catch(() => undefined);
        void assetsChanged([item.uuid]);
      }}
      work={async () => {
        if (!asking) {
          setAsking(true);
          return;
        }
        const uuids = [...assets].sort((one, other) => one.position - other.position).map(({ uuid }) => uuid);
        await placeAssets(kind, item.uuid, uuids, position, await tag.current);
        notify('success', { title: t('move.done') });
        onClose();
      }}
    >
      {asking ? (
        <p ref={question} role="alert">
          {t('move.question', { position: text.trim() })}
        </p>
      ) : (
        <TextInput
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          label={t('move.position')}
          description={t('move.range', { total })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={text.trim() !== '' && !valid && t('move.invalid')}
          required
          data-autofocus
        />
      )}
    </ConfirmDialog>
  );
}

/** Assets to the trash (ASSET-24, ASSET-32). What is done stays done where a later one fails. */
function DeleteDialog({ item, kind, assets, opened, onClose, onGone }: AssetDialogProps) {
  const { t } = useTranslation('assetDialogs');
  const [reason, setReason] = useState('');
  const tags = useRef(new Map<string, string | undefined>());
  const isSeen = useRef(false);
  useEffect(() => {
    if (isSeen.current) return;
    isSeen.current = true;
    // The entity tags while the user reads the question. An asset that can't be read fails when it is deleted.
    for (const { uuid } of assets) {
      readAsset(kind, uuid).then(
        ({ tag }) => tags.current.set(uuid, tag),
        () => undefined,
      );
    }
  });
  const [first] = assets;
  const title = t(`delete.${kind}`, { count: assets.length, formatted: grouped(assets.length) });
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirmWord={t('delete.confirm')}
      dangerous
      onClose={onClose}
      failedWord={t('delete.failed')}
      onFailure={(failure) => {
        if (isProblem(failure, 'stale')) tags.current.clear();
      }}
      work={async () => {
        const gone: string[] = [];
        try {
          for (const { uuid } of assets) {
            await trashAsset(kind, uuid, reason.trim(), tags.current.get(uuid));
            gone.push(uuid);
          }
        } finally {
          onGone(gone);
          await assetsChanged([item.uuid]);
        }
        notify('success', {
          title: t(`delete.done`, { count: gone.length, formatted: grouped(gone.length) }),
          message: t('delete.next'),
        });
        onClose();
      }}
    >
      <p dir="auto">
        {assets.length === 1 && first
          ? t('delete.question', { name: titleOfAsset(first) })
          : t('delete.questionOfMany', { formatted: grouped(assets.length) })}
      </p>
      <TextInput
        label={t('delete.reason')}
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
