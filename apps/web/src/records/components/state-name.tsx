import { DEFAULT_STATE } from '@armarium/contract/item-states';
import { useStateLabel } from '../state-label.ts';
import classes from './state.module.css';

/**
 * The name of the state of a record in a list, beside its dot. The first state, which most records are in, is not
 * named. Whoever shows it says the state in words for those who do not see it.
 */
export function StateName({ state }: { state: string }) {
  const label = useStateLabel()(state);
  if (state === DEFAULT_STATE) return null;
  return (
    <span className={classes.name} dir="auto">
      {label}
    </span>
  );
}
