import { TextInput } from '@mantine/core';
import { useId, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cropping } from '../download-choice.ts';
import { cropRange, cropSides, type CropText } from '../variant.ts';
import { CropStage } from './crop-stage.tsx';
import classes from './crop-field.module.css';

interface CropFieldProps {
  cropping: Cropping;
  /** The fields in the order of `cropSides`, for the focus. */
  fields: RefObject<HTMLDivElement | null>;
  onChange(text: CropText): void;
}

/** A part of an image, drawn or dragged on it by mouse, pen or finger, or typed. */
export function CropField({ cropping, fields, onChange }: CropFieldProps) {
  const { t } = useTranslation('downloads');
  const hint = useId();
  const { image, largest, text, read } = cropping;
  const faulty = 'faulty' in read ? read.faulty : undefined;
  return (
    <div className={classes.crop}>
      <p id={hint} className={classes.hint}>
        {t('cropPlace', { width: image.width, height: image.height })}
      </p>
      <CropStage cropping={cropping} onChange={onChange} />
      <div ref={fields} className={classes.sides} role="group" aria-label={t('crop')} aria-describedby={hint}>
        {cropSides.map((side) => {
          const [least, most] = cropRange(text, side, largest, image);
          return (
            <TextInput
              key={side}
              label={t(`sides.${side}`)}
              inputMode="numeric"
              autoComplete="off"
              value={text[side]}
              error={faulty === side && t('range', { least, most })}
              onChange={(event) => onChange({ ...text, [side]: event.currentTarget.value })}
              onKeyDown={(event) => {
                const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 }[event.key];
                if (step === undefined) return;
                event.preventDefault();
                const stepped = Math.max(least, Math.min(most, (Number(text[side]) || 0) + step));
                onChange({ ...text, [side]: String(stepped) });
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
