import { describe, expect, it } from 'vitest';
import { blankState, changesOf, faultsOf, type StateDraft } from './state-form.ts';

const state = (more: Partial<StateDraft>): StateDraft => ({ ...blankState, name: 'Lent', ...more });

describe('the form of a state', () => {
  it('[WFCONF-09] begins with black', () => {
    expect(blankState.color).toBe('#000000');
  });

  it.each([
    [state({}), {}],
    [state({ name: ' ' }), { name: 'missing' }],
    [state({ color: '' }), { color: 'missing' }],
    [state({ color: '#12345' }), { color: 'noColour' }],
    [state({ color: ' #ABCDEF ' }), {}],
  ])('says what is wrong with %j', (draft, faults) => {
    expect(faultsOf(draft)).toEqual(faults);
  });

  it('sends what was changed alone, cleaned', () => {
    expect(changesOf(state({}), state({ name: ' Lent ', color: '#ABCDEF' }))).toEqual({ color: '#abcdef' });
    expect(changesOf(state({ en: 'Lent' }), state({ en: 'Lent', it: ' In prestito ' }))).toEqual({
      labels: { en: 'Lent', it: 'In prestito' },
    });
  });
});
