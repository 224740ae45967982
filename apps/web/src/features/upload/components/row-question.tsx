import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import classes from './upload-row.module.css';

interface RowQuestionProps {
  label: string;
  text: string;
  no: string;
  yes: string;
  /** The button that opened the question: it gets the focus back, since the question's own buttons are removed. */
  asker: RefObject<HTMLButtonElement | null>;
  onNo(): void;
  onYes(): void;
}

/** Asks within a row before it is taken off the list. */
export function RowQuestion({ label, text, no, yes, asker, onNo, onYes }: RowQuestionProps) {
  return (
    <div className={classes.stop} role="group" aria-label={label}>
      <p>{text}</p>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          onNo();
          asker.current?.focus();
        }}
      >
        {no}
      </Button>
      <Button size="compact-sm" color="red.9" onClick={onYes}>
        {yes}
      </Button>
    </div>
  );
}
