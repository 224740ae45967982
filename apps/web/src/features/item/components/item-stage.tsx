import type { ImageAsset } from '@armarium/contract/images';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconHourglass } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { signInIfSessionEnded } from '../../../lib/sign-in-if-session-ended.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import classes from './item-stage.module.css';

// Loaded at the same time as the page, which does not wait for it: the metadata are shown before the viewer.
const viewerModule = import('../../../viewers/deep-zoom.tsx');
const DeepZoom = lazy(() => viewerModule.then((module) => ({ default: module.DeepZoom })));

interface ItemStageProps {
  /** The image to show; undefined until it is known. */
  image: ImageAsset | undefined;
  error: Error | null;
  onRetryLoading(): void;
  /** 1-based place of the image among `total`. */
  position: number;
  total: number;
  onShow(position: number): void;
}

/** The image that the page shows in deep zoom, or the reason why there is none. */
export function ItemStage({ image, error, onRetryLoading, position, total, onShow }: ItemStageProps) {
  const { t } = useTranslation('item');
  if (error) {
    return (
      <div className={classes.calm}>
        <Failed error={error} onRetry={onRetryLoading} />
      </div>
    );
  }
  const turning = total > 1 && <ImageTurner {...{ position, total, onShow }} />;
  if (image === undefined) return <div className={classes.calm} aria-busy />;
  const name = displayTitle(image.sgtt) || image.originalFilename;
  if (image.importState !== 'DONE') {
    const failed = image.importState === 'ERROR';
    return (
      <div className={classes.column}>
        <div className={classes.calm} role="status">
          <EmptyState
            icon={
              failed ? <IconAlertTriangle size={40} stroke={1.2} /> : <IconHourglass size={40} stroke={1.2} />
            }
            title={t(failed ? 'failed' : 'preparing')}
          >
            {failed
              ? t('failedImage', { position, name: image.originalFilename || name })
              : t('preparingText')}
          </EmptyState>
        </div>
        {turning && <div className={classes.bar}>{turning}</div>}
      </div>
    );
  }
  return (
    <Suspense fallback={<div className={classes.calm} aria-busy />}>
      <DeepZoom
        source={`/iiif/3/${image.uuid}/info.json`}
        name={t('image', { position, name })}
        onFailed={(openAgain) =>
          void signInIfSessionEnded().then((isBack) => {
            if (isBack) openAgain();
          })
        }
      >
        {turning}
      </DeepZoom>
    </Suspense>
  );
}

/** The buttons to the image before and after the one that is shown. */
function ImageTurner({ position, total, onShow }: Pick<ItemStageProps, 'position' | 'total' | 'onShow'>) {
  const { t } = useTranslation('item');
  return (
    <div className={classes.turning}>
      <button
        type="button"
        aria-label={t('previousImage')}
        title={t('previousImage')}
        disabled={position <= 1}
        onClick={() => onShow(position - 1)}
      >
        <IconChevronLeft size={20} stroke={1.7} aria-hidden />
      </button>
      <span className="tabular" aria-live="polite">
        {t('imageOf', { position, total })}
      </span>
      <button
        type="button"
        aria-label={t('nextImage')}
        title={t('nextImage')}
        disabled={position >= total}
        onClick={() => onShow(position + 1)}
      >
        <IconChevronRight size={20} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
}
