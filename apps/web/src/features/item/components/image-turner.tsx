import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconColumns2,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Onward, Opening } from '../../../viewers/openings.ts';
import classes from './item-stage.module.css';

export type Way = 'previousImage' | 'nextImage';

interface ImageTurnerProps {
  opening: Opening;
  total: number;
  onward: Onward;
  isTwo: boolean;
  onTogglePages: (() => void) | undefined;
  /** The button that was used last: it takes the focus back where it is drawn anew. */
  usedLast: Way | undefined;
  /** @param to an image of the opening to show */
  onTurn(to: number, way: Way): void;
}

const arrows: Record<Onward, Record<Way, typeof IconChevronLeft>> = {
  right: { previousImage: IconChevronLeft, nextImage: IconChevronRight },
  left: { previousImage: IconChevronRight, nextImage: IconChevronLeft },
  down: { previousImage: IconChevronUp, nextImage: IconChevronDown },
  up: { previousImage: IconChevronDown, nextImage: IconChevronUp },
};

/** The buttons to the images before and after those that are shown, as the images go, and the switch to two pages. */
export function ImageTurner({ opening, total, onward, isTwo, onTogglePages, ...turning }: ImageTurnerProps) {
  const { t } = useTranslation('item');
  const { first, last } = opening;
  const ways = [
    { way: 'previousImage', to: first - 1, isEnd: first <= 1 },
    { way: 'nextImage', to: last + 1, isEnd: last >= total },
  ] as const;
  const [left, right] = (onward === 'left' ? ways.toReversed() : ways).map((one) => (
    <TurnButton key={one.way} {...one} {...turning} onward={onward} />
  ));
  const position = first === last ? first : `${first}–${last}`;
  return (
    <div className={classes.turning}>
      {left}
      <span className="tabular" aria-live="polite">
        {t('imageOf', { position, total })}
      </span>
      {right}
      {onTogglePages && (
        <button
          type="button"
          aria-label={t('twoPages')}
          title={t('twoPages')}
          aria-pressed={isTwo}
          onClick={onTogglePages}
        >
          <IconColumns2 size={19} stroke={1.7} aria-hidden />
        </button>
      )}
    </div>
  );
}

interface TurnButtonProps extends Pick<ImageTurnerProps, 'onward' | 'usedLast' | 'onTurn'> {
  way: Way;
  to: number;
  isEnd: boolean;
}

function TurnButton({ way, to, isEnd, onward, usedLast, onTurn }: TurnButtonProps) {
  const { t } = useTranslation('item');
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = usedLast === way;
  // An image that is not ready has no viewer, and so buttons of its own: what was pressed to get there is gone.
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const Arrow = arrows[onward][way];
  return (
    <button
      ref={button}
      type="button"
      aria-label={t(way)}
      title={t(way)}
      aria-disabled={isEnd}
      onClick={isEnd ? undefined : () => onTurn(to, way)}
    >
      <Arrow size={20} stroke={1.7} aria-hidden />
    </button>
  );
}
