import type { Item } from '@armarium/contract/items';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../../ui/failed.tsx';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { assetsIn, ASSETS_PER_PAGE, itemAssetsQuery } from '../api/item-assets.ts';
import type { StateOf } from '../asset-forms.ts';
import { countOf, viewOf, type Asset, type AssetKind } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import type { AssetDialogsProps } from './asset-dialogs.tsx';
import { AssetList } from './asset-list.tsx';
import { AssetToolbar, ChosenBar } from './asset-toolbar.tsx';
import { FailedAsset } from './failed-asset.tsx';
import classes from './asset-section.module.css';
import { useAssetDialog } from './use-asset-dialog.ts';
import type { Chosen } from './use-asset-gestures.ts';

const ArrangeList = lazy(() =>
  import('./arrange-list.tsx').then((module) => ({ default: module.ArrangeList })),
);

/** The number of failures shown at first: more of them would push the files out of sight. */
const FAILURES_SHOWN = 3;

export interface AssetSectionProps {
  item: Item;
  /** 1-based place of the image that the page shows. */
  position: number;
  /** The places of the images that the page shows together; the position is one of them. */
  opening: { readonly first: number; readonly last: number };
  /** The audio, video or model that the page shows, where one was chosen. */
  shownUuid: string | undefined;
  onShowImage(position: number): void;
  onShowFile(view: (typeof viewOf)[keyof typeof viewOf], uuid: string): void;
  /** Adds files to the item; undefined where the user may not. */
  onAdd: ((item: Item, kind: AssetKind) => void) | undefined;
  /** The dialogs of the files, whose code comes when one is first opened. */
  Dialogs: ComponentType<Omit<AssetDialogsProps, 'lent'>>;
  stateOf: StateOf;
}

interface AssetsOfKindProps extends AssetSectionProps {
  kind: AssetKind;
  /** The page that was turned to; undefined to follow what is shown. */
  turnedTo: number | undefined;
  onTurn(page: number): void;
}

