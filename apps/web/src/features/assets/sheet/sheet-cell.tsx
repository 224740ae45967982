import type { SheetImage } from '@armarium/contract/contact-sheet';
import {
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconRotate2,
  IconRowInsertBottom,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import type { Gap } from './missing-numbers.ts';
import classes from './sheet-grid.module.css';
import type { Marks } from './sheet-marks.ts';
import { SheetThumb } from './sheet-thumb.tsx';

interface SheetCellProps {
  id: string;
  image: SheetImage;
  /** 1-based. */
  position: number;
  total: number;
  marks: Marks;
  isChosen: boolean;
  isActive: boolean;
  /** Whether it is an image of the selected entry of the table of contents. */
  isMarked: boolean;
  /** Whether the sheet scrolls too quickly to look at the cell. */
  isPassing: boolean;
}

/** One image of the sheet: its picture, place and label, and what is worth a look at it. */
export const SheetCell = memo(function SheetCell({
  id,
  image,
  position,
  total,
  marks,
  isChosen,
  isActive,
  isMarked,
  isPassing,
}: SheetCellProps) {
  const { t } = useTranslation('sheet');
  const name = displayTitle(image.sgtt) || image.originalFilename;
  const state = image.isChanging
    ? t('changing')
    : image.importState !== 'DONE'
      ? t(`state.${image.importState}`)
      : image.lastChangeFailed
        ? t('changeFailed')
        : undefined;
  const markWords = [
    ...(marks.sameAs.length > 0 ? [t('mark.sameAs', { places: marks.sameAs.join(', ') })] : []),
    ...(marks.isTurned ? [t('mark.turned')] : []),
    ...marks.missing.map((gap) => t(gap.count === 1 ? 'mark.missing' : 'mark.missingSome', { ...gap })),
  ];
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-posinset={position}
      aria-setsize={total}
      aria-label={[t('image', { position, name }), state, ...markWords].filter(Boolean).join('. ')}
      title={[image.originalFilename, state, ...markWords].filter(Boolean).join('\n')}
      className={classes.cell}
      data-uuid={image.uuid}
      {...(isActive && { 'data-active': true })}
      {...(isMarked && { 'data-marked': true })}
    >
      <span className={classes.mat}>
        {image._links.thumb && image.importState === 'DONE' ? (
          <SheetThumb address={image._links.thumb.href} isPassing={isPassing} />
        ) : image.importState === 'ERROR' ? (
          <IconAlertTriangle size={24} stroke={1.4} aria-hidden />
        ) : null}
        {state !== undefined && <span className={classes.state}>{state}</span>}
        <span className={classes.tick} aria-hidden>
          {isChosen && <IconCheck size={15} stroke={2.6} />}
        </span>
      </span>
      <span className={classes.words}>
        <span className={`${classes.place} tabular`}>{position}</span>
        <span className={classes.name} dir="auto">
          {name}
        </span>
      </span>
      <span className={classes.marks} aria-hidden>
        {marks.isTurned && (
          <span data-mark="turned">
            <IconRotate2 size={14} /> {t('turnedShort')}
          </span>
        )}
        {marks.sameAs.length > 0 && (
          <span className="tabular" data-mark="same">
            <IconCopy size={14} /> {marks.sameAs.join(', ')}
          </span>
        )}
        {marks.missing[0] && (
          <span data-mark="missing">
            <IconRowInsertBottom size={14} /> <Missing gap={marks.missing[0]} />
          </span>
        )}
      </span>
    </div>
  );
}, isSame);

/** Marks are worked out anew for all images at once, and come to the same for nearly each. */
function isSame({ marks, ...before }: SheetCellProps, { marks: next, ...after }: SheetCellProps): boolean {
  const names = Object.keys(before) as (keyof typeof before)[];
  return (
    names.every((name) => before[name] === after[name]) &&
    (marks === next || JSON.stringify(marks) === JSON.stringify(next))
  );
}

function Missing({ gap }: { gap: Gap }) {
  const { t } = useTranslation('sheet');
  return <>{t(gap.count === 1 ? 'missingShort' : 'missingShortSome', gap.numbers)}</>;
}
