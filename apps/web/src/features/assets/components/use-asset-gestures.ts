import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { isLetterKey } from '../../../ui/letter-keys.ts';
import type { Asset } from '../asset-kinds.ts';

/** Assets are pressed longer than cards (catalogue §9). */
const LONG_PRESS_ms = 700;
/** A finger is never quite still. */
const STILL_px = 10;

/** The chosen assets by their uuids, in the order in which they were chosen. */
export type Chosen = ReadonlyMap<string, Asset>;

/** These assets in the selection, or out of it. Pure. */
export function withChosen(chosen: Chosen, assets: readonly Asset[], on: boolean): Chosen {
  const next = new Map(chosen);
  for (const asset of assets) {
    if (on) next.set(asset.uuid, asset);
    else next.delete(asset.uuid);
  }
  return next;
}

/** The assets from one to another as they are shown, both included; the latter alone where the former isn't there. Pure. */
export function assetsBetween(
  shown: readonly Asset[],
  from: string | undefined,
  to: Asset,
): readonly Asset[] {
  const start = shown.findIndex(({ uuid }) => uuid === from);
  const end = shown.findIndex(({ uuid }) => uuid === to.uuid);
  return start < 0 || end < 0 ? [to] : shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}

const uuidAt = (element: unknown) =>
  element instanceof Element
    ? element.closest('li')?.querySelector<HTMLElement>('[data-asset]')?.dataset['asset']
    : undefined;

/**
 * How assets are shown and chosen: a click shows one, or chooses it while any is chosen; the shift key extends, `x`
 * chooses the one with the focus, a long press by touch chooses (ASSET-05).
 * @param onChoose absent where there is nothing that the user may do with chosen assets
 */
export function useAssetGestures(
  shown: readonly Asset[],
  chosen: Chosen,
  onChoose: ((chosen: Chosen) => void) | undefined,
  onShow: (asset: Asset) => void,
) {
  const anchor = useRef<string>(undefined);
  const press = useRef<{ touch: boolean; x: number; y: number; timer?: ReturnType<typeof setTimeout> }>(
    undefined,
  );
  const long = useRef(false);
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  const toggle = (asset: Asset) => {
    anchor.current = asset.uuid;
    onChoose?.(withChosen(chosen, [asset], !chosen.has(asset.uuid)));
  };
  const extend = (asset: Asset) => {
    anchor.current ??= asset.uuid;
    onChoose?.(withChosen(chosen, assetsBetween(shown, anchor.current, asset), true));
  };
  const release = () => clearTimeout(press.current?.timer);

  return {
    onClick: (event: MouseEvent, asset: Asset) => {
      const wasLong = long.current;
      long.current = false;
      // What a long press chose is not shown as well.
      if (wasLong) return;
      if (onChoose && event.shiftKey) extend(asset);
      // The keyboard's click shows; it has a key of its own to choose.
      else if (onChoose && chosen.size > 0 && event.detail > 0) toggle(asset);
      else onShow(asset);
    },
    onTick: (asset: Asset, withShift: boolean) => {
      if (!long.current) (withShift ? extend : toggle)(asset);
      long.current = false;
    },
    /** For the element around all of them. */
    around: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        long.current = false;
        const from = shown.find(({ uuid }) => uuid === uuidAt(document.activeElement));
        const to = uuidAt(moveFocusByArrows(event, '[data-asset]', onChoose !== undefined));
        const reached = shown.find(({ uuid }) => uuid === to);
        if (!onChoose || !from) return;
        if (reached && event.shiftKey) {
          anchor.current ??= from.uuid;
          onChoose(withChosen(chosen, assetsBetween(shown, anchor.current, reached), true));
        } else if (isLetterKey(event.nativeEvent, 'x')) toggle(from);
      },
      onPointerDown: (event: PointerEvent) => {
        long.current = false;
        release();
        press.current = { touch: event.pointerType === 'touch', x: event.clientX, y: event.clientY };
        const asset = shown.find(({ uuid }) => uuid === uuidAt(event.target));
        if (!press.current.touch || !onChoose || !asset) return;
        press.current.timer = setTimeout(() => {
          long.current = true;
          toggle(asset);
        }, LONG_PRESS_ms);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x = 0, y = 0 } = press.current ?? {};
        if (Math.hypot(clientX - x, clientY - y) > STILL_px) release();
      },
      onPointerUp: release,
      onPointerCancel: release,
      onContextMenu: (event: MouseEvent) => {
        if (press.current?.touch) event.preventDefault();
      },
    },
  };
}
