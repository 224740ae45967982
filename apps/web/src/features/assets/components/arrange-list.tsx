import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Asset, AssetKind } from '../asset-kinds.ts';
import { titleOfAsset, useAssetName } from '../asset-name.ts';
import { AssetPicture } from './asset-list.tsx';
import classes from './asset-list.module.css';
import { useArrangement } from './use-arrangement.ts';

interface ArrangeListProps {
  itemUuid: string;
  kind: AssetKind;
  /** Those of one page, in their order. */
  assets: readonly Asset[];
  /** Of all pages. */
  total: number;
}

/** A page of assets to be put in order: by dragging, by the keys of the handles, or by the buttons beside them. */
export function ArrangeList(props: ArrangeListProps) {
  const { kind, assets, total } = props;
  const { t } = useTranslation('assets');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const first = assets[0]?.position ?? 1;
  const list = useRef<HTMLOListElement>(null);
  const { shown, pickUp, move, step } = useArrangement(props, first, list);
  const placeOf = (uuid: UniqueIdentifier) => first + shown.findIndex((asset) => asset.uuid === uuid);
  const titled = (uuid: UniqueIdentifier) => {
    const asset = shown.find((one) => one.uuid === uuid);
    return asset && titleOfAsset(asset);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={pickUp}
      onDragEnd={({ active, over }) => move(placeOf(active.id) - first, placeOf(over?.id ?? '') - first)}
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
