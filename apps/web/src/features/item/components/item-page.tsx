import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { itemQuery } from '../../../records/api/item.ts';
import { isMissing } from '../../../records/api/missing.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import type { Opening } from '../../../viewers/openings.ts';
import { ItemHeader } from './item-header.tsx';
import { ItemViewer } from './item-viewer.tsx';
import type { ItemView } from './item-views.tsx';
import { MetadataPanel } from './metadata-panel.tsx';
import { TextPage } from './text-page.tsx';
import { TextRecord } from './text-record.tsx';
import { useItemViewing } from './use-item-viewing.ts';
import { useMetadataDialog } from './use-metadata-dialog.tsx';
import classes from './item-page.module.css';

/** The kinds of files, as the tabs and the address name them. */
export type FileKind = 'images' | 'audios' | 'videos' | 'model3Ds';

interface ItemPageProps {
  collectionUuid: string;
  uuid: string;
  /** Adds files to the item; undefined where the user may not. @param kind the kind that is shown */
  onAddFiles(item: Item, kind?: FileKind): void;
  /** What else can be done with the item and the image that is shown, beside its title. */
  actions?: ((item: Item, image: ImageAsset | undefined) => ReactNode) | undefined;
  /** Is drawn below its metadata: its files, and the ways to show one of them. */
  Assets: ComponentType<ShownAssets>;
  notFound: ReactNode;
}

/** What the page shows of an item's files, and how it shows another. */
export interface ShownAssets {
  readonly item: Item;
  /** 1-based place of the image. */
  readonly position: number;
  /** The images that are shown together; the position is one of them. */
  readonly opening: Opening;
  /** The audio, video or model, where one was chosen. */
  readonly shownUuid: string | undefined;
  onShowImage(position: number): void;
  onShowFile(view: Exclude<ItemView['name'], 'images' | 'advanced'>, uuid: string): void;
  readonly onAdd: ((item: Item, kind: FileKind) => void) | undefined;
}

/** An item within one of its collections: its images in deep zoom, its metadata, its images (catalogue §2, Item preview). */
export function ItemPage({ collectionUuid, uuid, onAddFiles, actions, Assets, notFound }: ItemPageProps) {
  const { t } = useTranslation('catalogue');
  const item = useQuery(itemQuery(uuid));
  // The list that the item was opened from.
  const { state } = useLocation() as { state: unknown };
  const isElsewhere = item.data !== undefined && !item.data.parentCollectionsUuids.includes(collectionUuid);
  // Decided once for each address: the page stays open when somebody else moves the item.
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
    if (collection.isError) return notFound;
  }
  const home = item.data.parentCollectionsUuids[0];
  // An item whose collections the user may not see is shown in any collection.
  if (stray && home !== undefined) {
    return <Navigate to={`/catalog/${home}/cultural-item/${uuid}`} replace state={state} />;
  }
  const mayAdd = item.data.allowedActions.includes('upload');
  return (
    <ItemContents
      item={item.data}
      collectionUuid={collectionUuid}
      onAddFiles={mayAdd ? onAddFiles : undefined}
      actions={actions}
      Assets={Assets}
    />
  );
}

interface ItemContentsProps {
  item: Item;
  collectionUuid: string;
  onAddFiles: ((item: Item, kind?: FileKind) => void) | undefined;
  actions: ItemPageProps['actions'];
  Assets: ItemPageProps['Assets'];
}

function ItemContents({ item, collectionUuid, onAddFiles, actions, Assets }: ItemContentsProps) {
  const navigate = useNavigate();
  const templates = useQuery(itemTemplatesQuery);
  const viewing = useItemViewing(item);
  const viewer = useRef<HTMLDivElement>(null);
  const metadata = useMetadataDialog(
    item,
    templates.data,
    () => void navigate(`/catalog/${collectionUuid}`, { replace: true }),
  );
  const isBare = hasNoFiles(item);
  // On a narrow screen the list is below what it chooses.
  const scrollToViewer = () => viewer.current?.scrollIntoView({ block: 'nearest' });

  return (
    <div className={isBare ? undefined : classes.page}>
      <ItemHeader item={item} collectionUuid={collectionUuid} actions={actions?.(item, viewing.image)} />
      {isBare ? (
        <TextPage
          item={item}
          onAddFiles={onAddFiles && (() => onAddFiles(item))}
          onOpen={templates.data && metadata.open}
        >
          <OnceKnown query={templates}>{(known) => <TextRecord item={item} templates={known} />}</OnceKnown>
        </TextPage>
      ) : (
        <div className={classes.split}>
          <ItemViewer ref={viewer} item={item} viewing={viewing} />
          <aside className={classes.panel}>
            {/* All of the panel at once: what arrived late would push down what is being read. */}
            <OnceKnown query={templates}>
              {(known) => (
                <>
                  <MetadataPanel item={item} templates={known} onOpen={metadata.open} />
                  <Assets
                    item={item}
                    position={viewing.position}
                    opening={viewing.opening}
                    shownUuid={viewing.asset}
                    onShowImage={(to) => {
                      viewing.showImage(to);
                      scrollToViewer();
                    }}
                    onShowFile={(name, asset) => {
                      viewing.showView(name, asset);
                      scrollToViewer();
                    }}
                    onAdd={onAddFiles}
                  />
                </>
              )}
            </OnceKnown>
          </aside>
        </div>
      )}
      {metadata.dialog}
    </div>
  );
}

/** Whether an item is its metadata alone. A file that is still being prepared, or failed, counts as one. */
function hasNoFiles({ mediaTypeInfo: has }: Item): boolean {
  return has.imagesCount + has.audiosCount + has.videosCount + has.model3DsCount === 0;
}

interface OnceKnownProps {
  query: UseQueryResult<Template[]>;
  children: (templates: Template[]) => ReactNode;
}

/** What takes the fields of the items, or what stands in its place until they are known. */
function OnceKnown({ query, children }: OnceKnownProps) {
  if (query.isPending) return <PanelSkeleton />;
  if (query.data === undefined) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return children(query.data);
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
