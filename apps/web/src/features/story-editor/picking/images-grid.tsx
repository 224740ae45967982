import type { listItemImages } from '@armarium/contract/image-calls';
import type { ImageAsset } from '@armarium/contract/images';
import type { AnswerOf } from '@armarium/contract/operation';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconPhoto } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture, PicturePlaceholder } from '../../../records/components/picture.tsx';
import { rangeOf } from '../../../records/selection/selection.ts';
import { Failed } from '../../../ui/failed.tsx';
import { pageAddress } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { isReady, nameOf } from './picked-step.ts';
import classes from './picking.module.css';

type Chosen = ReadonlyMap<string, ImageAsset>;

interface ImagesGridProps {
  search: URLSearchParams;
  images: UseQueryResult<AnswerOf<typeof listItemImages>>;
  /** 1-based. */
  page: number;
  /** 1-based, of the image that is shown large. */
  position: number;
  show(position: number): void;
  /** By uuid; undefined where one only is taken. */
  chosen: Chosen | undefined;
  onChoose(chosen: Chosen): void;
  /** Stands above the images. */
  children: ReactNode;
}

/** The images of an item in a grid: a click shows one large, a tick chooses it, with Shift all from the last tick. */
export function ImagesGrid(props: ImagesGridProps) {
  const { search, images, page, position, show, chosen, onChoose, children } = props;
  const { t } = useTranslation('picking');
  const lastTicked = useRef<string>(undefined);
  const listed = images.data?._embedded.images ?? [];
  const tick = (image: ImageAsset, on: Chosen, withShift: boolean) => {
    const uuids = listed.filter(isReady).map(({ uuid }) => uuid);
    const some = rangeOf(uuids, withShift ? lastTicked.current : undefined, image.uuid);
    const next = new Map(on);
    const isAdded = !on.has(image.uuid);
    for (const one of listed.filter(({ uuid }) => some.includes(uuid))) {
      if (isAdded) next.set(one.uuid, one);
      else next.delete(one.uuid);
    }
    lastTicked.current = image.uuid;
    onChoose(next);
  };
  return (
    <section className={classes.panel} aria-label={t('images')}>
      {children}
      {images.data === undefined &&
        (images.error ? (
          <Failed error={images.error} onRetry={() => void images.refetch()} />
        ) : (
          <Skeleton height={320} aria-hidden />
        ))}
      {listed.length > 0 && (
        <ul className={classes.grid} aria-label={t('images')} aria-busy={images.isPlaceholderData}>
          {listed.map((image) => {
            const named = { position: image.position, name: nameOf(image) };
            return (
              <li
                key={image.uuid}
                className={classes.cell}
                data-chosen={chosen?.has(image.uuid) || undefined}
              >
                <button
                  type="button"
                  className={classes.thumb}
                  aria-label={t('show', named)}
                  aria-current={image.position === position || undefined}
                  onClick={() => show(image.position)}
                >
                  <span className={classes.mat}>
                    <Picture address={isReady(image) ? (image._links.thumb?.href ?? null) : null} lazy>
                      <PicturePlaceholder icon={<IconPhoto size={26} stroke={1.1} aria-hidden />}>
                        {t(image.importState === 'ERROR' ? 'failed' : 'notReady')}
                      </PicturePlaceholder>
                    </Picture>
                  </span>
                  <span className={classes.caption} dir="auto">
                    <span className="tabular">{image.position}</span> {named.name}
                  </span>
                </button>
                {chosen && isReady(image) && (
                  <label className={classes.tick}>
                    <input
                      type="checkbox"
                      checked={chosen.has(image.uuid)}
                      aria-label={t('choose', named)}
                      onChange={({ nativeEvent }) =>
                        tick(image, chosen, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
                      }
                    />
                  </label>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {images.data && (
        <Pager
          page={page}
          totalPages={images.data.page.totalPages}
          addressOf={(to) => withImage(pageAddress(search, to), position)}
          label={t('imagePages')}
          most={7}
        />
      )}
    </section>
  );
}

/** The image that is shown stays, whatever page the grid is turned to. */
function withImage({ search }: { search: string }, position: number): { search: string } {
  const next = new URLSearchParams(search);
  next.set('image', String(position));
  return { search: next.toString() };
}
