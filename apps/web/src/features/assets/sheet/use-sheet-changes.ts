import type { ContactSheet } from '@armarium/contract/contact-sheet';
import { useEffect, useRef, useState } from 'react';
import { isProblem } from '../../../lib/api-problem.ts';
import { translate } from '../../../lib/i18n.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { notifyProblem } from '../../../ui/notify.tsx';
import { label, rotate, refetchSheet, cachedSheet } from '../api/contact-sheet.ts';
import { useContents, type PresentationPart } from '../contents/use-contents.ts';
import { failedKey, type Outcome } from './sheet-outcome.ts';
import { withoutFailed, type Degrees, type Undo } from './sheet-undo.ts';
import { unlessClosed } from './unless-closed.ts';
import { useSheetOrder } from './use-sheet-order.ts';
import { useTurns } from './use-turns.ts';

type Failure = Extract<Outcome, { of: 'failed' }>;
/** Runs one change with the sheet's entity tag. @throws as the change does */
type Run = <T>(work: (tag: string | undefined) => Promise<T>) => Promise<T>;

export type SheetChanges = ReturnType<typeof useSheetChanges>;

/**
 * The changes of a sheet: each is one call, and one call takes it back. A change goes on when the page is left; if it
 * fails then, a notification says so.
 * @param wantsContents whether the table of contents is shown, and has to be fetched
 */
export function useSheetChanges(sheet: ContactSheet, wantsContents: boolean) {
  const { uuid } = sheet;
  const inTurn = useTurns();
  const { images, keepOrder, orderSaved } = useSheetOrder(sheet, inTurn);
  const contents = useContents(uuid, wantsContents, inTurn);
  const { outcome, setOutcome, showFailure, isShown } = useOutcome(sheet);
  const [undos, setUndos] = useState<readonly Undo[]>([]);
  const [isBusy, setBusy] = useState(false);
  const order = images.map((image) => image.uuid);

  async function reorder(next: readonly string[]): Promise<void> {
    if (next.every((one, place) => one === order[place])) return;
    setUndos((all) => [...all, { kind: 'order', order }]);
    try {
      await keepOrder(next);
      setOutcome({ of: 'order', count: next.length });
    } catch (error) {
      setUndos((all) => all.filter((one) => one.kind !== 'order'));
      showFailure('order', error);
    }
  }

  /**
   * Where an image stands at the server, once the order is saved: its 1-based place; undefined where it is gone, where
   * the order was refused, which the sheet shows, or the page was left meanwhile.
   */
  async function savedPlace(image: string): Promise<number | undefined> {
    try {
      await orderSaved();
    } catch {
      return undefined;
    }
    const place = cachedSheet(uuid)?.sheet.images.findIndex((one) => one.uuid === image) ?? -1;
    return place < 0 || !isShown.current ? undefined : place + 1;
  }

  /** Runs one change after the order is saved, and fetches the sheet again. */
  const run: Run = async (work) => {
    setBusy(true);
    try {
      return await unlessClosed(async () => {
        await orderSaved();
        return inTurn(async () => {
          try {
            return await work(cachedSheet(uuid)?.tag);
          } finally {
            await refetchSheet(uuid);
          }
        });
      });
    } finally {
      setBusy(false);
    }
  };

  /** @throws ApiProblem, for the dialog in which they are given */
  async function writeLabels(labels: readonly { uuid: string; was: string; is: string }[]): Promise<void> {
    const changed = labels.filter(({ was, is }) => was !== is);
    if (changed.length > 0) {
      const wanted = changed.map(({ uuid: one, was, is }) => ({ uuid: one, sgtt: is, before: was }));
      try {
        await run((tag) => label(uuid, wanted, tag));
      } catch (error) {
        // The dialog has gone with the page.
        if (!isShown.current) showFailure('labels', error);
        throw error;
      }
      setUndos((all) => [...all, { kind: 'labels', labels: changed }]);
    }
    setOutcome({ of: 'labels', count: changed.length });
  }

  async function turn(uuids: readonly string[], degrees: Degrees): Promise<void> {
    const failed = sheet.images.flatMap((image) =>
      image.lastChangeFailed && uuids.includes(image.uuid) ? [image.uuid] : [],
    );
    try {
      await run((tag) => rotate(uuid, { images: [...uuids], degrees }, tag));
      setUndos((all) => [
        ...withoutFailed(all, failed),
        { kind: 'rotation', images: uuids, degrees: (360 - degrees) as Degrees },
      ]);
      setOutcome({ of: 'rotation', count: uuids.length });
    } catch (error) {
      showFailure('rotation', error);
    }
  }

  /**
   * Changes the table of contents, or how viewers present the images.
   * @param said what is done, in words
   * @param isTold whether the caller tells a failure, as long as the page is there @throws then ApiProblem
   */
  async function present(is: PresentationPart, said: string, isTold = false): Promise<void> {
    const kind = is.contents ? 'contents' : 'reading';
    const undo: Undo = { kind, was: contents.partNow(is), is, said };
    setUndos((all) => [...all, undo]);
    try {
      await contents.change(is);
      setOutcome({ of: kind, said });
    } catch (error) {
      setUndos((all) => all.filter((one) => one !== undo));
      if (!isTold || !isShown.current) showFailure(kind, error);
      if (isTold) throw error;
    }
  }

  async function undo(): Promise<void> {
    const last = undos.at(-1);
    if (!last) return;
    // At once: a second press takes back the change before.
    setUndos((all) => all.filter((one) => one !== last));
    try {
      let left = 0;
      if (last.kind === 'order') await keepOrder(last.order);
      else if (last.kind === 'labels' || last.kind === 'rotation') left = await takeBack(uuid, last, run);
      else await contents.change(last.was, last.is);
      setOutcome({ of: 'undone', left });
    } catch (error) {
      // Somebody else has changed it since, so earlier changes can no longer be undone.
      const isOver = (last.kind === 'contents' || last.kind === 'reading') && isProblem(error, 'stale');
      setUndos((all) => (isOver ? all.filter(({ kind }) => kind !== last.kind) : [...all, last]));
      showFailure('undo', error);
    }
  }

  const forgetOutcome = () => setOutcome(undefined);
  /** Says why something was not done with the contents. */
  const tell = (said: string) => setOutcome({ of: 'contents', said });
  const last = undos.at(-1);
  const undoOf = last?.kind;
  const undoText = last && 'said' in last ? last.said : undefined;
  const actions = { reorder, savedPlace, writeLabels, turn, present, tell, undo, forgetOutcome };
  return { images, contents, outcome, isBusy, undoOf, undoText, ...actions };
}