/** The files of one kind, and what can be done with those that are chosen. */
export function AssetsOfKind(props: AssetsOfKindProps) {
  const { item, kind, position, opening, shownUuid, onTurn, onShowImage, onShowFile, onAdd } = props;
  const { Dialogs, stateOf } = props;
  const { t } = useTranslation('assets');
  const { total, totalPages, page, loaded, assets } = useAssetPage(props);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [arranging, setArranging] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const isShown = (asset: Asset) =>
    kind === 'images'
      ? asset.position >= opening.first && asset.position <= opening.last
      : asset.uuid === shownUuid;
  const shown = assets?.find((asset) => isShown(asset) && (kind !== 'images' || asset.position === position));
  useScrollToShown(list, position, shown);

  const known = new Map([...chosen, ...(assets ?? []).map((asset) => [asset.uuid, asset] as const)]);
  // What was chosen may have changed since.
  const picked = [...chosen.keys()].flatMap((uuid) => known.get(uuid) ?? []);
  const { dialog, ask, close, drop } = useAssetDialog(list);
  const dealtWith = (dialog?.assets ?? []).map((asset) => known.get(asset.uuid) ?? asset);
  const mayChoose = assets?.some(({ allowedActions }) => allowedActions.length > 0) === true;

  return (
    <div ref={list}>
      <AssetToolbar
        {...{ item, kind, onAdd, chosen, arranging }}
        pageAssets={assets ?? []}
        onChoose={setChosen}
        onArrange={() => {
          setChosen(new Map());
          setArranging(!arranging);
        }}
      />
      {total === 0 && <p className={classes.none}>{t(`none.${kind}`)}</p>}
      {shown && <ShownAsset asset={shown} kind={kind} stateOf={stateOf} />}
      <Failures assets={assets ?? []} kind={kind} itemUuid={item.uuid} />
      {loaded.isError && loaded.data === undefined && (
        <Failed error={loaded.error} onRetry={() => void loaded.refetch()} />
      )}
      {arranging && assets !== undefined && assets.length > 0 ? (
        <Suspense fallback={<Skeleton height={76 * assets.length} />}>
          <ArrangeList key={page} itemUuid={item.uuid} kind={kind} assets={assets} total={total} />
        </Suspense>
      ) : (
        <AssetList
          kind={kind}
          assets={total === 0 ? [] : assets}
          places={loaded.isError ? 0 : Math.min(ASSETS_PER_PAGE, total - (page - 1) * ASSETS_PER_PAGE)}
          chosen={chosen}
          onChoose={mayChoose ? setChosen : undefined}
          isShown={isShown}
          onShow={(asset) => {
            if (kind === 'images') onShowImage(asset.position);
            else onShowFile(viewOf[kind], asset.uuid);
          }}
          onDetails={(asset) => ask('details', [asset])}
        />
      )}
      <PageTurner page={page} totalPages={totalPages} onTurn={onTurn} label={t('pages')} />
      {chosen.size > 0 && (
        <ChosenBar
          count={chosen.size}
          picked={picked}
          onClear={() => {
            setChosen(new Map());
            // The button goes with what it cleared.
            list.current?.querySelector<HTMLElement>('[data-asset]')?.focus({ preventScroll: true });
          }}
          onAsk={(action) => ask(action, picked)}
        />
      )}
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs
            key={dialog.time}
            {...{ item, kind, stateOf }}
            action={dialog.action}
            assets={dealtWith}
            opened={dialog.opened}
            onAsk={(action) => ask(action, dealtWith)}
            onClose={close}
            onGone={(uuids) => {
              setChosen((before) => new Map([...before].filter(([uuid]) => !uuids.includes(uuid))));
              drop(uuids);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The page of files that is shown: the one that was turned to, or the one with the image that is shown. */
function useAssetPage({ item, kind, position, turnedTo }: AssetsOfKindProps) {
  const total = countOf(item, kind);
  const totalPages = Math.max(1, Math.ceil(total / ASSETS_PER_PAGE));
  const followed = kind === 'images' ? Math.ceil(position / ASSETS_PER_PAGE) : 1;
  const page = Math.min(turnedTo ?? followed, totalPages);
  const loaded = useQuery({ ...itemAssetsQuery(item.uuid, kind, page), enabled: total > 0 });
  const assets = loaded.isPlaceholderData ? undefined : assetsIn(loaded.data, kind);
  return { total, totalPages, page, loaded, assets };
}

interface ShownAssetProps {
  asset: Asset;
  kind: AssetKind;
  stateOf: StateOf;
}

/** The file that the page shows, and its state. */
function ShownAsset({ asset, kind, stateOf }: ShownAssetProps) {
  const name = useAssetName(kind)(asset);
  return (
    <div className={classes.current}>
      <span className={classes.currentName} dir="auto" title={name}>
        {name}
      </span>
      {stateOf(asset, titleOfAsset(asset))}
    </div>
  );
}

/** Scrolls the list to the file that is shown, where another image was turned to. */
function useScrollToShown(
  list: RefObject<HTMLElement | null>,
  position: number,
  shown: Asset | undefined,
): void {
  const followedTo = useRef(position);
  useEffect(() => {
    if (shown === undefined || followedTo.current === position) return;
    followedTo.current = position;
    const current = list.current?.querySelector('[aria-current]');
    const panel = list.current?.closest('aside');
    // On a narrow screen the panel scrolls with the page, which must stay at the image.
    if (!current || !panel || panel.scrollHeight <= panel.clientHeight) return;
    current.scrollIntoView({ block: 'nearest' });
  }, [list, position, shown]);
}

interface FailuresProps {
  assets: readonly Asset[];
  kind: AssetKind;
  itemUuid: string;
}

function Failures({ assets, kind, itemUuid }: FailuresProps) {
  const { t } = useTranslation('assets');
  const [all, setAll] = useState(false);
  const failed = assets.filter(({ importState }) => importState === 'ERROR');
  const shown = all ? failed : failed.slice(0, FAILURES_SHOWN);
  return (
    <>
      {shown.map((asset) => (
        <FailedAsset key={asset.uuid} asset={asset} kind={kind} itemUuid={itemUuid} />
      ))}
      {failed.length > shown.length && (
        <Button variant="default" size="compact-sm" mb="sm" onClick={() => setAll(true)}>
          {t('moreFailed', { count: failed.length - shown.length })}
        </Button>
      )}
    </>
  );
}
