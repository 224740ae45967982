import type { Role } from '@armarium/contract/capability';
import { describe, expect, it } from 'vitest';
import { findingsOf } from './workflow-findings.ts';

const arrow = (itemFromState: string, itemToState: string, roles: Role[] = []) => ({
  itemFromState,
  itemToState,
  roles,
});
const oneOfEach = new Map<Role, number>([
  ['ROLE_USER', 1],
  ['ROLE_TENANT_ADMIN', 1],
]);

describe('what is odd about a workflow', () => {
  it('is nothing where all states are reached and left', () => {
    const found = findingsOf(
      [arrow('Default', 'Lent'), arrow('Lent', 'Default', ['ROLE_USER'])],
      oneOfEach,
      'all',
    );
    expect(found).toEqual({ unreachable: [], final: [], nobodys: [] });
  });

  it('is a state to which nothing leads from Default, through whatever it is reached otherwise', () => {
    const transitions = [
      arrow('Lost', 'Found'),
      arrow('Found', 'Lost'),
      arrow('Default', 'Lent'),
      arrow('Lent', 'Back'),
    ];
    const { unreachable, final } = findingsOf(transitions, oneOfEach, 'all');
    expect(unreachable).toEqual(['Lost', 'Found']);
    expect(final).toEqual(['Back']);
  });

  it('is no state with a transition that leads back to it', () => {
    expect(findingsOf([arrow('Default', 'Default')], oneOfEach, 'all').final).toEqual([]);
  });

  it.each([
    [['ROLE_PUBLISHER'], 'all', true],
    [['ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN'], 'all', false],
    [['ROLE_USER'], 'all', false],
    // The organisation lets ROLE_USER change nothing.
    [['ROLE_USER'], 'read-only', true],
    [[], 'read-only', false],
  ] as const)('is a transition for %j where they may change %s: %s', (roles, rights, isNobodys) => {
    const transition = arrow('Default', 'Lent', [...roles]);
    expect(findingsOf([transition], oneOfEach, rights).nobodys).toEqual(isNobodys ? [transition] : []);
  });

  it('is no transition as long as nobody knows who holds the roles', () => {
    expect(findingsOf([arrow('Default', 'Lent', ['ROLE_CCC'])], undefined, 'all').nobodys).toEqual([]);
  });
});
