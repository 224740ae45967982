import { describe, expect, it } from 'vitest';
import {
  blankTransition,
  bodyOf,
  changedParts,
  changesOf,
  isComplete,
  isSameCombination,
  performingRoles,
  type TransitionDraft,
} from './transition-form.ts';

const lend: TransitionDraft = { ...blankTransition, name: 'Lend', from: 'Default', to: 'Lent' };

describe('the form of a transition', () => {
  it.each([
    [{}, true],
    [{ name: ' ' }, false],
    [{ from: '' }, false],
    [{ to: '' }, false],
    [{ roles: [] }, false],
    [{ roles: ['ROLE_CCC'] }, true],
  ] satisfies [Partial<TransitionDraft>, boolean][])('[WFCONF-31] with %j is complete: %s', (more, is) => {
    expect(isComplete({ ...lend, ...more })).toBe(is);
  });

  it('sends what was changed alone, cleaned', () => {
    expect(changesOf(lend, { ...lend, to: 'Out', it: ' Presta ' })).toEqual({
      itemToState: 'Out',
      labels: { en: '', it: 'Presta' },
    });
    expect(changesOf(lend, { ...lend, name: ' Lend ', workflow: '' })).toEqual({});
    expect(changesOf(lend, { ...lend, roles: ['ROLE_CCC'] })).toEqual({ roles: ['ROLE_CCC'] });
    expect(changesOf({ ...lend, roles: ['ROLE_CCC'] }, lend)).toEqual({ roles: [] });
  });

  it('sends the empty label along with a new name: the server shows the old name in its place', () => {
    expect(changesOf(lend, { ...lend, name: 'Hand out' })).toEqual({ name: 'Hand out', label: '' });
  });

  it('has roles without an order', () => {
    const one = { ...lend, roles: ['ROLE_CCC', 'ROLE_PUBLISHER'] } as const;
    expect(changedParts(one, { ...lend, roles: ['ROLE_PUBLISHER', 'ROLE_CCC'] })).toEqual([]);
    expect(changedParts(one, lend)).toEqual(['roles']);
  });

  it('[WFCONF-34] names the workflow `default` where none is given', () => {
    expect(bodyOf({ ...lend, workflow: ' ' }).workflowName).toBe('default');
  });

  it('[WFCONF-32] has a combination of event name and states', () => {
    expect(isSameCombination(lend, { ...lend, name: 'Lend ', label: 'Other' })).toBe(true);
    for (const part of ['name', 'from', 'to'])
      expect(isSameCombination(lend, { ...lend, [part]: 'Other' })).toBe(false);
  });

  it('offers the roles that may perform transitions at all', () => {
    expect(performingRoles).toContain('ROLE_PUBLISHER');
    expect(performingRoles).not.toContain('ROLE_RESEARCHER');
  });
});
