import type { ImageAsset } from '@armarium/contract/images';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInIfSessionEnded } from '../../../lib/sign-in-if-session-ended.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { fromLeft, openingAt } from '../../../viewers/openings.ts';
import { imageTitle } from '../image-title.ts';
import { ImageTurner, type Way } from './image-turner.tsx';
import type { ItemViewing } from './use-item-viewing.ts';
import classes from './item-stage.module.css';

// Loaded at the same time as the page, which does not wait for it: the metadata are shown before the viewer.
const viewerModule = import('../../../viewers/deep-zoom.tsx');
const DeepZoom = lazy(() => viewerModule.then((module) => ({ default: module.DeepZoom })));

/** The images that the page shows in deep zoom, one or two, or the reason why there is none. */
export function ItemStage({ viewing }: { viewing: ItemViewing }) {
  const { t } = useTranslation('item');
  const { images, opening, total, onward, isTwo } = viewing;
  const [turnedBy, setTurnedBy] = useState<Way>();
  // What is shown stays until the next is known, so that the buttons below it keep their focus.
  const [kept, setKept] = useState(viewing.shown);
  if (viewing.shown && !isSame(viewing.shown, kept)) setKept(viewing.shown);
  const shown = viewing.shown ?? kept;
  if (images.data === undefined && images.error) {
    return (
      <div className={classes.calm}>
        <Failed error={images.error} onRetry={() => void images.refetch()} />
      </div>
    );
  }
  const turning = total > 1 && (
    <ImageTurner
      {...{ opening, total, onward, isTwo }}
      onTogglePages={viewing.togglePages}
      usedLast={turnedBy}
      onTurn={(to, way) => {
        setTurnedBy(way);
        viewing.showImage(openingAt(to, total, isTwo).first);
      }}
    />
  );
  const [first] = shown ?? [];
  if (!shown || !first) return <div className={classes.calm} aria-busy />;
  const ready = fromLeft(
    shown.filter(({ importState }) => importState === 'DONE'),
    onward,
  );
  const [left, right] = ready;
  if (!left) {
    return (
      <div className={classes.column}>
        <NotReady image={first} />
        {turning && <div className={classes.bar}>{turning}</div>}
      </div>
    );
  }
  const nameOf = (image: ImageAsset) => t('image', { position: image.position, name: imageTitle(image) });
  return (
    <Suspense fallback={<div className={classes.calm} aria-busy />}>
      <div className={classes.column}>
        <DeepZoom
          source={sourceOf(left)}
          beside={right && sourceOf(right)}
          name={shown
            .filter((image) => ready.includes(image))
            .map(nameOf)
            .join(', ')}
          onFailed={(openAgain) =>
            void signInIfSessionEnded().then((isBack) => {
              if (isBack) openAgain();
            })
          }
        >
          {turning}
        </DeepZoom>
        <Lacking images={shown} />
      </div>
    </Suspense>
  );
}

const sourceOf = ({ uuid }: ImageAsset): string => `/iiif/3/${uuid}/info.json`;
const isSame = (images: readonly ImageAsset[], others: readonly ImageAsset[] = []): boolean =>
  images.length === others.length && images.every((image, index) => image === others[index]);

/** In place of the viewer, where there is nothing to show in it yet. */
function NotReady({ image }: { image: ImageAsset }) {
  const { t } = useTranslation('item');
  const failed = image.importState === 'ERROR';
  const Sign = failed ? IconAlertTriangle : IconHourglass;
  return (
    <div className={classes.calm} role="status">
      <EmptyState icon={<Sign size={40} stroke={1.2} />} title={t(failed ? 'failed' : 'preparing')}>
        {failed
          ? t('failedImage', { position: image.position, name: image.originalFilename || imageTitle(image) })
          : t('preparingText')}
      </EmptyState>
    </div>
  );
}

/** Over the viewer, the page of an opening that is left out of it. */
function Lacking({ images }: { images: readonly ImageAsset[] }) {
  const { t } = useTranslation('item');
  const lacking = images.find(({ importState }) => importState !== 'DONE');
  if (!lacking) return null;
  const { position, importState } = lacking;
  return (
    <p className={classes.lacking} role="status">
      {t(importState === 'ERROR' ? 'failedPage' : 'preparingPage', { position })}
    </p>
  );
}
