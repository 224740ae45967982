import type { SheetImage } from '@armarium/contract/contact-sheet';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import classes from './foliation-dialog.module.css';

export interface Labelled {
  readonly image: SheetImage;
  /** The label that is to be written. */
  readonly is: string;
}

/** Of one label in the preview, unless it is long. */
const ROW_px = 28;

/** Old and new labels in a list that scrolls, of which only those in sight are drawn: an item may have thousands. */
export function FoliationPreview({
  labels,
  place,
}: {
  labels: readonly Labelled[];
  place: ReadonlyMap<string, number>;
}) {
  const { t } = useTranslation('sheet');
  const scroller = useRef<HTMLDivElement>(null);
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: labels.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_px,
    overscan: 4,
  });
  return (
    <div
      ref={scroller}
      className={classes.labels}
      role="group"
      // What scrolls has to be reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('foliation.preview')}
    >
      <ol style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const labelled = labels[index];
          if (!labelled) return null;
          const { image, is } = labelled;
          return (
            <li
              key={image.uuid}
              ref={rows.measureElement}
              data-index={index}
              data-even={index % 2 === 1 || undefined}
              aria-posinset={index + 1}
              aria-setsize={labels.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className={`${classes.place} tabular`}>{place.get(image.uuid)}</span>
              <ins dir="auto">{is}</ins>
              <span className={classes.before} dir="auto">
                {image.sgtt === is ? t('foliation.unchanged') : displayTitle(image.sgtt)}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
