import type { Item } from '@armarium/contract/items';
import type { Ref } from 'react';
import { ItemStage } from './item-stage.tsx';
import { FramedView, TextSwitch, ViewSwitch } from './item-views.tsx';
import { PageText } from './page-text.tsx';
import type { ItemViewing } from './use-item-viewing.ts';
import classes from './item-page.module.css';

interface ItemViewerProps {
  ref: Ref<HTMLDivElement>;
  item: Item;
  viewing: ItemViewing;
}

/** The image or the viewer's page that is shown, the text beside it, and the switch to another view. */
export function ItemViewer({ ref, item, viewing }: ItemViewerProps) {
  const { views, view, image, images, asset, isTextOpen } = viewing;
  return (
    <div ref={ref} className={classes.stage}>
      {views.length > 1 && (
        <ViewSwitch views={views} shown={view} onShow={viewing.showView}>
          {view.name === 'images' && (isTextOpen || image?._links.text) && (
            <TextSwitch isOpen={isTextOpen} onToggle={viewing.toggleText} />
          )}
        </ViewSwitch>
      )}
      <div className={classes.shown}>
        <div className={classes.viewer}>
          {view.name === 'images' ? (
            <ItemStage
              image={image}
              error={images.data === undefined ? images.error : null}
              onRetryLoading={() => void images.refetch()}
              position={viewing.position}
              total={viewing.total}
              onShow={viewing.showImage}
            />
          ) : (
            <FramedView
              key={`${item.uuid} ${view.name} ${asset ?? ''}`}
              item={item}
              view={view}
              asset={asset}
            />
          )}
        </div>
        {isTextOpen && <PageText image={image} />}
      </div>
    </div>
  );
}
