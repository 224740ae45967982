import { reachOf, type Reach, type Role } from '@armarium/contract/capability';
import type { AvailableTransition } from '@armarium/contract/allowed-actions';
import { reach, type Actor } from '../../db/database.ts';

/** The roles that a transition is for. */
export interface TransitionRight {
  /** The only roles that may perform it; empty: all roles with the right to transitions (decisions §3). */
  readonly roles: readonly string[];
  /**
   * Whether one of its tasks changes the visibility of the record. Then only publishers and administrators
   * may perform it.
   */
  readonly changesVisibility: boolean;
}

/** A transition from the state of a record. */
export interface KnownTransition extends AvailableTransition, TransitionRight {}

const publishing: readonly Role[] = ['ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN'];

/** Those of the held roles that count for a transition, by its list of roles and by what it does. */
export function countingRoles(held: readonly Role[], { roles, changesVisibility }: TransitionRight): Role[] {
  return held.filter(
    (role) =>
      (roles.length === 0 || roles.includes(role)) && (!changesVisibility || publishing.includes(role)),
  );
}

/**
 * How far an actor may perform a transition; undefined: not at all. Only the roles that count for it give
 * reach.
 */
export function transitionReach(actor: Actor, transition: TransitionRight): Reach | undefined {
  if (reach(actor, 'transition') === undefined) return undefined;
  // Those who publish have the right to it; a token has to name it.
  if (transition.changesVisibility && reach(actor, 'publish') === undefined) return undefined;
  return reachOf('transition', countingRoles(actor.roles, transition), actor.userRights);
}

/** Whether an actor may perform a transition on a record that `createdBy` made. */
export function mayPerform(actor: Actor, transition: TransitionRight, createdBy: string | null): boolean {
  const held = transitionReach(actor, transition);
  return held === 'all' || (held === 'own' && createdBy === actor.accountUuid);
}

/** The transitions from the state of a record that this actor may perform now (wire.md, API-161). */
export function availableTransitions(
  { transitions, created_by }: { transitions: readonly KnownTransition[]; created_by: string | null },
  actor: Actor,
): AvailableTransition[] {
  return transitions
    .filter((transition) => mayPerform(actor, transition, created_by))
    .map(({ uuid, name, itemFromState, itemToState }) => ({ uuid, name, itemFromState, itemToState }));
}
