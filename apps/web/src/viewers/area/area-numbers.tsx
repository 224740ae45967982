import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isSameRegion,
  sideRange,
  sides,
  typedRegion,
  type Extent,
  type Ratio,
  type Region,
  type Side,
} from './region.ts';
import classes from './area-editor.module.css';

/** How far keys change a number. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 100,
  PageDown: -100,
};

interface AreaNumbersProps {
  image: Extent;
  region: Region;
  ratio: Ratio;
  /** @param run what belongs to one step of undo */
  onChange(region: Region, run: string): void;
  /** The field was left. */
  onDone(): void;
}

/** What stands in a field while it is typed into. */
interface Typed {
  readonly side: Side;
  readonly text: string;
  /** The region that it led to: what was typed is dropped when another one is shown. */
  readonly region: Region;
  /** The region in which it was begun: what is typed on the way to a longer number changes nothing else for good. */
  readonly start: Region;
}

/** The four numbers of a region. A number out of range is told, and brought into it when its field is left. */
export function AreaNumbers({ image, region, ratio, onChange, onDone }: AreaNumbersProps) {
  const { t } = useTranslation('area');
  const label = useId();
  const [typed, setTyped] = useState<Typed>();
  const current = typed && isSameRegion(typed.region, region) ? typed : undefined;

  const take = (side: Side, text: string) => {
    const start = current?.side === side ? current.start : region;
    const [least, most] = sideRange(start, side, image, ratio);
    const value = numberIn(text);
    const isIn = value !== undefined && value >= least && value <= most;
    const next = isIn ? typedRegion(start, side, value, image, ratio) : region;
    setTyped({ side, text, region: next, start });
    if (isIn) onChange(next, side);
  };
  const leave = (side: Side) => {
    setTyped(undefined);
    const left = current?.side === side ? current : undefined;
    const value = left && numberIn(left.text);
    if (left && value !== undefined) {
      const [least, most] = sideRange(left.start, side, image, ratio);
      if (value < least || value > most)
        onChange(typedRegion(left.start, side, Math.max(least, Math.min(most, value)), image, ratio), side);
    }
    onDone();
  };

  return (
    <div className={classes.numbers} role="group" aria-labelledby={label}>
      <p id={label} className={classes.label}>
        {t('numbers', { ...image })}
      </p>
      {sides.map((side) => {
        const start = current?.side === side ? current.start : region;
        const [least, most] = sideRange(start, side, image, ratio);
        const text = current?.side === side ? current.text : String(region[side]);
        const value = numberIn(text);
        const isFaulty = value === undefined || value < least || value > most;
        return (
          <TextInput
            key={side}
            label={t(`sides.${side}`)}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            error={isFaulty && t('range', { least, most })}
            onChange={(event) => take(side, event.currentTarget.value)}
            onBlur={() => leave(side)}
            onKeyDown={(event) => {
              const step = KEY_STEPS[event.key];
              if (step === undefined) return;
              event.preventDefault();
              take(side, String(Math.max(least, Math.min(most, (value ?? least) + step))));
            }}
          />
        );
      })}
    </div>
  );
}

/** A whole number as it was typed; undefined where it is none. */
function numberIn(text: string): number | undefined {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined;
}
