import { NumberInput, Slider } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../delivery-form.ts';
import classes from './image-delivery.module.css';

interface PercentFieldProps {
  field: 'opacity' | 'width';
  value: number | string;
  isWrong: boolean;
  onChange(value: number | string): void;
}

/** A percentage, pulled or typed. */
export function PercentField({ field, value, isWrong, onChange }: PercentFieldProps) {
  const { t } = useTranslation('imageDelivery');
  const input = useId();
  const { min, max } = limits[field];
  return (
    <div>
      <label htmlFor={input} className={classes.label}>
        {t(`watermark.${field}`)}
      </label>
      <div className={classes.percent}>
        <Slider
          className={classes.slider}
          min={min}
          max={max}
          value={typeof value === 'number' ? Math.min(max, Math.max(min, value)) : min}
          label={null}
          thumbSize={24}
          thumbLabel={t('watermark.slider', { name: t(`watermark.${field}`) })}
          thumbValueText={`${value} %`}
          onChange={onChange}
        />
        <NumberInput
          id={input}
          className={classes.percentNumber}
          value={value}
          min={min}
          max={max}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          suffix=" %"
          aria-invalid={isWrong}
          error={isWrong}
          {...(isWrong && { 'aria-describedby': `${input}-fault` })}
          onChange={onChange}
        />
      </div>
      {isWrong && (
        <p id={`${input}-fault`} className={classes.fault}>
          {t('watermark.percentFault', { min, max })}
        </p>
      )}
    </div>
  );
}
