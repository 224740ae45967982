import type { ContactSheet, SheetImage } from '@armarium/contract/contact-sheet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { translate } from '../../../lib/i18n.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { notifyProblem } from '../../../ui/notify.tsx';
import { arrange, label, rotate, sheetAgain, sheetTold } from '../api/contact-sheet.ts';
import { withoutFailed, type Degrees, type Undo } from './sheet-undo.ts';

export type ChangeKind = 'order' | 'labels' | 'rotation';

/** What came of the last change, for whoever looks and whoever listens. */
export type Outcome =
  | { readonly of: ChangeKind; readonly count: number }
  | { readonly of: 'undone'; readonly left: number }
  | { readonly of: 'failed'; readonly what: ChangeKind | 'undo'; readonly error: Error };

type Failure = Extract<Outcome, { of: 'failed' }>;

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/**
 * Changes of a sheet, each one call and taken back by one. A new order is shown at once and saved behind it, the last
 * one where several come while one is being saved; where that fails, what stands at the server is shown again. What is
 * under way goes on when the page is left; what fails then is told in a notification.
 */
export function useSheetChanges(sheet: ContactSheet) {
  const { uuid } = sheet;
  const [ahead, setAhead] = useState<readonly string[]>();
  const [undos, setUndos] = useState<readonly Undo[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const wanted = useRef<readonly string[]>(undefined);
  const saving = useRef<Promise<void>>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const images = useMemo(() => ordered(sheet.images, ahead), [sheet.images, ahead]);
  const order = images.map((image) => image.uuid);

  /** Tells it on the page, or to whoever has left that. */
  function tellFailure(what: Failure['what'], thrown: unknown): void {
    const error = asError(thrown);
    setOutcome({ of: 'failed', what, error });
    if (isShown.current) return;
    const title = displayTitle(sheet.sgtt) || sheet.pressmark;
    notifyProblem(error, () => `${translate(`sheet:failed.${what}`)}: ${title}`);
  }

  async function saveOrder(): Promise<void> {
    try {
      for (let next = wanted.current; next; next = wanted.current) {
        wanted.current = undefined;
        const told = sheetTold(uuid);
        const links = new Map(told?.sheet.images.map((image) => [image.uuid, image._links.self.href]));
        await arrange(
          uuid,
          next.map((one) => links.get(one) ?? one),
          told?.tag,
        );
        await sheetAgain(uuid);
      }
    } catch (error) {
      wanted.current = undefined;
      await sheetAgain(uuid);
      throw error;
    } finally {
      saving.current = undefined;
      // What came meanwhile is being saved by the same run.
      setAhead(undefined);
    }
  }

  function keepOrder(next: readonly string[]): Promise<void> {
    setAhead(next);
    wanted.current = next;
    saving.current ??= unlessClosed(saveOrder);
    return saving.current;
  }

  async function reorder(next: readonly string[]): Promise<void> {
    if (next.every((one, place) => one === order[place])) return;
    const undo = { kind: 'order', order } as const;
    setUndos((all) => [...all, undo]);
    try {
      await keepOrder(next);
      setOutcome({ of: 'order', count: next.length });
    } catch (error) {
      setUndos((all) => all.filter((one) => one.kind !== 'order'));
      tellFailure('order', error);
    }
  }

  /**
   * Where an image stands at the server, once the order is saved: its 1-based place; undefined where it is gone, where
   * the order was refused, which the sheet tells, or the page was left meanwhile.
   */
  async function savedPlace(image: string): Promise<number | undefined> {
    try {
      await saving.current;
    } catch {
      return undefined;
    }
    const place = sheetTold(uuid)?.sheet.images.findIndex((one) => one.uuid === image) ?? -1;
    return place < 0 || !isShown.current ? undefined : place + 1;
  }

  /** Runs one change after what is still being saved, and has the sheet told anew. @throws as the change does */
  async function run<T>(work: (tag: string | undefined) => Promise<T>): Promise<T> {
    setBusy(true);
    try {
      return await unlessClosed(async () => {
        await saving.current;
        return work(sheetTold(uuid)?.tag);
      });
    } finally {
      await sheetAgain(uuid);
      setBusy(false);
    }
  }

  /** @throws ApiProblem, for the dialog in which they are given */
  async function writeLabels(labels: readonly { uuid: string; was: string; is: string }[]): Promise<void> {
    const changed = labels.filter(({ was, is }) => was !== is);
    if (changed.length > 0) {
      try {
        await run((tag) =>
          label(
            uuid,
            changed.map(({ uuid: one, was, is }) => ({ uuid: one, sgtt: is, before: was })),
            tag,
          ),
        );
      } catch (error) {
        // The dialog has gone with the page.
        if (!isShown.current) tellFailure('labels', error);
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
      tellFailure('rotation', error);
    }
  }

  async function undo(): Promise<void> {
    const last = undos.at(-1);
    if (!last) return;
    try {
      const left = await takeBack(last);
      setUndos((all) => all.filter((one) => one !== last));
      setOutcome({ of: 'undone', left });
    } catch (error) {
      tellFailure('undo', error);
    }
  }

  /** @returns how many were left as somebody else has changed them since */
  async function takeBack(last: Undo): Promise<number> {
    if (last.kind === 'order') {
      await keepOrder(last.order);
      return 0;
    }
    if (last.kind === 'rotation') {
      const { images: turned, degrees } = last;
      await run((tag) => rotate(uuid, { images: [...turned], degrees, takesBack: true }, tag));
      return 0;
    }
    await sheetAgain(uuid);
    const now = new Map(sheetTold(uuid)?.sheet.images.map((image) => [image.uuid, image.sgtt]));
    const mine = last.labels.filter(({ uuid: one, is }) => now.get(one) === is);
    if (mine.length > 0) {
      await run((tag) =>
        label(
          uuid,
          mine.map(({ uuid: one, was, is }) => ({ uuid: one, sgtt: was, before: is })),
          tag,
        ),
      );
    }
    return last.labels.length - mine.length;
  }

  return {
    images,
    outcome,
    isBusy,
    undoOf: undos.at(-1)?.kind,
    reorder,
    savedPlace,
    writeLabels,
    turn,
    undo,
    forgetOutcome: () => setOutcome(undefined),
  };
}

/** Does it, and asks whoever closes or reloads the client before it is done, wherever in the client they are by then. */
async function unlessClosed<T>(work: () => Promise<T>): Promise<T> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  try {
    return await work();
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}

/** In the order that is shown already; what is new at the server stands behind. */
function ordered(images: readonly SheetImage[], ahead: readonly string[] | undefined): readonly SheetImage[] {
  if (!ahead) return images;
  const places = new Map(ahead.map((uuid, place) => [uuid, place]));
  const placeOf = ({ uuid }: SheetImage) => places.get(uuid) ?? Infinity;
  return images.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first === second ? 0 : first - second;
  });
}
