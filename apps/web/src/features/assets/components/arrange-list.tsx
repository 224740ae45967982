import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { assetsChanged } from '../api/assets-changed.ts';
import { itemTag, placeAssets } from '../api/change-assets.ts';
import type { Asset, AssetKind } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import { MoveQueue } from '../move-queue.ts';
import { AssetPicture } from './asset-list.tsx';
import classes from './asset-list.module.css';

interface ArrangeListProps {
  itemUuid: string;
  kind: AssetKind;
  /** Those of one page, in their order. */
  assets: readonly Asset[];
  /** Of all pages. */
  total: number;
}

/** A page of assets to be put in order: by dragging, by the keys of the handles, or by the buttons beside them. */
export function ArrangeList({ itemUuid, kind, assets, total }: ArrangeListProps) {
  const { t } = useTranslation('assets');
  const nameOf = useAssetName(kind);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  /** As it was left by hand, until the server's order is there after the last move. */
  const [order, setOrder] = useState<readonly Asset[]>();
  const shown = order ?? assets;
  const first = assets[0]?.position ?? 1;
  const tag = useRef<Promise<string | undefined>>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const [moves] = useState(() => new MoveQueue());
  /** A file is on its way to the page before or behind. */
  const [crossing, setCrossing] = useState<1 | -1>();
  const crossed = useRef(crossing);
  useEffect(() => {
    const by = crossed.current;
    crossed.current = crossing;
    // The file took its button along.
    if (by === undefined || crossing !== undefined || document.activeElement !== document.body) return;
    const steppers = list.current?.querySelectorAll<HTMLElement>(`[data-step$=" ${by}"]:enabled`) ?? [];
    [...steppers].at(by < 0 ? 0 : -1)?.focus();
  }, [crossing]);

  // The item as it stands when a file is picked up, and the moves before it are done.
  const pickUp = () => {
    tag.current = moves.settled().then(() => itemTag(itemUuid));
    tag.current.catch(() => undefined);
  };
  const place = (asset: Asset, position: number, next: readonly Asset[]) => {
    const ifMatch = tag.current;
    setOrder(next);
    const move = moves.add(async () => {
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
    void move.then(() =>
      setTimeout(() => {
        if (moves.waiting > 0) return;
        setOrder(undefined);
        setCrossing(undefined);
      }),
    );
  };
  const placeOf = (uuid: UniqueIdentifier) => first + shown.findIndex((asset) => asset.uuid === uuid);
  const titled = (uuid: UniqueIdentifier) => {
    const asset = shown.find((one) => one.uuid === uuid);
    return asset && titleOfAsset(asset);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const from = shown.findIndex(({ uuid }) => uuid === active.id);
    const to = shown.findIndex(({ uuid }) => uuid === over?.id);
    const asset = shown[from];
    if (asset && to >= 0 && from !== to) place(asset, first + to, arrayMove([...shown], from, to));
  };
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
    // The button stays under the finger of whoever moves a file several places; at an end the other one has the focus.
    requestAnimationFrame(() => {
      const enabled = (start: string) =>
        list.current?.querySelector<HTMLElement>(`[data-step^="${start}"]:enabled`);
      (enabled(`${asset.uuid} ${by}`) ?? enabled(`${asset.uuid} `))?.focus();
    });
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={pickUp}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t('arranging') },
        announcements: {
          onDragStart: ({ active }) => t('picked', { name: titled(active.id) }),
          onDragOver: ({ active, over }) =>
            over ? t('over', { name: titled(active.id), position: placeOf(over.id) }) : undefined,
          onDragEnd: ({ active, over }) =>
            t('dropped', { name: titled(active.id), position: placeOf(over?.id ?? active.id) }),
          onDragCancel: ({ active }) => t('letGo', { name: titled(active.id) }),
        },
      }}
    >
      <SortableContext items={shown.map(({ uuid }) => uuid)} strategy={verticalListSortingStrategy}>
        <p className={classes.hint}>{t('arranging')}</p>
        <ol ref={list} className={classes.list}>
          {shown.map((asset, index) => (
            <Row
              key={asset.uuid}
              asset={asset}
              kind={kind}
              position={first + index}
              total={total}
              onStep={(by) => step(asset, by)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface RowProps {
  asset: Asset;
  kind: AssetKind;
  position: number;
  total: number;
  onStep(by: 1 | -1): void;
}

function Row({ asset, kind, position, total, onStep }: RowProps) {
  const { t } = useTranslation('assets');
  const name = useAssetName(kind)({ ...asset, position });
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: asset.uuid });
  const stepper = (by: 1 | -1) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      data-step={`${asset.uuid} ${by}`}
      aria-label={t(by < 0 ? 'up' : 'down', { name })}
      title={t(by < 0 ? 'up' : 'down', { name })}
      disabled={by < 0 ? position <= 1 : position >= total}
      onClick={() => onStep(by)}
    >
      {by < 0 ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />}
    </ActionIcon>
  );
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t('handle', { name })}
      >
        <IconGripVertical size={18} aria-hidden />
      </button>
      <AssetPicture asset={asset} kind={kind} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          <span className={`${classes.place} tabular`}>{position}</span> {titleOfAsset(asset)}
        </span>
      </span>
      {stepper(-1)}
      {stepper(1)}
    </li>
  );
}
