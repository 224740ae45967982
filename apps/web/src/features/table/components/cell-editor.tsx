import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenedCell } from '../cell-edit.ts';
import type { CellEdits } from '../cell-edits.ts';
import classes from './items-table.module.css';

const inputModes: Readonly<Record<string, 'numeric' | 'decimal' | 'email'>> = {
  INTEGER: 'numeric',
  NUMBER: 'decimal',
  EMAIL: 'email',
};

interface CellEditorProps {
  opened: OpenedCell;
  edits: CellEdits;
  /** Why the text can't be sent as it is: the id of the element that says it. */
  describedBy: string | undefined;
}

/** The input that fills a cell. Its keys are those of the table (`use-cell-keys.ts`). */
export function CellEditor({ opened, edits, describedBy }: CellEditorProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const around = useRef<HTMLSpanElement>(null);
  const { template, label } = opened.field;
  const { type, enumValues } = template;

  useLayoutEffect(() => {
    const input = around.current?.firstElementChild;
    if (!(input instanceof HTMLElement)) return;
    input.focus();
    // Of one that is wider than its cell the browser leaves a part outside.
    input.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    // A character that was typed begins the text; else the whole of it can be replaced.
    if (edits.opened()?.text === edits.opened()?.began) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }, [edits]);

  const parts = {
    'aria-label': label,
    'aria-invalid': opened.fault !== undefined || undefined,
    'aria-describedby': describedBy,
    value: opened.text,
    className: classes.input,
    dir: 'auto',
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => edits.type(event.currentTarget.value),
    onBlur: (event: { currentTarget: Element }) => {
      // Another window is looked at: the editor stays.
      if (document.activeElement !== event.currentTarget) edits.commit(false);
    },
  };
  if (type === 'BOOLEAN' || type === 'ENUM') {
    const values = type === 'BOOLEAN' ? ['false', 'true'] : enumValues;
    const words = (value: string) =>
      type === 'BOOLEAN' ? t(value === 'true' ? 'catalogue:boolean.true' : 'catalogue:boolean.false') : value;
    // A value from before the dictionary changed can be kept.
    const kept = opened.began === '' || values.includes(opened.began) ? [] : [opened.began];
    return (
      <span ref={around} data-cell-editor>
        <select {...parts}>
          <option value="">{t('form.noValue')}</option>
          {[...values, ...kept].map((value) => (
            <option key={value} value={value}>
              {words(value)}
            </option>
          ))}
        </select>
      </span>
    );
  }
  return (
    <span ref={around} data-cell-editor={type}>
      {type === 'TEXT' ? (
        <textarea {...parts} />
      ) : (
        <input
          {...parts}
          type="text"
          inputMode={inputModes[type]}
          placeholder={type === 'DATE' ? t('form.datePlaceholder') : undefined}
        />
      )}
    </span>
  );
}
