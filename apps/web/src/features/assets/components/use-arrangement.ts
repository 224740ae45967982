import { arrayMove } from '@dnd-kit/sortable';
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { itemTag, placeAssets } from '../api/change-assets.ts';
import type { Asset, AssetKind } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import { MoveQueue } from '../move-queue.ts';

interface ArrangedPage {
  itemUuid: string;
  kind: AssetKind;
  /** Those of one page, in their order. */
  assets: readonly Asset[];
}

/**
 * The order of a page of assets: moves are shown at once, and made one after the other.
 * @param first the position of the first of them
 */
export function useArrangement(
  { itemUuid, kind, assets }: ArrangedPage,
  first: number,
  list: RefObject<HTMLElement | null>,
) {
  const { t } = useTranslation('assets');
  const nameOf = useAssetName(kind);
  /** As it was left by hand, until the server's order is there after the last move. */
  const [order, setOrder] = useState<readonly Asset[]>();
  const shown = order ?? assets;
  const tag = useRef<Promise<string | undefined>>(undefined);
  const [moves] = useState(() => new MoveQueue());
  const [crossing, setCrossing] = useCrossing(list);

  // The item as it stands when a file is picked up, and the moves before it are done.
  const pickUp = () => {
    tag.current = moves.settled().then(() => itemTag(itemUuid));
    tag.current.catch(() => undefined);
  };
  const place = (asset: Asset, position: number, next: readonly Asset[]) => {
    const ifMatch = tag.current;
    setOrder(next);
    const made = moves.add(async () => {
      try {
        await placeAssets(kind, itemUuid, [asset.uuid], position, await ifMatch);
        notify('success', { id: 'asset-moved', title: t('moved'), message: titleOfAsset(asset) });
      } catch (error) {
        const { title, next: then } = describeProblem(error);
        notify('error', { title: t('notMoved', { name: nameOf(asset) }), message: `${title} ${then}` });
        await assetsChanged([itemUuid]);
        throw error;
      }
    });
    // The page hears of what was fetched a task later.
    void made.then(() =>
      setTimeout(() => {
        if (moves.waiting > 0) return;
        setOrder(undefined);
        setCrossing(undefined);
      }),
    );
  };
  /** Moves what was picked up within the page, by places from 0; a negative one is none. */
  const move = (from: number, to: number) => {
    const asset = shown[from];
    if (asset && to >= 0 && from !== to) place(asset, first + to, arrayMove([...shown], from, to));
  };
  /** Moves a file by one place, also to the page before or behind. */
  const step = (asset: Asset, by: 1 | -1) => {
    // Where the others stand is known once it is there.
    if (crossing !== undefined) return;
    const from = shown.indexOf(asset);
    const to = from + by;
    pickUp();
    const within = to >= 0 && to < shown.length;
    place(asset, first + to, within ? arrayMove([...shown], from, to) : shown);
    if (!within) {
      setCrossing(by);
      return;
    }
    // The button keeps its place while a file is moved several places; at an end the other one has the focus.
    requestAnimationFrame(() => {
      const enabled = (start: string) =>
        list.current?.querySelector<HTMLElement>(`[data-step^="${start}"]:enabled`);
      (enabled(`${asset.uuid} ${by}`) ?? enabled(`${asset.uuid} `))?.focus();
    });
  };
  return {
    shown,
    pickUp,
    move,
    /** For the list: its buttons say in `data-step` what they move, and how. */
    around: {
      onClick: ({ target }: MouseEvent) => {
        const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]:enabled') : null;
        const [uuid, by] = button?.dataset['step']?.split(' ') ?? [];
        const asset = shown.find((one) => one.uuid === uuid);
        if (asset) step(asset, by === '1' ? 1 : -1);
      },
    },
  };
}

/**
 * Whether a file is on its way to the page before (-1) or behind (1). It takes its button along: afterwards the focus is on the
 * button at that end of the list.
 */
function useCrossing(list: RefObject<HTMLElement | null>) {
  const state = useState<1 | -1>();
  const [crossing] = state;
  const crossed = useRef(crossing);
  useEffect(() => {
    const by = crossed.current;
    crossed.current = crossing;
    if (by === undefined || crossing !== undefined || document.activeElement !== document.body) return;
    const steppers = list.current?.querySelectorAll<HTMLElement>(`[data-step$=" ${by}"]:enabled`) ?? [];
    [...steppers].at(by < 0 ? 0 : -1)?.focus();
  }, [list, crossing]);
  return state;
}
