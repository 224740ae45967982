import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { useRefusals } from '../../record-entry/components/use-refusals.ts';
import type { CellFailure } from '../cell-edit.ts';
import type { CellEdits } from '../cell-edits.ts';
import type { CellField } from '../editable-cells.ts';
import classes from './items-table.module.css';

interface CellFaultProps {
  id: string;
  field: CellField;
  text: string;
  failure: CellFailure;
  edits: CellEdits;
}

/** Why the text of a cell is not saved, and what can be done: beside the text, in words. */
export function CellFault({ id, field, text, failure, edits }: CellFaultProps) {
  const { t } = useTranslation(['table', 'editing']);
  const refusals = useRefusals();
  const shown = (texts: readonly string[]) =>
    texts.filter((text) => text !== '').join('; ') || t('editing:form.noValue');
  const words = () => {
    switch (failure.kind) {
      case 'fault':
        return t(`editing:form.${failure.fault}`);
      case 'changed':
        return t('cells.changed');
      case 'unsaved':
        return t('cells.unsaved');
      case 'refused': {
        const { title, next } = describeProblem(failure.error);
        return (
          refusals(failure.error, failure.list)[field.template.name] ??
          `${title.replace(/[^.!?]$/, '$&.')} ${next}`
        );
      }
    }
  };
  const acts =
    failure.kind === 'changed'
      ? ([
          ['keepMine', () => edits.choose(field, 'mine')],
          ['takeTheirs', () => edits.choose(field, 'theirs')],
        ] as const)
      : failure.kind === 'fault'
        ? []
        : ([['save', () => edits.sendAgain(field)]] as const);
  /** The button goes: its cell takes the focus, or the link of its row where no cell takes it. */
  const leave = (button: Element) => {
    const cell = button.closest<HTMLElement>('td, th');
    if (cell?.hasAttribute('tabindex')) cell.focus();
    else button.closest('tr')?.querySelector<HTMLElement>('[data-card]')?.focus();
  };
  return (
    <div className={classes.fault}>
      <div id={id}>
        <IconAlertTriangle size={14} aria-hidden />
        <span>{words()}</span>
        {failure.kind === 'changed' && (
          <>
            <span dir="auto">{t('editing:form.mine', { value: shown([text]) })}</span>
            <span dir="auto">{t('editing:form.theirs', { value: shown(failure.theirs) })}</span>
          </>
        )}
      </div>
      {acts.length > 0 && (
        <div className={classes.sides}>
          {acts.map(([name, act]) => (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              aria-label={t('cells.of', { action: t(`cells.${name}`), field: field.label })}
              onClick={(event) => {
                leave(event.currentTarget);
                act();
              }}
            >
              {t(`cells.${name}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
