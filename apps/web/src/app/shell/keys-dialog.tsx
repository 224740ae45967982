import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { hasLetterKeys, setLetterKeys } from '../../ui/letter-keys.ts';
import classes from './keys-dialog.module.css';

/** What each key does; the single ones can be switched off (design/look.md, WCAG 2.1.4). */
const keys = [
  { name: 'search', strokes: ['/'], single: true },
  { name: 'keys', strokes: ['?'], single: true },
  { name: 'enter', strokes: ['n'], single: true },
  { name: 'move', strokes: ['←', '→', '↑', '↓'] },
  { name: 'step', strokes: ['j', 'k'], single: true },
  { name: 'select', strokes: ['x'], single: true },
  { name: 'extend', strokes: ['Shift'] },
  { name: 'bar', strokes: ['b'], single: true },
  { name: 'edit', strokes: ['e'], single: true },
  { name: 'open', strokes: ['Enter'] },
  { name: 'clear', strokes: ['Esc'] },
  { name: 'save', strokes: ['Ctrl', 'S'] },
  { name: 'undo', strokes: ['Ctrl', 'Z'] },
  { name: 'redo', strokes: ['Ctrl', 'Shift', 'Z'] },
  { name: 'arrange', strokes: ['Alt', '↑', '↓'] },
] as const;

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('keys');
  const [on, setOn] = useState(hasLetterKeys);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      <dl className={classes.keys}>
        {keys.map(({ name, strokes, ...key }) => (
          <div key={name} data-off={('single' in key && !on) || undefined}>
            <dt>
              {strokes.map((stroke) => (
                <kbd key={stroke}>{stroke}</kbd>
              ))}
            </dt>
            <dd>{t(name)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="lg"
        label={t('single')}
        description={t('singleText')}
        checked={on}
        onChange={({ currentTarget }) => {
          setOn(currentTarget.checked);
          setLetterKeys(currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
