import type { ImageAsset, Item } from '@armarium/contract/records';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconPhotoPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { IMAGES_PER_PAGE } from '../api/item-images.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import '../../../ui/messages.ts';
import '../messages.ts';
import '../workflow/messages.ts';
import { grouped } from './count-words.ts';
import { FailedImage } from './failed-image.tsx';
import { WorkflowOpener } from './workflow-opener.tsx';
import classes from './image-list.module.css';

interface ImageListProps {
  item: Item;
  images: readonly ImageAsset[] | undefined;
  /** They could not be loaded; the stage beside the list says why. */
  failed: boolean;
  /** 1-based page of the list. */
  page: number;
  totalPages: number;
  /** 1-based place of the image that is shown. */
  position: number;
  onShow(position: number): void;
  /** Another page of the list was asked for, by its first image. */
  onTurn(position: number): void;
  onAddImages: ((item: Item) => void) | undefined;
}

/** As many failures are told at once: with more of them the images would be out of sight. */
const FAILURES_TOLD = 3;

/** The images of an item, 100 at a time: what is shown, what is being prepared, what has failed and why. */
export function ImageList({
  item,
  images,
  failed: unloaded,
  page,
  totalPages,
  position,
  onShow,
  onTurn,
  onAddImages,
}: ImageListProps) {
  const { t } = useTranslation(['catalogue', 'ui', 'workflow']);
  const total = item.mediaTypeInfo.imagesCount;
  const first = (page - 1) * IMAGES_PER_PAGE + 1;
  const failed = (images ?? []).flatMap((image, index) =>
    image.importState === 'ERROR' ? [{ image, place: first + index }] : [],
  );
  const [allFailures, setAllFailures] = useState(false);
  const told = allFailures ? failed : failed.slice(0, FAILURES_TOLD);
  const list = useRef<HTMLOListElement>(null);
  const loaded = images !== undefined;
  const followed = useRef(1);
  useEffect(() => {
    if (!loaded || followed.current === position) return;
    followed.current = position;
    const current = list.current?.querySelector('[aria-current]');
    const panel = list.current?.closest('aside');
    // On a narrow screen the panel scrolls with the page, which must stay at the image.
    if (!current || !panel || panel.scrollHeight <= panel.clientHeight) return;
    current.scrollIntoView({ block: 'nearest' });
  }, [position, loaded]);
  const shown = images?.[position - first];
  if (total === 0) return null;

  return (
    <section className={classes.section} aria-labelledby="images-heading">
      <div className={classes.head}>
        <h2 id="images-heading" className={classes.heading}>
          {t('item.images')} <span className="tabular">{grouped(total)}</span>
        </h2>
        {onAddImages && (
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconPhotoPlus size={17} />}
            onClick={() => onAddImages(item)}
          >
            {t('item.addImages')}
          </Button>
        )}
      </div>
      <div className={classes.current}>
        {shown && (
          <>
            <span className="tabular">{t('workflow:image', { position })}</span>
            <WorkflowOpener
              key={shown.uuid}
              record={{ ...shown, title: displayTitle(shown.sgtt) || shown.originalFilename }}
            />
          </>
        )}
      </div>
      {told.map(({ image, place }) => (
        <FailedImage key={image.uuid} image={image} place={place} itemUuid={item.uuid} />
      ))}
      {failed.length > told.length && (
        <Button variant="default" size="compact-sm" mb="sm" onClick={() => setAllFailures(true)}>
          {t('item.moreFailed', { count: failed.length - told.length })}
        </Button>
      )}
      <ol ref={list} className={classes.list} onKeyDown={(event) => moveFocusByArrows(event, 'button')}>
        {images
          ? images.map((image, index) => {
              const place = first + index;
              const name = displayTitle(image.sgtt) || image.originalFilename;
              const state = t(`item.importState.${image.importState}`);
              return (
                <li key={image.uuid}>
                  <button
                    type="button"
                    className={classes.image}
                    title={name}
                    aria-label={[
                      t('item.image', { position: place, name }),
                      image.importState !== 'DONE' && state,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                    {...(place === position && { 'aria-current': 'true' as const })}
                    onClick={() => onShow(place)}
                  >
                    <span className={classes.mat} data-import-state={image.importState}>
                      {image.importState === 'ERROR' ? (
                        <IconAlertTriangle size={24} stroke={1.4} aria-hidden />
                      ) : image.importState === 'DONE' && image._links.thumb ? (
                        <img src={image._links.thumb.href} alt="" loading="lazy" decoding="async" />
                      ) : (
                        <span className={classes.state}>{state}</span>
                      )}
                    </span>
                    <span className={`${classes.place} tabular`} aria-hidden>
                      {place}
                    </span>
                  </button>
                </li>
              );
            })
          : Array.from({ length: unloaded ? 0 : Math.min(total, IMAGES_PER_PAGE) }, (_, index) => (
              <li key={index} aria-hidden>
                <Skeleton className={classes.mat ?? ''} />
                <span className={classes.place}>&nbsp;</span>
              </li>
            ))}
      </ol>
      {totalPages > 1 && (
        <nav className={classes.pages} aria-label={t('item.imagePages')}>
          <button
            type="button"
            aria-label={t('ui:previousPage')}
            disabled={page <= 1}
            onClick={() => onTurn(first - IMAGES_PER_PAGE)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </button>
          <span className="tabular">
            {first}–{Math.min(first + IMAGES_PER_PAGE - 1, total)} / {grouped(total)}
          </span>
          <button
            type="button"
            aria-label={t('ui:nextPage')}
            disabled={page >= totalPages}
            onClick={() => onTurn(first + IMAGES_PER_PAGE)}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        </nav>
      )}
    </section>
  );
}
