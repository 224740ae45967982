import { afterEach, describe, expect, it, vi } from 'vitest';
import { pathThrough, placedWorkflow } from './workflow-layout.ts';

const arrow = (uuid: string, itemFromState: string, itemToState: string) => ({
  uuid,
  itemFromState,
  itemToState,
});
const known = (name: string) => (name === 'Gone' ? undefined : name);
const placed = (transitions: readonly ReturnType<typeof arrow>[]) =>
  placedWorkflow(transitions, known, ({ uuid }) => uuid);

afterEach(() => vi.restoreAllMocks());

describe('the graph of a workflow', () => {
  it('has the states that transitions use, each once and none over another, from left to right', () => {
    const { states } = placed([
      arrow('start', 'Default', 'In progress'),
      arrow('submit', 'In progress', 'In review'),
      arrow('back', 'In review', 'In progress'),
    ]);
    expect(states.map(({ name }) => name)).toEqual(['Default', 'In progress', 'In review']);
    for (const [index, state] of states.entries()) {
      const before = states[index - 1];
      if (before) expect(state.x).toBeGreaterThan(before.x + before.width);
    }
  });

  it('leads from top to bottom where that is asked for, and says how large it is', () => {
    const submit = arrow('submit', 'In progress', 'In review');
    const { states, width, height } = placedWorkflow([submit], known, ({ uuid }) => uuid, 'TB');
    const [first, second] = states;
    expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
    expect(height).toBe((second?.y ?? 0) + (second?.height ?? 0));
    expect(width).toBe(Math.max(...states.map((state) => state.width)));
  });

  it('has a line of its own for each of two transitions between the same states', () => {
    const { transitions } = placed([arrow('publish', 'Default', 'Out'), arrow('lend', 'Default', 'Out')]);
    const [one, other] = transitions;
    expect(transitions).toHaveLength(2);
    expect(one?.label.y).not.toBe(other?.label.y);
    expect(pathThrough(one?.points ?? [])).not.toBe(pathThrough(other?.points ?? []));
  });

  it('cuts a long label', () => {
    const { transitions } = placed([arrow('x'.repeat(200), 'Default', 'Out')]);
    expect(transitions[0]?.text).toBe(`${'x'.repeat(31)}…`);
  });

  it('has a line for a transition that leads back to its state', () => {
    expect(placed([arrow('again', 'Lent', 'Lent')]).transitions[0]?.points.length).toBeGreaterThan(2);
  });

  it('[WFCONF-26] leaves out a transition whose state is gone with a warning, and draws the others', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { states, transitions } = placed([
      arrow('lost', 'Default', 'Gone'),
      arrow('lend', 'Default', 'Lent'),
    ]);
    expect(transitions.map(({ transition }) => transition.uuid)).toEqual(['lend']);
    expect(states.map(({ name }) => name)).toEqual(['Default', 'Lent']);
    expect(warn.mock.calls.flat().join()).toMatch(/lost.*Gone/);
  });

  it('of no transitions is empty', () => {
    expect(placed([])).toEqual({ states: [], transitions: [], width: 0, height: 0 });
  });
});

describe('the line of a transition', () => {
  it('passes all of its points, and has no corner', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 30, y: 60 },
      { x: 90, y: 60 },
    ];
    expect(pathThrough(points)).toBe('M0,0 C5,10 15,50 30,60 C45,70 80,60 90,60');
    expect(pathThrough(points.slice(0, 2))).toBe('M0,0 C5,10 25,50 30,60');
    expect(pathThrough([])).toBe('');
  });
});
