import { NativeSelect, NumberInput, Slider, Switch, Textarea } from '@mantine/core';
import {
  easings,
  STEP_ALT_MAX,
  STEP_SPEED,
  type Easing,
  type StepTransition,
} from '@armarium/contract/story-steps';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimal } from '../../../ui/decimal.ts';
import type { DraftStep } from '../state/draft-step.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { useFaults } from '../state/selectors.ts';
import { EasingCurve } from './easing-curve.tsx';
import classes from './step-texts.module.css';

/** The most seconds that a step is shown (`StepTransition.delay`). */
const TIME_MAX_s = 600;

/** Alternative text, time, easing and speed of a step (EDIT-30, EDIT-31, EDIT-35). */
export function StepSettings({ step, mayEdit }: { step: DraftStep; mayEdit: boolean }) {
  const { t, i18n } = useTranslation('storyEditor');
  const { dispatch } = useEditorStore();
  const fault = useFaults(step.id).find(({ part }) => part === 'alt');
  const { transition } = step;
  const rest = () => dispatch({ type: 'rest' });
  const set = (changed: Partial<StepTransition>, isTyped = false) =>
    dispatch({ type: 'set', id: step.id, fields: { transition: { ...transition, ...changed } }, isTyped });
  const move_s = Math.round((10 * transition.duration) / transition.speed) / 10;
  return (
    <div className={classes.settings}>
      <Textarea
        label={t('alt')}
        description={t('altText')}
        value={step.alt}
        maxLength={STEP_ALT_MAX}
        autosize
        minRows={2}
        maxRows={8}
        readOnly={!mayEdit}
        dir="auto"
        data-field="alt"
        error={fault && t('fault.alt')}
        onChange={(event) =>
          dispatch({ type: 'set', id: step.id, fields: { alt: event.currentTarget.value }, isTyped: true })
        }
        onBlur={rest}
      />
      <Switch
        label={t('enabled')}
        description={t('enabledText')}
        checked={transition.enabled}
        disabled={!mayEdit}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <TimeField
        seconds={transition.delay}
        mayEdit={mayEdit}
        onChange={(delay) => set({ delay }, true)}
        onRest={rest}
      />
      <NativeSelect
        label={t('easingLabel')}
        value={transition.easing}
        disabled={!mayEdit}
        data={easings.map((value) => ({ value, label: t(`easing.${value}`) }))}
        onChange={(event) => set({ easing: event.currentTarget.value as Easing })}
      />
      <EasingCurve key={transition.easing} easing={transition.easing} />
      <div className={classes.speed}>
        <p className={classes.label} aria-hidden>
          {t('speed')}
        </p>
        <Slider
          className={classes.slider ?? ''}
          thumbLabel={t('speed')}
          value={transition.speed}
          min={STEP_SPEED.min}
          max={STEP_SPEED.max}
          disabled={!mayEdit}
          label={(value) => value}
          marks={[
            { value: STEP_SPEED.min, label: t('low') },
            { value: STEP_SPEED.max, label: t('high') },
          ]}
          onChange={(speed) => set({ speed }, true)}
          onChangeEnd={rest}
        />
      </div>
      {transition.enabled && (
        <p className={classes.foot}>
          {t('moveTakes', { count: move_s, formatted: decimal(move_s, i18n.language) })}
        </p>
      )}
    </div>
  );
}

interface TimeFieldProps {
  seconds: number;
  mayEdit: boolean;
  onChange(seconds: number): void;
  onRest(): void;
}

/** The seconds that a step is shown. While what is typed is no such time it stays in the field, with an error. */
function TimeField({ seconds, mayEdit, onChange, onRest }: TimeFieldProps) {
  const { t } = useTranslation('storyEditor');
  const [typed, setTyped] = useState<string | number>();
  const isTime = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= TIME_MAX_s;
  const isFaulty = typed !== undefined && !isTime(typed);
  return (
    <NumberInput
      label={t('time')}
      description={t('timeText')}
      value={isFaulty ? typed : seconds}
      min={0}
      max={TIME_MAX_s}
      decimalScale={1}
      readOnly={!mayEdit}
      error={isFaulty && t('timeFault', { most: TIME_MAX_s })}
      onChange={(value) => {
        setTyped(value);
        if (isTime(value)) onChange(value);
      }}
      onBlur={() => {
        setTyped(undefined);
        onRest();
      }}
    />
  );
}
