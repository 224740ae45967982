import { Input, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './workflow-settings.module.css';

/** The suggested colours: those of the default states (decisions §8). */
const suggested = [
  ['#000000', 'black'],
  ['#6b7280', 'grey'],
  ['#b45309', 'amber'],
  ['#b91c1c', 'red'],
  ['#1d4ed8', 'blue'],
  ['#15803d', 'green'],
  ['#7c3aed', 'violet'],
  ['#334155', 'slate'],
] as const;

interface ColourFieldProps {
  colour: string;
  error: string | undefined;
  onChange(colour: string): void;
}

/** A colour out of eight that are suggested, or any other (back office §2.3). */
export function ColourField({ colour, error, onChange }: ColourFieldProps) {
  const { t } = useTranslation('workflowSettings');
  const label = useId();
  const typed = colour.trim().toLowerCase();
  return (
    <div>
      <Input.Label id={label} component="span" required mb={6}>
        {t('part.color')}
      </Input.Label>
      <div role="group" aria-labelledby={label} className={classes.palette}>
        {suggested.map(([value, name]) => (
          <button
            key={value}
            type="button"
            className={classes.swatch}
            style={{ backgroundColor: value }}
            aria-label={t(`colour.${name}`)}
            title={t(`colour.${name}`)}
            aria-pressed={typed === value}
            onClick={() => onChange(value)}
          >
            {typed === value && <IconCheck size={18} stroke={2.4} color="#ffffff" aria-hidden />}
          </button>
        ))}
      </div>
      <div className={classes.freeColour}>
        <input
          type="color"
          className={classes.picker}
          aria-label={t('colour.free')}
          value={/^#[0-9a-f]{6}$/.test(typed) ? typed : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <TextInput
          aria-label={t('colour.code')}
          placeholder="#1d4ed8"
          maxLength={20}
          spellCheck={false}
          autoComplete="off"
          value={colour}
          error={error}
          onChange={({ currentTarget: { value } }) =>
            onChange(/^[0-9a-f]{6}$/i.test(value.trim()) ? `#${value.trim()}` : value)
          }
        />
      </div>
    </div>
  );
}
