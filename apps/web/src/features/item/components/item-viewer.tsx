import type { Item } from '@armarium/contract/items';
import { Suspense, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemStage } from './item-stage.tsx';
import { FramedView, SideSwitch, ViewSwitch } from './item-views.tsx';
import { ContentsPanel, PageText } from './lazy-parts.ts';
import type { ItemViewing } from './use-item-viewing.ts';
import classes from './item-page.module.css';

interface ItemViewerProps {
  ref: Ref<HTMLDivElement>;
  item: Item;
  viewing: ItemViewing;
}

/** The image or the viewer's page that is shown, what stands beside it, and the switch to another view. */
export function ItemViewer({ ref, item, viewing }: ItemViewerProps) {
  const { t } = useTranslation('viewing');
  const { views, view, shown, asset, isTextOpen, contents, isContentsOpen } = viewing;
  const isOfImages = view.name === 'images';
  const hasContents = isOfImages && contents.length > 0;
  const hasText = isOfImages && (isTextOpen || shown?.some(({ _links }) => _links.text));
  return (
    <div ref={ref} className={classes.stage}>
      {(views.length > 1 || hasContents || hasText) && (
        <ViewSwitch views={views} shown={view} onShow={viewing.showView}>
          {hasContents && (
            <SideSwitch name={t('contents')} isOpen={isContentsOpen} onToggle={viewing.toggleContents} />
          )}
          {hasText && (
            <SideSwitch
              name={t('pageText')}
              title={t('pageTextOf')}
              isOpen={isTextOpen}
              onToggle={viewing.toggleText}
            />
          )}
        </ViewSwitch>
      )}
      <div className={classes.shown} data-beside={isContentsOpen || isTextOpen || undefined}>
        <div className={classes.viewer}>
          {isOfImages ? (
            <ItemStage viewing={viewing} />
          ) : (
            <FramedView
              key={`${item.uuid} ${view.name} ${asset ?? ''}`}
              item={item}
              view={view}
              asset={asset}
              start={startOf(viewing)}
            />
          )}
        </div>
        {(isContentsOpen || isTextOpen) && (
          <div className={classes.beside} data-with-text={isTextOpen || undefined}>
            {isContentsOpen && (
              <Suspense fallback={null}>
                <ContentsPanel contents={contents} opening={viewing.opening} onShow={viewing.showImage} />
              </Suspense>
            )}
            {isTextOpen && (
              <Suspense fallback={null}>
                <PageText images={shown} />
              </Suspense>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Where the page in a frame begins: the IIIF viewer at the image that is shown, all others at their own beginning. */
function startOf({ view: { name, href }, position, image, images }: ItemViewing): string | undefined {
  if (name !== 'advanced' || href === undefined || position === 1) return href;
  if (!image) return images.isFetching ? undefined : href;
  // A manifest has no canvas of an image that is not ready.
  return image.importState === 'DONE' ? `${href}&canvas=${image.uuid}` : href;
}
