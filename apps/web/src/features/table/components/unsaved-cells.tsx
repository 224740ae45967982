import { Button } from '@mantine/core';
import { type RefObject, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { CellEdits } from '../cell-edits.ts';
import classes from './items-table.module.css';

interface UnsavedCellsProps {
  edits: CellEdits;
  /** Gets the focus where a button of these has gone. */
  next: RefObject<HTMLButtonElement | null>;
}

/** How many texts could not be saved, on this page or another one, and what can be done with all of them. */
export function UnsavedCells({ edits, next }: UnsavedCellsProps) {
  const { t } = useTranslation(['table', 'editing']);
  const count = useSyncExternalStore(edits.subscribe, edits.failedCount);
  const maySendAgain = useSyncExternalStore(edits.subscribe, edits.maySendAgain);
  const [isAsking, setAsking] = useState(false);
  if (count === 0) return null;
  return (
    <>
      <span className={classes.failed}>{t('cells.notSaved', { count })}</span>
      {maySendAgain && (
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            next.current?.focus();
            edits.sendAgain();
          }}
        >
          {t('cells.again')}
        </Button>
      )}
      <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('editing:form.discard')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('cells.discardQuestion', { count })}
        confirmWord={t('editing:form.discard')}
        dangerous
        work={() => {
          setAsking(false);
          edits.discardFailed();
          next.current?.focus();
          return Promise.resolve();
        }}
      >
        <ul className={classes.texts}>
          {edits.failed().map(({ field, text }) => (
            <li key={`${field.uuid}.${field.template.name}`} dir="auto">
              {field.label}: {text || t('editing:form.noValue')}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
