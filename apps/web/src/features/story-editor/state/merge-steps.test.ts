import { describe, expect, it } from 'vitest';
import type { DraftStep } from './draft-step.ts';
import { beginEditing, editorReducer } from './editor-state.ts';
import { isKeptDraft, keptDraftOf, recalledDraft } from './kept-draft.ts';
import { madeStep, madeSteps } from './made-steps.ts';
import { mergeSteps, type Side } from './merge-steps.ts';

const base = madeSteps('a', 'b', 'c', 'd');
const order = (steps: readonly DraftStep[]) => steps.map(({ id }) => id).join('');
const inOrder = (ids: string) => [...ids].map((id) => madeStep(id));
const withStep = (steps: readonly DraftStep[], id: string, given: Partial<DraftStep>) =>
  steps.map((step) => (step.id === id ? { ...step, ...given } : step));
const resolved = (mine: readonly DraftStep[], theirs: readonly DraftStep[], side: Side = 'mine') =>
  mergeSteps(base, mine, theirs).resolve(() => side, side);

describe('steps that were changed on both sides', () => {
  it('are put together without asking where each side changed other steps', () => {
    const mine = withStep(base, 'a', { title: 'Mine' });
    const theirs = withStep(base, 'c', { alt: 'Theirs' });
    const merge = mergeSteps(base, mine, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(merge.takenOver).toEqual(['c']);
    expect(merge.resolve(() => 'mine', 'mine')).toEqual(
      withStep(withStep(base, 'a', { title: 'Mine' }), 'c', { alt: 'Theirs' }),
    );
  });

  it('are put together where each side changed another part of a step, and where both changed it alike', () => {
    const mine = withStep(base, 'a', { title: 'Both', alt: 'Mine' });
    const theirs = withStep(base, 'a', { title: 'Both', commentary: '<p>Theirs</p>' });
    const merge = mergeSteps(base, mine, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(merge.resolve(() => 'mine', 'mine')[0]).toMatchObject({
      title: 'Both',
      alt: 'Mine',
      commentary: '<p>Theirs</p>',
    });
  });

  it('are a conflict where both changed the same part; the other parts are in both choices', () => {
    const mine = withStep(base, 'b', { title: 'Mine', alt: 'My alt' });
    const theirs = withStep(base, 'b', { title: 'Theirs', commentary: '<p>Theirs</p>' });
    const merge = mergeSteps(base, mine, theirs);
    expect(merge.conflicts).toEqual([
      {
        id: 'b',
        parts: ['title'],
        mine: madeStep('b', { title: 'Mine', alt: 'My alt', commentary: '<p>Theirs</p>' }),
        theirs: madeStep('b', { title: 'Theirs', alt: 'My alt', commentary: '<p>Theirs</p>' }),
      },
    ]);
    expect(merge.resolve(() => 'mine', 'mine')[1]?.title).toBe('Mine');
    expect(merge.resolve(() => 'theirs', 'mine')[1]?.title).toBe('Theirs');
  });

  it('keep an image together with its area', () => {
    const region = { x: 1, y: 1, width: 20, height: 20 };
    const mine = withStep(base, 'b', { region });
    const theirs = withStep(base, 'b', { image: 'other' });
    expect(mergeSteps(base, mine, theirs).conflicts[0]).toMatchObject({
      parts: ['area'],
      mine: { region, image: base[0]?.image },
      theirs: { image: 'other', region: base[0]?.region },
    });
  });
});

describe('steps that a side deleted or added', () => {
  it('go where the other side left them as they were', () => {
    expect(order(resolved(inOrder('acd'), base))).toBe('acd');
    expect(order(resolved(base, inOrder('abd')))).toBe('abd');
    expect(order(resolved(inOrder('acd'), inOrder('acd')))).toBe('acd');
    expect(mergeSteps(base, base, inOrder('abd')).takenOver).toEqual(['c']);
  });

  it('are a conflict where the other side changed them, and stand at their place where they stay', () => {
    const changed = withStep(base, 'b', { title: 'Changed' });
    const byThem = mergeSteps(base, changed, inOrder('acd'));
    expect(byThem.conflicts).toMatchObject([{ id: 'b', mine: { title: 'Changed' }, theirs: undefined }]);
    expect(order(byThem.resolve(() => 'mine', 'mine'))).toBe('abcd');
    expect(order(byThem.resolve(() => 'theirs', 'mine'))).toBe('acd');
    const byMe = mergeSteps(base, inOrder('acd'), changed);
    expect(byMe.conflicts).toMatchObject([{ id: 'b', mine: undefined, theirs: { title: 'Changed' } }]);
    expect(order(byMe.resolve(() => 'mine', 'mine'))).toBe('acd');
    expect(order(byMe.resolve(() => 'theirs', 'mine'))).toBe('abcd');
  });

  it('are all there, behind what they were put behind', () => {
    expect(order(resolved(inOrder('axbcd'), inOrder('abcyd')))).toBe('axbcyd');
    expect(order(resolved(inOrder('xabcd'), inOrder('yabcd')))).toHaveLength(6);
    expect(order(resolved(base, inOrder('yabcd')))).toBe('yabcd');
    // What it was put behind is gone.
    expect(order(resolved(inOrder('abxcd'), inOrder('acd')))).toBe('axcd');
  });
});

describe('the order', () => {
  it('is that of the side that changed it', () => {
    expect(order(resolved(inOrder('bacd'), base))).toBe('bacd');
    expect(order(resolved(base, inOrder('dabc')))).toBe('dabc');
    expect(order(resolved(inOrder('axbcd'), inOrder('dabc')))).toBe('daxbc');
  });

  it('is asked for where both changed it, unless alike', () => {
    const merge = mergeSteps(base, inOrder('bacd'), inOrder('abdc'));
    expect(merge.isOrderInConflict).toBe(true);
    expect(order(merge.resolve(() => 'mine', 'mine'))).toBe('bacd');
    expect(order(merge.resolve(() => 'mine', 'theirs'))).toBe('abdc');
    expect(mergeSteps(base, inOrder('bacd'), inOrder('bacd')).isOrderInConflict).toBe(false);
    expect(mergeSteps(base, inOrder('acd'), inOrder('abcd')).isOrderInConflict).toBe(false);
  });
});

it('nothing of either side is lost, whatever both did', () => {
  // A small generator of numbers, so that every run does the same (Numerical Recipes, ranqd1).
  let seed = 7;
  const upTo = (most: number) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((seed / 2 ** 32) * most);
  };
  const edited = (steps: DraftStep[], side: string) => {
    let result = steps;
    for (let time = 0; time < 8; time += 1) {
      const place = upTo(result.length);
      const step = result[place];
      const kind = upTo(4);
      if (kind === 0 || !step) result = result.toSpliced(place, 0, madeStep(`${side}${time}`));
      else if (kind === 1) result = result.toSpliced(place, 1);
      else if (kind === 2) result = result.with(place, { ...step, title: `${side} ${time}` });
      else result = result.toSpliced(place, 1).toSpliced(upTo(result.length), 0, step);
    }
    return result;
  };
  for (let run = 0; run < 300; run += 1) {
    const [mine, theirs] = [edited(base, 'm'), edited(base, 't')];
    const merge = mergeSteps(base, mine, theirs);
    for (const [side, own, other] of [
      ['mine', mine, theirs],
      ['theirs', theirs, mine],
    ] as const) {
      const steps = merge.resolve(() => side, side);
      const ids = steps.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const was = new Map(base.map((step) => [step.id, step]));
      const has = new Map(steps.map((step) => [step.id, step]));
      for (const step of own)
        if (step.title !== was.get(step.id)?.title) expect(has.get(step.id)?.title).toBe(step.title);
      for (const step of other) if (!was.has(step.id)) expect(has.has(step.id)).toBe(true);
    }
  }
});

describe('a draft that is kept on the machine', () => {
  const state = [
    { type: 'set', id: 'a', fields: { title: 'Mine' } } as const,
    { type: 'delete', id: 'b' } as const,
    { type: 'add', steps: [madeStep('x')] } as const,
    { type: 'move', id: 'd', to: 0 } as const,
  ].reduce(editorReducer, beginEditing(base, '"1"'));

  it('comes back as it was, though it holds only what was changed', () => {
    const kept = keptDraftOf(state, 5);
    expect(kept.changed.map(({ id }) => id)).toEqual(['a', 'x']);
    const text: unknown = JSON.parse(JSON.stringify(kept));
    if (!isKeptDraft(text)) throw new Error('no draft');
    expect(recalledDraft(text, base)).toEqual({ steps: state.steps, base });
    expect(isKeptDraft({ draft: {} })).toBe(false);
    expect(isKeptDraft(undefined)).toBe(false);
  });

  it('is merged with what others stored meanwhile: only what both changed is a conflict', () => {
    const now = [
      ...withStep(withStep(base, 'a', { title: 'Theirs' }), 'c', { title: 'Theirs too' }),
      madeStep('y'),
    ];
    const { steps, base: began } = recalledDraft(keptDraftOf(state, 5), now);
    const merge = mergeSteps(began, steps, now);
    expect(merge.conflicts.map(({ id }) => id)).toEqual(['a']);
    const merged = merge.resolve(() => 'mine', 'mine');
    expect(order(merged)).toBe('dyacx');
    expect(merged.map(({ title }) => title)).toEqual(['Title d', 'Title y', 'Mine', 'Theirs too', 'Title x']);
  });
});
