import type { Item } from '@armarium/contract/records';
import { ActionIcon, Button, Checkbox, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowsSort, IconFilePlus, IconLayoutGrid, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { pageFrom } from '../../../ui/page-window.ts';
import { assetsIn, ASSETS_PER_PAGE, itemAssetsQuery } from '../api/item-assets.ts';
import { assetKinds, countOf, viewOf, type Asset, type AssetKind } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import type { StateOf } from '../asset-forms.ts';
import { useOpener } from '../../../ui/opener.ts';
import type { AssetDeed } from './asset-deed.ts';
import type { AssetDialogsProps } from './asset-dialogs.tsx';
import { AssetList } from './asset-list.tsx';
import { FailedAsset } from './failed-asset.tsx';
import classes from './asset-section.module.css';
import { withChosen, type Chosen } from './use-asset-gestures.ts';

export interface AssetSectionProps {
  item: Item;
  /** 1-based place of the image that the page shows. */
  position: number;
  /** The audio, video or model that the page shows, where one was chosen. */
  shownUuid: string | undefined;
  onShowImage(position: number): void;
  onShowFile(view: (typeof viewOf)[keyof typeof viewOf], uuid: string): void;
  /** Asked for only where the user may add files to the item. */
  onAdd: ((item: Item, kind: AssetKind) => void) | undefined;
  /** The dialogs of the files, whose code comes when one is first opened. */
  Dialogs: ComponentType<Omit<AssetDialogsProps, 'lent'>>;
  stateOf: StateOf;
}

const ArrangeList = lazy(() =>
  import('./arrange-list.tsx').then((module) => ({ default: module.ArrangeList })),
);
/** As many failures are told at once: with more of them the files would be out of sight. */
const FAILURES_TOLD = 3;

/**
 * The files of an item: a tab for each kind with its count, ten a page (ASSET-01 to ASSET-04). Tab and page stand in
 * the address; the list of images follows the image that is shown.
 */
export function AssetSection(props: AssetSectionProps) {
  const { t } = useTranslation('assets');
  const { item } = props;
  const [search, setSearch] = useSearchParams();
  const first = assetKinds.find((kind) => countOf(item, kind) > 0) ?? 'images';
  const current = assetKinds.find((kind) => kind === search.get('assets')) ?? first;
  const go = (kind: AssetKind, page?: number) => {
    const next = new URLSearchParams(search);
    next.set('assets', kind);
    if (page === undefined) next.delete('assetPage');
    else next.set('assetPage', String(page));
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <section className={classes.section} aria-label={t('title')}>
      <Tabs value={current} onChange={(kind) => go(kind as AssetKind)} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {assetKinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind} className={classes.tab ?? ''}>
              {t(`kinds.${kind}`)} <span className="tabular">{grouped(countOf(item, kind))}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {assetKinds.map((kind) => (
          <Tabs.Panel key={kind} value={kind} pt="sm">
            <AssetsOfKind
              {...props}
              kind={kind}
              turnedTo={search.has('assetPage') ? pageFrom(search.get('assetPage')) : undefined}
              onTurn={(page) => go(kind, page)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

interface AssetsOfKindProps extends AssetSectionProps {
  kind: AssetKind;
  /** The page that was turned to; undefined to follow what is shown. */
  turnedTo: number | undefined;
  onTurn(page: number): void;
}

function AssetsOfKind({
  item,
  kind,
  position,
  shownUuid,
  turnedTo,
  onTurn,
  onShowImage,
  onShowFile,
  onAdd,
  Dialogs,
  stateOf,
}: AssetsOfKindProps) {
  const { t } = useTranslation(['assets', 'ui']);
  const nameOf = useAssetName(kind);
  const total = countOf(item, kind);
  const totalPages = Math.max(1, Math.ceil(total / ASSETS_PER_PAGE));
  const followed = kind === 'images' ? Math.ceil(position / ASSETS_PER_PAGE) : 1;
  const page = Math.min(turnedTo ?? followed, totalPages);
  const loaded = useQuery({ ...itemAssetsQuery(item.uuid, kind, page), enabled: total > 0 });
  const assets = loaded.isPlaceholderData ? undefined : assetsIn(loaded.data, kind);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [arranging, setArranging] = useState(false);
  // Each time a dialog is opened it begins anew.
  const [asked, setAsked] = useState<{
    time: number;
    deed: AssetDeed;
    assets: readonly Asset[];
    opened: boolean;
  }>();
  const opener = useOpener();
  const [allFailures, setAllFailures] = useState(false);
  const list = useRef<HTMLDivElement>(null);

  const isShown = (asset: Asset) =>
    kind === 'images' ? asset.position === position : asset.uuid === shownUuid;
  const shown = assets?.find(isShown);
  const followedTo = useRef(position);
  useEffect(() => {
    if (shown === undefined || followedTo.current === position) return;
    followedTo.current = position;
    const current = list.current?.querySelector('[aria-current]');
    const panel = list.current?.closest('aside');
    // On a narrow screen the panel scrolls with the page, which must stay at the image.
    if (!current || !panel || panel.scrollHeight <= panel.clientHeight) return;
    current.scrollIntoView({ block: 'nearest' });
  }, [position, shown]);

  const known = new Map([...chosen, ...(assets ?? []).map((asset) => [asset.uuid, asset] as const)]);
  // What was chosen may have changed since.
  const picked = [...chosen.keys()].flatMap((uuid) => known.get(uuid) ?? []);
  const ask = (deed: AssetDeed, of: readonly Asset[]) => {
    if (!asked?.opened) opener.keep();
    setAsked({ time: (asked?.time ?? 0) + 1, deed, assets: of, opened: true });
  };
  const dealtWith = (asked?.assets ?? []).map((asset) => known.get(asset.uuid) ?? asset);
  const may = (action: Asset['allowedActions'][number], of: readonly Asset[]) =>
    of.length > 0 && of.every(({ allowedActions }) => allowedActions.includes(action));
  const mayChoose = assets?.some(({ allowedActions }) => allowedActions.length > 0) === true;
  const mayArrange = total > 1 && may('move', assets ?? []);
  const pageChosen = (assets ?? []).filter(({ uuid }) => chosen.has(uuid)).length;
  const deeds = [
    ...(may('edit', picked) ? (['edit'] as const) : []),
    ...(may('move', picked) ? (['move', 'into'] as const) : []),
    ...(may('trash', picked) ? (['delete'] as const) : []),
  ];

  const failed = (assets ?? []).filter(({ importState }) => importState === 'ERROR');
  const told = allFailures ? failed : failed.slice(0, FAILURES_TOLD);

  return (
    <div ref={list}>
      <div className={classes.toolbar}>
        {mayChoose && !arranging && (
          <Checkbox
            aria-label={t('choosePage')}
            title={t('choosePage')}
            checked={pageChosen > 0 && pageChosen === assets.length}
            indeterminate={pageChosen > 0 && pageChosen !== assets.length}
            onChange={(event) => setChosen(withChosen(chosen, assets, event.currentTarget.checked))}
          />
        )}
        {kind === 'images' && total > 0 && (
          <Button
            component={Link}
            to="contact-sheet"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconLayoutGrid size={17} aria-hidden />}
          >
            {t('contactSheet')}
          </Button>
        )}
        {/* An item without any is offered them where they would be seen. */}
        {onAdd && assetKinds.some((one) => countOf(item, one) > 0) && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFilePlus size={17} aria-hidden />}
            onClick={() => onAdd(item, kind)}
          >
            {t('add')}
          </Button>
        )}
        {(mayArrange || arranging) && (
          <Button
            variant={arranging ? 'light' : 'subtle'}
            size="compact-sm"
            leftSection={<IconArrowsSort size={17} aria-hidden />}
            aria-pressed={arranging}
            onClick={() => {
              setChosen(new Map());
              setArranging(!arranging);
            }}
          >
            {t(arranging ? 'arranged' : 'arrange')}
          </Button>
        )}
      </div>
      {total === 0 && <p className={classes.none}>{t(`none.${kind}`)}</p>}
      {shown && (
        <div className={classes.current}>
          <span className={classes.currentName} dir="auto" title={nameOf(shown)}>
            {nameOf(shown)}
          </span>
          {stateOf(shown, titleOfAsset(shown))}
        </div>
      )}
      {told.map((asset) => (
        <FailedAsset key={asset.uuid} asset={asset} kind={kind} itemUuid={item.uuid} />
      ))}
      {failed.length > told.length && (
        <Button variant="default" size="compact-sm" mb="sm" onClick={() => setAllFailures(true)}>
          {t('moreFailed', { count: failed.length - told.length })}
        </Button>
      )}
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
        <div role="group" aria-label={t('deeds')} className={classes.deeds}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('clear')}
            title={t('clear')}
            onClick={() => {
              setChosen(new Map());
              // The button goes with what it cleared.
              list.current?.querySelector<HTMLElement>('[data-asset]')?.focus({ preventScroll: true });
            }}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
          <span role="status" className="tabular">
            {t('chosen', { formatted: grouped(chosen.size) })}
          </span>
          {deeds.map((deed) => (
            <Button
              key={deed}
              variant="default"
              size="compact-sm"
              className={deed === 'delete' ? 'danger' : ''}
              aria-haspopup="dialog"
              onClick={() => ask(deed === 'edit' && picked.length === 1 ? 'details' : deed, picked)}
            >
              {t(deed)}
            </Button>
          ))}
        </div>
      )}
      {asked && (
        <Suspense fallback={null}>
          <Dialogs
            key={asked.time}
            deed={asked.deed}
            item={item}
            kind={kind}
            assets={dealtWith}
            opened={asked.opened}
            onAsk={(deed) => ask(deed, dealtWith)}
            onClose={() => {
              setAsked((now) => now && { ...now, opened: false });
              opener.giveBack();
            }}
            onGone={(uuids) => {
              setChosen((before) => new Map([...before].filter(([uuid]) => !uuids.includes(uuid))));
              setAsked((now) => {
                const left = now?.assets.filter(({ uuid }) => !uuids.includes(uuid)) ?? [];
                // Where none is left the dialog closes as it stands.
                return now && left.length > 0 ? { ...now, assets: left } : now;
              });
              // What opened the dialog may go with them.
              opener.keep(list.current?.closest('section')?.querySelector('[role=tab][aria-selected=true]'));
            }}
            stateOf={stateOf}
          />
        </Suspense>
      )}
    </div>
  );
}
