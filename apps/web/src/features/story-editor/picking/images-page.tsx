import type { ImageAsset } from '@armarium/contract/images';
import { STEPS_MAX } from '@armarium/contract/story-steps';
import type { Item } from '@armarium/contract/items';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { itemQuery } from '../../../records/api/item.ts';
import { isMissing } from '../../../records/api/missing.ts';
import { PageHead } from '../../../records/components/page-head.tsx';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { pageFrom } from '../../../ui/page-window.ts';
import type { ShownZoom } from '../../../viewers/deep-zoom.tsx';
import { imageQuery } from '../api/step-image.ts';
import { IMAGES_PER_PAGE, imagesToPickQuery } from './api/images-to-pick.ts';
import { ImagesGrid } from './images-grid.tsx';
import { keepPicked } from './last-picked.ts';
import { beginDeepZoom } from './lazy-viewers.ts';
import { isReady, pickedStep, stepOfView, type PickedStep } from './picked-step.ts';
import { CANVAS, FROM_IMAGES, itemsAddress, selectAreaAddress, stepPickedFor } from './picking-address.ts';
import { ShownImage } from './shown-image.tsx';
import classes from './picking.module.css';

interface ImagesPageProps {
  storyUuid: string;
  itemUuid: string;
  /** How many more steps the story can have. */
  room: number;
  onAdd(steps: readonly PickedStep[]): void;
  onCancel(): void;
}

/**
 * `/story/editor/{storyUuid}/cultural-item/{culturalItemUuid}`: the images of an item in a viewer and in a grid. One is taken
 * whole, as it is seen, or leads to where its area is drawn; several are taken at once.
 */
export function ImagesPage(props: ImagesPageProps) {
  const { t } = useTranslation(['picking', 'catalogue']);
  const [search] = useSearchParams();
  const item = useQuery(itemQuery(props.itemUuid));
  const title = item.data && titleOf(item.data, t('catalogue:untitled'));
  useDocumentTitle(title);
  useEffect(beginDeepZoom, []);
  useEffect(() => {
    if (title !== undefined) keepPicked({ item: { uuid: props.itemUuid, title } });
  }, [title, props.itemUuid]);
  const back = { to: itemsAddress(props.storyUuid, search), word: t('toItems') };
  const nothing = (word: 'itemGone' | 'noImages') => (
    <EmptyState
      headingLevel={1}
      icon={<IconPhotoOff size={40} stroke={1.2} />}
      title={t(word)}
      action={
        <Button component={Link} to={back.to}>
          {t('toItems')}
        </Button>
      }
    >
      {t(`${word}Text`)}
    </EmptyState>
  );
  if (item.data === undefined) {
    if (item.error === null) return <PageSkeleton />;
    if (isMissing(item.error)) return nothing('itemGone');
    return <Failed error={item.error} headingLevel={1} onRetry={() => void item.refetch()} />;
  }
  if (item.data.mediaTypeInfo.imagesCount === 0) return nothing('noImages');
  return (
    <div className={classes.page}>
      <div className={classes.name}>
        <PageHead back={back} title={title ?? ''} text={item.data.pressmark} />
      </div>
      <ItemImages {...props} item={item.data} />
    </div>
  );
}

function PageSkeleton() {
  return (
    <div className={classes.page} aria-busy>
      <Skeleton height={36} width={320} m={24} />
    </div>
  );
}

