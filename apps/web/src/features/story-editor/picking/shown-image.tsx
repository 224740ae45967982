import type { ImageAsset } from '@armarium/contract/images';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { signInIfSessionEnded } from '../../../lib/sign-in-if-session-ended.ts';
import { Failed } from '../../../ui/failed.tsx';
import type { ShownZoom } from '../../../viewers/deep-zoom.tsx';
import { ImageNotReady } from './image-not-ready.tsx';
import { DeepZoom } from './lazy-viewers.ts';
import { isReady, nameOf } from './picked-step.ts';
import classes from './picking.module.css';

interface ShownImageProps {
  ref: Ref<ShownZoom>;
  /** Undefined until it is known. */
  image: ImageAsset | undefined;
  imageQuery: { error: Error | null; refetch(): unknown };
  /** 1-based place of the image among `total`. */
  position: number;
  total: number;
  show(position: number): void;
}

/** The image of an item that is looked at, and the way to those before and after it. */
export function ShownImage(props: ShownImageProps) {
  const { t } = useTranslation('picking');
  const { position, total, show } = props;
  // It keeps the focus, whatever image is shown.
  const turn = (word: 'previous' | 'next', Icon: typeof IconChevronLeft, to: number) => {
    const isEnd = to < 1 || to > total;
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(word)}
        aria-disabled={isEnd || undefined}
        data-disabled={isEnd || undefined}
        onClick={isEnd ? undefined : () => show(to)}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <>
      <div className={classes.stage}>
        <ImageOnStage {...props} />
      </div>
      {total > 1 && (
        <div className={classes.turning}>
          {turn('previous', IconChevronLeft, position - 1)}
          <span className="tabular" aria-live="polite">
            {t('imageOf', { position, total })}
          </span>
          {turn('next', IconChevronRight, position + 1)}
        </div>
      )}
    </>
  );
}

/** The image in deep zoom; in its place what is still to come, what failed, or why it can't be shown. */
function ImageOnStage({ ref, image, imageQuery, position }: ShownImageProps) {
  const { t } = useTranslation('picking');
  if (image === undefined)
    return imageQuery.error ? (
      <Failed error={imageQuery.error} onRetry={() => void imageQuery.refetch()} />
    ) : (
      <div aria-busy />
    );
  if (!isReady(image)) return <ImageNotReady image={image} />;
  return (
    <Suspense fallback={<div aria-busy />}>
      <DeepZoom
        ref={ref}
        source={`/iiif/3/${image.uuid}/info.json`}
        name={t('image', { position, name: nameOf(image) })}
        onFailed={(openAgain) =>
          void signInIfSessionEnded().then((isBack) => {
            if (isBack) openAgain();
          })
        }
      />
    </Suspense>
  );
}
