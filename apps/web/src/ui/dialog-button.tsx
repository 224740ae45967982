import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import classes from './dialog-button.module.css';
import { useOpener } from './opener.ts';

interface DialogButtonProps {
  /** The button's name. */
  label: string;
  icon: Icon;
  /** Draws the dialog, from when it is first opened; then it stays, with what was chosen. Its code may come late. */
  children(dialog: { opened: boolean; onClose(): void }): ReactNode;
}

/** A button with a picture alone that leads to a dialog, and gets the focus back from it. */
export function DialogButton({ label, icon: Picture, children }: DialogButtonProps) {
  const [opened, setOpened] = useState<boolean>();
  const opener = useOpener();
  return (
    <>
      <Button
        variant="default"
        className={classes.button ?? ''}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={(event) => {
          opener.keep(event.currentTarget);
          setOpened(true);
        }}
      >
        <Picture size={18} stroke={1.7} aria-hidden />
      </Button>
      {opened !== undefined && (
        <Suspense fallback={null}>
          {children({
            opened,
            onClose: () => {
              setOpened(false);
              opener.giveBack();
            },
          })}
        </Suspense>
      )}
    </>
  );
}
