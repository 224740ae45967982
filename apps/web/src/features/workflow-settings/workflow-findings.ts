import { reachOf, roles as allRoles, type Role, type UserRights } from '@armarium/contract/capability';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { DEFAULT_STATE } from '@armarium/contract/item-states';

type Arrow = Pick<TransitionTemplate, 'itemFromState' | 'itemToState'>;

/** What is odd about a workflow. None of it is forbidden: it may be so on purpose, or unfinished. */
export interface Findings<T> {
  /** States to which no transitions lead from Default, in which each record begins. */
  readonly unreachable: readonly string[];
  /** States from which no transition leads. */
  readonly final: readonly string[];
  /** Transitions that no active account of the organisation may perform. */
  readonly nobodys: readonly T[];
}

/** The states that transitions use, in the order in which they are named. */
export const usedStates = (transitions: readonly Arrow[]): string[] => [
  ...new Set(transitions.flatMap(({ itemFromState, itemToState }) => [itemFromState, itemToState])),
];

function reachableStates(transitions: readonly Arrow[]): ReadonlySet<string> {
  const reached = new Set([DEFAULT_STATE]);
  // A set that grows while it is walked through.
  for (const state of reached)
    for (const { itemFromState, itemToState } of transitions)
      if (itemFromState === state) reached.add(itemToState);
  return reached;
}

/** The roles by which a transition may be performed, for which there are accounts. */
export const rolesThatPerform = (
  { roles }: Pick<TransitionTemplate, 'roles'>,
  userRights: UserRights,
): Role[] =>
  (roles.length > 0 ? roles : allRoles).filter(
    (role) => reachOf('transition', [role], userRights) !== undefined,
  );

/**
 * @param holders how many active accounts hold each role; undefined where that is not known
 * @param userRights what ROLE_USER may change in the organisation
 */
export function findingsOf<T extends Arrow & Pick<TransitionTemplate, 'roles'>>(
  transitions: readonly T[],
  holders: ReadonlyMap<Role, number> | undefined,
  userRights: UserRights,
): Findings<T> {
  const states = usedStates(transitions);
  const reached = reachableStates(transitions);
  const left = new Set(transitions.map(({ itemFromState }) => itemFromState));
  return {
    unreachable: states.filter((state) => !reached.has(state)),
    final: states.filter((state) => !left.has(state)),
    nobodys: holders
      ? transitions.filter((one) => rolesThatPerform(one, userRights).every((role) => !holders.get(role)))
      : [],
  };
}
