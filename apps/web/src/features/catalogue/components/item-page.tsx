import type { ImageAsset, Item } from '@armarium/contract/records';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { collectionQuery } from '../api/collection.ts';
import { itemImagesQuery, IMAGES_PER_PAGE } from '../api/item-images.ts';
import { itemTemplatesQuery } from '../api/templates.ts';
import { itemQuery } from '../api/item.ts';
import { isMissing } from '../api/missing.ts';
import { titleOf } from '../../../ui/display-title.ts';
import '../messages.ts';
import { Failed } from './failed.tsx';
import { ImageList } from './image-list.tsx';
import { ItemHeader } from './item-header.tsx';
import { ItemStage } from './item-stage.tsx';
import { FramedView, viewsOf, ViewSwitch } from './item-views.tsx';
import { MetadataPanel } from './metadata-panel.tsx';
import classes from './item-page.module.css';

interface ItemPageProps {
  collectionUuid: string;
  uuid: string;
  /** Asked for only where the user may add images to the item. */
  onAddImages(item: Item): void;
  /** What else can be done with the item and the image that is shown, beside its title. */
  actions?: ((item: Item, image: ImageAsset | undefined) => ReactNode) | undefined;
  notFound: ReactNode;
}

/** An item within one of its collections: its images in deep zoom, its metadata, its images (catalogue §2, Item preview). */
export function ItemPage({ collectionUuid, uuid, onAddImages, actions, notFound }: ItemPageProps) {
  const { t } = useTranslation('catalogue');
  const item = useQuery(itemQuery(uuid));
  const isElsewhere = item.data !== undefined && !item.data.parentCollectionsUuids.includes(collectionUuid);
  // Judged once for each address: whoever is at work here is not led away because somebody else moves the item.
  const address = `${collectionUuid} ${uuid}`;
  const [arrived, setArrived] = useState<{ address: string; isElsewhere: boolean }>();
  if (item.data !== undefined && arrived?.address !== address) setArrived({ address, isElsewhere });
  const stray = isElsewhere && arrived?.address === address && arrived.isElsewhere;
  // An item that has left a collection is shown where it is now; a collection that never was is not found.
  const collection = useQuery({ ...collectionQuery(collectionUuid), enabled: stray });
  useDocumentTitle(item.data && titleOf(item.data, t('untitled')));

  if (item.data === undefined) {
    if (item.error === null) return <ItemSkeleton />;
    return isMissing(item.error) ? (
      notFound
    ) : (
      <Failed error={item.error} onRetry={() => void item.refetch()} />
    );
  }
  if (stray) {
    if (collection.isPending) return <ItemSkeleton />;
    const home = item.data.parentCollectionsUuids[0];
    if (collection.isError || home === undefined) return notFound;
    return <Navigate to={`/catalog/${home}/cultural-item/${uuid}`} replace />;
  }
  const mayAdd = item.data.allowedActions.includes('upload');
  return (
    <ItemContents
      item={item.data}
      collectionUuid={collectionUuid}
      onAddImages={mayAdd ? onAddImages : undefined}
      actions={actions}
    />
  );
}

interface ItemContentsProps {
  item: Item;
  collectionUuid: string;
  onAddImages: ((item: Item) => void) | undefined;
  actions: ItemPageProps['actions'];
}

function ItemContents({ item, collectionUuid, onAddImages, actions }: ItemContentsProps) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const total = item.mediaTypeInfo.imagesCount;
  const position = Math.min(pageFrom(search.get('image')), Math.max(total, 1));
  const page = Math.ceil(position / IMAGES_PER_PAGE);
  const templates = useQuery(itemTemplatesQuery);
  const images = useQuery({ ...itemImagesQuery(item.uuid, page), enabled: total > 0 });
  const image = images.isPlaceholderData
    ? undefined
    : images.data?._embedded.images[position - 1 - (page - 1) * IMAGES_PER_PAGE];
  const stage = useRef<HTMLDivElement>(null);
  const views = viewsOf(item);
  const view = views.find(({ name }) => name === search.get('show')) ?? views[0];
  const show = (to: number) => {
    const next = new URLSearchParams(search);
    next.set('image', String(to));
    // Whoever chooses an image sees it.
    next.delete('show');
    setSearch(next, { replace: true, preventScrollReset: true });
  };

  return (
    <div className={classes.page}>
      <ItemHeader item={item} collectionUuid={collectionUuid} actions={actions?.(item, image)} />
      <div className={classes.split}>
        <div ref={stage} className={classes.stage}>
          {views.length > 1 && (
            <ViewSwitch
              views={views}
              shown={view}
              onShow={(name) => {
                const next = new URLSearchParams(search);
                next.set('show', name);
                setSearch(next, { replace: true, preventScrollReset: true });
              }}
            />
          )}
          <div className={classes.shown}>
            {view.name === 'images' ? (
              <ItemStage
                item={item}
                image={image}
                error={images.data === undefined ? images.error : null}
                onRetryLoading={() => void images.refetch()}
                position={position}
                total={total}
                onShow={show}
                onAddImages={onAddImages}
              />
            ) : (
              <FramedView key={`${item.uuid} ${view.name}`} item={item} view={view} />
            )}
          </div>
        </div>
        <aside className={classes.panel}>
          {/* All of the panel at once: what arrived late would push down what is being read. */}
          {templates.isPending ? (
            <PanelSkeleton />
          ) : templates.data === undefined ? (
            <Failed error={templates.error} onRetry={() => void templates.refetch()} />
          ) : (
            <>
              <MetadataPanel
                item={item}
                templates={templates.data}
                onGone={() => void navigate(`/catalog/${collectionUuid}`, { replace: true })}
              />
              <ImageList
                item={item}
                failed={images.data === undefined && images.isError}
                images={images.isPlaceholderData ? undefined : images.data?._embedded.images}
                page={page}
                totalPages={images.data?.page.totalPages ?? 1}
                position={position}
                onShow={(to) => {
                  show(to);
                  // On a narrow screen the list stands below the image that it chooses.
                  stage.current?.scrollIntoView({ block: 'nearest' });
                }}
                onTurn={show}
                onAddImages={onAddImages}
              />
            </>
          )}
        </aside>
      </div>
    </div>
  );
}

function ItemSkeleton() {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.skeletonHead}>
        <Skeleton height={28} width={320} />
      </div>
      <div className={classes.split}>
        <div className={classes.stage} />
        <aside className={classes.panel}>
          <PanelSkeleton />
        </aside>
      </div>
    </div>
  );
}

function PanelSkeleton() {
  return [70, 40, 60, 50].map((width) => <Skeleton key={width} height={18} width={`${width}%`} mb="md" />);
}
