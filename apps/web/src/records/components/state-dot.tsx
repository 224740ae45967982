import { useQuery } from '@tanstack/react-query';
import { statesQuery, UNKNOWN_STATE_COLOUR } from '../api/item-states.ts';
import classes from './state.module.css';

/** The colour of a workflow state. Never alone: the label of the state stands beside it or describes its card. */
export function StateDot({ state }: { state: string }) {
  const states = useQuery(statesQuery);
  return (
    <span
      className={classes.dot}
      style={{ backgroundColor: states.data?.get(state)?.color ?? UNKNOWN_STATE_COLOUR }}
      data-state={state}
      aria-hidden
    />
  );
}
