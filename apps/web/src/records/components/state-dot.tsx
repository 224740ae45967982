import { DEFAULT_STATE } from '@armarium/contract/item-states';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { statesQuery, UNKNOWN_STATE_COLOUR } from '../api/item-states.ts';
import classes from './state.module.css';

interface StateDotProps {
  state: string;
  /** Whether the first state, which most records are in, is a small faint dot. */
  isInList?: boolean;
}

/** The colour of a workflow state. Never alone: the label of the state stands beside it or describes its card. */
export function StateDot({ state, isInList = false }: StateDotProps) {
  const colour = useQuery(statesQuery).data?.get(state)?.color ?? UNKNOWN_STATE_COLOUR;
  return (
    <span
      className={classes.dot}
      style={{ '--state-colour': colour } as CSSProperties}
      data-state={state}
      data-quiet={(isInList && state === DEFAULT_STATE) || undefined}
      aria-hidden
    />
  );
}
