import { reachOf, type Reach, type Role } from '@armarium/contract/capability';
import type { AvailableTransition } from '@armarium/contract/records';
import type { Actor } from '../../db/database.ts';

/** Whom a transition is for. */
export interface TransitionRight {
  /** Only these; none named: all whose right to transitions reaches (decisions §3). */
  readonly roles: readonly string[];
  /** Whether a task of it changes who sees the record: then it is for publishers and administrators. */
  readonly changesVisibility: boolean;
}

/** A transition that leads away from a record's state. */
export interface KnownTransition extends AvailableTransition, TransitionRight {}

const publishing: readonly Role[] = ['ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN'];

/** Those of some roles that count for a transition: whom it is narrowed to, by its list and by what it does. */
export function countingRoles(held: readonly Role[], { roles, changesVisibility }: TransitionRight): Role[] {
  return held.filter(
    (role) =>
      (roles.length === 0 || roles.includes(role)) && (!changesVisibility || publishing.includes(role)),
  );
}

/**
 * How far an actor may perform a transition, undefined where not at all. Another role of the actor than those that
 * count gives it no further reach.
 */
export function transitionReach(actor: Actor, transition: TransitionRight): Reach | undefined {
  return reachOf('transition', countingRoles(actor.roles, transition), actor.userRights);
}

/** Whether an actor may perform a transition on a record that `createdBy` made. */
export function mayPerform(actor: Actor, transition: TransitionRight, createdBy: string | null): boolean {
  const held = transitionReach(actor, transition);
  return held === 'all' || (held === 'own' && createdBy === actor.accountUuid);
}

/** What this actor may do now with a record, of the transitions from its state (wire.md, API-161). */
export function availableTransitions(
  { transitions, created_by }: { transitions: readonly KnownTransition[]; created_by: string | null },
  actor: Actor,
): AvailableTransition[] {
  return transitions
    .filter((transition) => mayPerform(actor, transition, created_by))
    .map(({ uuid, name, itemFromState, itemToState }) => ({ uuid, name, itemFromState, itemToState }));
}
