import { useQuery } from '@tanstack/react-query';
import { stateColoursQuery, UNKNOWN_STATE_COLOUR } from '../api/item-states.ts';
import classes from './state.module.css';

/** The colour of a workflow state. Never alone: the name of the state stands beside it or describes its card. */
export function StateDot({ state }: { state: string }) {
  const colours = useQuery(stateColoursQuery);
  return (
    <span
      className={classes.dot}
      style={{ backgroundColor: colours.data?.get(state) ?? UNKNOWN_STATE_COLOUR }}
      data-state={state}
      aria-hidden
    />
  );
}
