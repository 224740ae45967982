import type { ImportState } from '@armarium/contract/import-state';
import { IconAlertCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react';
import classes from './state-mark.module.css';

/** An import state as an icon with its name: done, failed, or anything else as in progress (back office §2.1). */
export function StateMark({ state, word }: { state: ImportState; word: string }) {
  const Icon = state === 'DONE' ? IconCircleCheck : state === 'ERROR' ? IconAlertCircle : IconProgress;
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={18} stroke={1.8} aria-hidden />
      {word}
    </span>
  );
}
