import { useQuery } from '@tanstack/react-query';
import { statesQuery } from './api/item-states.ts';
import { labelOf } from './label.ts';

/** Gives what the state of a name is called in the reader's language; its name until the states are known. */
export function useStateLabel(): (name: string) => string {
  const states = useQuery(statesQuery).data;
  return (name) => labelOf(states?.get(name) ?? { name });
}