/** What the page shows, as the address says. */
function useShownImage(item: Item) {
  const [search, setSearch] = useSearchParams();
  const total = item.mediaTypeInfo.imagesCount;
  // The address names an image by its position, or by its canvas where a step led here.
  const named = search.get('image') === null ? search.get(CANVAS) : null;
  const byName = useQuery({ ...imageQuery(named ?? ''), enabled: named !== null });
  const isLost = byName.error !== null && !isMissing(byName.error);
  const isKnown = named === null || (!byName.isPending && !isLost);
  const position = Math.min(byName.data?.position ?? pageFrom(search.get('image')), total);
  const ownPage = Math.ceil(position / IMAGES_PER_PAGE);
  const gridPage = search.get('page') === null ? ownPage : pageFrom(search.get('page'));
  const ofImage = useQuery({ ...imagesToPickQuery(item.uuid, ownPage), enabled: isKnown });
  const ofGrid = useQuery({ ...imagesToPickQuery(item.uuid, gridPage), enabled: isKnown });
  const image =
    ofImage.isPlaceholderData || !isKnown
      ? undefined
      : ofImage.data?._embedded.images[position - 1 - (ownPage - 1) * IMAGES_PER_PAGE];
  const show = (to: number) => {
    const next = new URLSearchParams(search);
    next.set('image', String(to));
    // The grid follows the image.
    next.delete('page');
    next.delete(CANVAS);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { search, total, position, image, imageQuery: isLost ? byName : ofImage, gridPage, ofGrid, show };
}

function ItemImages({ storyUuid, itemUuid, item, room, onAdd, onCancel }: ImagesPageProps & { item: Item }) {
  const { t } = useTranslation('picking');
  const shown = useShownImage(item);
  const { search, image } = shown;
  const zoom = useRef<ShownZoom>(null);
  const [chosen, setChosen] = useChosenImages(`chosen-images.${storyUuid}.${itemUuid}`);
  const isForStep = stepPickedFor(search) !== undefined;
  const mayAdd = isForStep || room > 0;
  const ready = image !== undefined && isReady(image) ? image : undefined;

  const addView = () => {
    const seen = zoom.current?.region();
    if (ready && seen) onAdd([stepOfView(ready, seen)]);
  };
  const addChosen = () => {
    const inOrder = [...chosen.values()].sort((one, other) => one.position - other.position);
    setChosen(nothingChosen);
    onAdd(inOrder.map((one) => pickedStep(one)));
  };
  const areaAddress = ready && selectAreaAddress({ storyUuid, itemUuid }, ready.uuid, search);
  const addWord = t(isForStep ? 'takeImage' : 'addImage');
  return (
    <div className={classes.split}>
      <div className={classes.viewing}>
        <ShownImage ref={zoom} {...shown} />
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={() => {
              setChosen(nothingChosen);
              onCancel();
            }}
          >
            {t('cancel')}
          </Button>
          <span className={classes.space} />
          {!mayAdd && <span>{t('tooMany', { count: 0, max: STEPS_MAX })}</span>}
          <Button variant="light" disabled={!ready || !mayAdd} onClick={addView}>
            {t(isForStep ? 'takeView' : 'fromView')}
          </Button>
          {areaAddress !== undefined && mayAdd ? (
            <Button component={Link} to={areaAddress} state={FROM_IMAGES}>
              {addWord}
            </Button>
          ) : (
            <Button disabled>{addWord}</Button>
          )}
        </div>
      </div>
      <ImagesGrid
        {...shown}
        images={shown.ofGrid}
        page={shown.gridPage}
        chosen={isForStep ? undefined : chosen}
        onChoose={setChosen}
      >
        {!isForStep && (
          <ChosenImages
            count={chosen.size}
            room={room}
            onAdd={addChosen}
            onClear={() => setChosen(nothingChosen)}
          />
        )}
      </ImagesGrid>
    </div>
  );
}

type Chosen = ReadonlyMap<string, ImageAsset>;
const nothingChosen: Chosen = new Map();

/** The images that are chosen, by uuid: they hold while pages are turned, an area is looked for, and over a reload. */
function useChosenImages(name: string): [Chosen, (chosen: Chosen) => void] {
  const [chosen, setChosen] = useState<Chosen>(
    () => new Map(recallDraft<ImageAsset[]>(name)?.map((image) => [image.uuid, image])),
  );
  return [
    chosen,
    (next) => {
      setChosen(next);
      keepDraft(name, next.size === 0 ? undefined : [...next.values()]);
    },
  ];
}

interface ChosenImagesProps {
  count: number;
  room: number;
  onAdd(): void;
  onClear(): void;
}

/** How many images are chosen, and what is done with them. */
function ChosenImages({ count, room, onAdd, onClear }: ChosenImagesProps): ReactNode {
  const { t } = useTranslation('picking');
  const bar = useRef<HTMLDivElement>(null);
  const told =
    count > room ? t('tooMany', { count: room, max: STEPS_MAX }) : count > 0 && t('chosen', { count });
  return (
    <div ref={bar} className={classes.chosen} data-empty={count === 0 || undefined} tabIndex={-1}>
      {count === 0 && <p className={classes.severalHint}>{t('severalHint')}</p>}
      <span role="status">{told}</span>
      {count > 0 && (
        <>
          <Button
            size="xs"
            variant="subtle"
            onClick={() => {
              // The button disappears with the selection that it clears.
              bar.current?.focus();
              onClear();
            }}
          >
            {t('clear')}
          </Button>
          <Button size="xs" disabled={count > room} onClick={onAdd}>
            {t('addSteps', { count })}
          </Button>
        </>
      )}
    </div>
  );
}
