import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './step-bar.module.css';

interface StepBarProps {
  /** What else can be done at this step, before the main action. */
  readonly children?: ReactNode;
  readonly action?: {
    readonly word: string;
    /** Why it can't be done now, and what to do first. */
    readonly why: string | undefined;
    /** It has begun: `why` says so. */
    readonly isWorking: boolean;
    act(): void;
    /** Leads to what has to be done first. */
    lead(): void;
  };
}

/** The main action of a step, in sight wherever the page is scrolled, and beside it why it can't be done now. */
export function StepBar({ children, action }: StepBarProps) {
  const reason = useId();
  return (
    <div className={classes.bar}>
      {/* It is there before it says anything, or else that would not be read out. */}
      <p id={reason} role="status" className={classes.why} data-waiting={action?.isWorking || undefined}>
        {action?.why}
      </p>
      <div className={classes.buttons}>
        {children}
        {action && (
          <Button
            aria-disabled={action.why !== undefined}
            aria-describedby={action.why === undefined ? undefined : reason}
            data-disabled={(action.why !== undefined && !action.isWorking) || undefined}
            data-waiting={action.isWorking || undefined}
            onClick={() => {
              if (action.why === undefined) action.act();
              else if (!action.isWorking) action.lead();
            }}
          >
            {action.word}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Brings a control into the middle of the page, with what belongs to it, and the focus to it. */
export function leadTo(control: HTMLElement | null | undefined): void {
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
