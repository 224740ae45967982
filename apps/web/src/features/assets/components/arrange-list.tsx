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
import { memo, useRef, type ReactNode } from 'react';
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

/**
 * A page of assets to be put in order: by dragging, by the keys of the handles, or by the buttons beside them.
 * Memoised, since the data that is fetched again after a move redraws the page around it several times.
 */
export const ArrangeList = memo(function ArrangeList(props: ArrangeListProps) {
  const { kind, assets, total } = props;
  const { t } = useTranslation('assets');
  const nameOf = useAssetName(kind);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const first = assets[0]?.position ?? 1;
  const list = useRef<HTMLOListElement>(null);
  const { shown, pickUp, move, around } = useArrangement(props, first, list);
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
        <ol ref={list} className={classes.list} {...around}>
          {shown.map((asset, index) => (
            <Row
              key={asset.uuid}
              uuid={asset.uuid}
              handle={t('handle', { name: nameOf({ ...asset, position: first + index }) })}
            >
              <RowContents asset={asset} kind={kind} position={first + index} total={total} />
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
});

interface RowProps {
  uuid: string;
  /** What its handle is called. */
  handle: string;
  children: ReactNode;
}

/** The place of a file, with its handle. The drag library redraws all rows several times for each key; their contents are memoised. */
function Row({ uuid, handle, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: uuid });
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
        aria-label={handle}
      >
        <IconGripVertical size={18} aria-hidden />
      </button>
      {children}
    </li>
  );
}

interface RowContentsProps {
  asset: Asset;
  kind: AssetKind;
  position: number;
  total: number;
}

const RowContents = memo(function RowContents({ asset, kind, position, total }: RowContentsProps) {
  const { t } = useTranslation('assets');
  const name = useAssetName(kind)({ ...asset, position });
  const stepper = (by: 1 | -1) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      data-step={`${asset.uuid} ${by}`}
      aria-label={t(by < 0 ? 'up' : 'down', { name })}
      title={t(by < 0 ? 'up' : 'down', { name })}
      disabled={by < 0 ? position <= 1 : position >= total}
    >
      {by < 0 ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />}
    </ActionIcon>
  );
  return (
    <>
      <AssetPicture asset={asset} kind={kind} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          <span className={`${classes.place} tabular`}>{position}</span> {titleOfAsset(asset)}
        </span>
      </span>
      {stepper(-1)}
      {stepper(1)}
    </>
  );
});