/** Shows the outcome of a change on the page. After the page was left, a failure is shown in a notification. */
function useOutcome(sheet: ContactSheet) {
  const [outcome, setOutcome] = useState<Outcome>();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  function showFailure(what: Failure['what'], thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    setOutcome({ of: 'failed', what, error });
    if (isShown.current) return;
    const title = displayTitle(sheet.sgtt) || sheet.pressmark;
    notifyProblem(error, () => `${translate(failedKey(what))}: ${title}`);
  }
  return { outcome, setOutcome, showFailure, isShown };
}

/** @returns how many were left as somebody else has changed them since */
async function takeBack(
  uuid: string,
  last: Extract<Undo, { kind: 'labels' | 'rotation' }>,
  run: Run,
): Promise<number> {
  if (last.kind === 'rotation') {
    const { images: turned, degrees } = last;
    await run((tag) => rotate(uuid, { images: [...turned], degrees, takesBack: true }, tag));
    return 0;
  }
  await refetchSheet(uuid);
  const now = new Map(cachedSheet(uuid)?.sheet.images.map((image) => [image.uuid, image.sgtt]));
  const mine = last.labels.filter(({ uuid: one, is }) => now.get(one) === is);
  const before = mine.map(({ uuid: one, was, is }) => ({ uuid: one, sgtt: was, before: is }));
  if (before.length > 0) await run((tag) => label(uuid, before, tag));
  return last.labels.length - mine.length;
}
