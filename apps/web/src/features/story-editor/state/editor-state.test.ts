import { newStepTransition, STEPS_MAX, type Step } from '@armarium/contract/story-steps';
import { describe, expect, it, test } from 'vitest';
import { draftOf, givenOf, newStep, type DraftStep } from './draft-step.ts';
import { beginEditing, editorReducer, isDirty, type EditorAction, type EditorState } from './editor-state.ts';
import { madeStep, madeSteps } from './made-steps.ts';
import { mergeSteps } from './merge-steps.ts';
import { newStepId } from './step-id.ts';

const begin = (...ids: string[]) => beginEditing(madeSteps(...ids), '"1"');
const after = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(editorReducer, state);
const order = ({ steps }: EditorState) => steps.map(({ id }) => id).join('');
const titles = ({ steps }: EditorState) => steps.map(({ title }) => title);
const typed = (id: string, title: string): EditorAction => ({
  type: 'set',
  id,
  fields: { title },
  isTyped: true,
});
const undo: EditorAction = { type: 'undo' };
const redo: EditorAction = { type: 'redo' };

describe('steps', () => {
  it('begin as they are stored, the first one chosen, without changes', () => {
    const state = begin('a', 'b');
    expect(state.chosen).toBe('a');
    expect(isDirty(state)).toBe(false);
    expect(beginEditing([], undefined).chosen).toBeUndefined();
  });

  it('are added behind a step, or at the end, and the first of them is chosen', () => {
    const state = after(begin('a', 'b'), { type: 'add', steps: madeSteps('x', 'y'), after: 'a' });
    expect(order(state)).toBe('axyb');
    expect(state.chosen).toBe('x');
    expect(order(after(state, { type: 'add', steps: madeSteps('z') }))).toBe('axybz');
  });

  it('are duplicated behind themselves', () => {
    const state = after(begin('a', 'b'), { type: 'duplicate', id: 'a', newId: 'x' });
    expect(order(state)).toBe('axb');
    expect(state.steps[1]).toEqual({ ...madeStep('a'), id: 'x' });
    expect(state.chosen).toBe('x');
  });

  it('are deleted; the next one is chosen, at the end the one before', () => {
    const state = after(begin('a', 'b', 'c'), { type: 'choose', id: 'b' }, { type: 'delete', id: 'b' });
    expect(order(state)).toBe('ac');
    expect(state.chosen).toBe('c');
    expect(after(state, { type: 'delete', id: 'c' }).chosen).toBe('a');
    expect(after(state, { type: 'delete', id: 'a' }).chosen).toBe('c');
    const none = after(state, { type: 'delete', id: 'a' }, { type: 'delete', id: 'c' });
    expect(none.chosen).toBeUndefined();
    expect(none.steps).toEqual([]);
  });

  it('are moved to a place, at most to an end', () => {
    const state = begin('a', 'b', 'c');
    expect(order(after(state, { type: 'move', id: 'a', to: 1 }))).toBe('bac');
    expect(order(after(state, { type: 'move', id: 'a', to: 9 }))).toBe('bca');
    expect(order(after(state, { type: 'move', id: 'c', to: -1 }))).toBe('cab');
    expect(after(state, { type: 'move', id: 'a', to: 0 })).toBe(state);
  });

  it('are not more than a story may have', () => {
    const full = beginEditing(
      Array.from({ length: STEPS_MAX - 1 }, (_, index) => madeStep(String(index))),
      undefined,
    );
    const state = after(full, { type: 'add', steps: madeSteps('x', 'y') });
    expect(state.steps).toHaveLength(STEPS_MAX);
    expect(after(state, { type: 'duplicate', id: 'x', newId: 'z' })).toBe(state);
    expect(after(state, { type: 'add', steps: madeSteps('z') })).toBe(state);
  });

  it('take a title, an alternative text, a commentary and a transition', () => {
    const transition = { ...newStepTransition, speed: 4, delay: 9, enabled: false };
    const fields = { title: 'New', alt: 'Seen', commentary: '<p>Read</p>', transition };
    const state = after(begin('a', 'b'), { type: 'set', id: 'b', fields });
    expect(state.steps[1]).toEqual({ ...madeStep('b'), ...fields });
    expect(state.steps[0]).toBe(state.saved[0]);
    expect(after(begin('a'), { type: 'set', id: 'a', fields: { title: 'Title a' } }).past).toEqual([]);
  });

  it('take another area, and another image, which need no check', () => {
    const stored = [madeStep('a', { check: 'image-missing' })];
    const region = { x: 0, y: 0, width: 99, height: 99 };
    const state = after(beginEditing(stored, undefined), {
      type: 'setArea',
      id: 'a',
      image: 'other',
      region,
    });
    expect(state.steps[0]).toMatchObject({ image: 'other', region, check: null });
  });

  it('whose image was replaced are looked at: that is a change', () => {
    const stored = [madeStep('a', { check: 'image-replaced' }), madeStep('b', { check: 'image-not-open' })];
    const state = after(beginEditing(stored, undefined), { type: 'confirmArea', id: 'a' });
    expect(state.steps[0]?.check).toBeNull();
    expect(isDirty(state)).toBe(true);
    expect(after(state, { type: 'confirmArea', id: 'b' })).toBe(state);
    const same = after(beginEditing(stored, undefined), {
      type: 'setArea',
      id: 'a',
      region: { x: 10, y: 20, width: 500, height: 300 },
    });
    expect(isDirty(same)).toBe(true);
  });
});

describe('undo', () => {
  it('goes back and forth, and chooses what was changed', () => {
    const state = after(
      begin('a', 'b', 'c'),
      { type: 'delete', id: 'a' },
      { type: 'choose', id: 'c' },
      { type: 'move', id: 'c', to: 0 },
    );
    expect(order(state)).toBe('cb');
    const once = after(state, undo);
    expect(order(once)).toBe('bc');
    const twice = after(once, undo);
    expect(order(twice)).toBe('abc');
    expect(twice.chosen).toBe('a');
    expect(after(twice, undo)).toBe(twice);
    expect(order(after(twice, redo, redo))).toBe('cb');
    expect(isDirty(twice)).toBe(false);
  });

  it('and redo choose the step that they change', () => {
    const state = after(begin('a', 'b'), typed('a', 'New'), { type: 'choose', id: 'b' }, typed('b', 'Too'));
    const undone = after(state, undo, undo);
    expect(undone.chosen).toBe('a');
    expect(after(undone, redo).chosen).toBe('a');
    expect(after(undone, redo, redo).chosen).toBe('b');
  });

  it('is over for what was undone once something else is done', () => {
    const state = after(begin('a', 'b'), { type: 'delete', id: 'a' }, undo, typed('b', 'New'));
    expect(after(state, redo)).toBe(state);
  });

  it('takes what was typed at once, until it rests or another field is typed into', () => {
    const state = after(begin('a', 'b'), typed('a', 'N'), typed('a', 'Ne'), typed('a', 'New'));
    expect(titles(after(state, undo))).toEqual(['Title a', 'Title b']);
    const rested = after(state, { type: 'rest' }, typed('a', 'Newer'));
    expect(titles(after(rested, undo))).toEqual(['New', 'Title b']);
    const elsewhere = after(state, typed('b', 'N'));
    expect(titles(after(elsewhere, undo))).toEqual(['New', 'Title b']);
    const other = after(state, { type: 'set', id: 'a', fields: { alt: 'x' }, isTyped: true });
    expect(after(other, undo).steps[0]).toMatchObject({ title: 'New', alt: '' });
    const again = after(state, { type: 'choose', id: 'b' }, { type: 'choose', id: 'a' }, typed('a', 'Old'));
    expect(titles(after(again, undo))).toEqual(['New', 'Title b']);
  });

  it('forgets the oldest of very many changes only', () => {
    let state = begin('a');
    for (let time = 0; time < 300; time += 1)
      state = after(state, { type: 'set', id: 'a', fields: { title: `${time}` } });
    for (let time = 0; time < 300; time += 1) state = after(state, undo);
    expect(titles(state)).toEqual(['99']);
  });
});

describe('[EDIT-40, EDIT-41] unsaved changes', () => {
  const changes: [string, EditorAction][] = [
    ['a title', typed('a', 'New')],
    ['an alternative text', { type: 'set', id: 'a', fields: { alt: 'New' } }],
    ['a commentary', { type: 'set', id: 'a', fields: { commentary: '<p>New</p>' } }],
    ...(['easing', 'delay', 'speed', 'enabled'] as const).map((name): [string, EditorAction] => [
      name,
      {
        type: 'set',
        id: 'a',
        fields: {
          transition: {
            ...newStepTransition,
            ...{ easing: 'easeOutBounce' as const, delay: 7, speed: 9, enabled: false },
            ...(name !== 'easing' && { easing: newStepTransition.easing }),
            ...(name !== 'delay' && { delay: newStepTransition.delay }),
            ...(name !== 'speed' && { speed: newStepTransition.speed }),
            ...(name !== 'enabled' && { enabled: newStepTransition.enabled }),
          },
        },
      },
    ]),
    ['an area', { type: 'setArea', id: 'a', region: { x: 11, y: 20, width: 500, height: 300 } }],
    ['the order', { type: 'move', id: 'a', to: 1 }],
    ['a step more', { type: 'add', steps: madeSteps('x') }],
    ['a step less', { type: 'delete', id: 'b' }],
  ];
  it.each(changes)('are there after %s changed, and gone when that is taken back', (_, action) => {
    const state = after(begin('a', 'b'), action);
    expect(isDirty(state)).toBe(true);
    expect(isDirty(after(state, undo))).toBe(false);
  });

  it('are gone when a title is typed as it was', () => {
    expect(isDirty(after(begin('a'), typed('a', 'New'), typed('a', 'Title a')))).toBe(false);
  });
});

describe('saving', () => {
  it('takes what the server made of it, and leaves what was changed meanwhile', () => {
    const sent = after(
      begin('a', 'b'),
      { type: 'set', id: 'a', fields: { commentary: '<div>One</div>' } },
      { type: 'set', id: 'b', fields: { commentary: '<div>Two</div>' } },
    );
    const stored = [madeStep('a', { commentary: '<p>One</p>' }), madeStep('b', { commentary: '<p>Two</p>' })];
    const done = { type: 'saved', sent: sent.steps, stored, tag: '"2"' } as const;
    const state = after(sent, done);
    expect(isDirty(state)).toBe(false);
    expect(state.tag).toBe('"2"');
    const typing = after(sent, typed('b', 'Later'), { type: 'add', steps: madeSteps('x') }, done);
    expect(typing.steps).toEqual([stored[0], { ...sent.steps[1], title: 'Later' }, madeStep('x')]);
    expect(isDirty(typing)).toBe(true);
    expect(after(state, undo, undo).steps).toEqual(madeSteps('a', 'b'));
  });

  it('keeps the identity of steps that are as they were', () => {
    const sent = after(begin('a', 'b'), typed('a', 'New'));
    const stored = sent.steps.map((step) => ({ ...step, region: { ...step.region } }));
    const state = after(sent, { type: 'saved', sent: sent.steps, stored, tag: undefined });
    expect(state.steps[0]).toBe(sent.steps[0]);
    expect(state.saved[1]).toBe(sent.steps[1]);
  });

  it('compares with what others stored meanwhile; what was here before comes back by undo', () => {
    const mine = after(begin('a', 'b'), typed('a', 'Mine'));
    const theirs = [madeStep('a'), madeStep('b', { title: 'Theirs' })];
    const merged = [mine.steps[0] as DraftStep, theirs[1] as DraftStep];
    const state = after(
      mine,
      { type: 'overtaken', stored: theirs, tag: '"7"' },
      { type: 'replace', steps: merged },
    );
    expect(state.tag).toBe('"7"');
    expect(titles(state)).toEqual(['Mine', 'Theirs']);
    expect(isDirty(state)).toBe(true);
    expect(titles(after(state, undo))).toEqual(['Mine', 'Title b']);
  });
});

test('steps lose the mark of an image that visitors see by now, and are no more unsaved than before', () => {
  const check = 'image-not-open';
  const stored = [madeStep('a', { check }), madeStep('b', { check, image: 'other' })];
  const state = after(beginEditing(stored, '"1"'), typed('a', 'New'));
  const ofOther: EditorAction = { type: 'opened', images: new Set(['other']) };
  const opened = after(state, ofOther);
  const checks = (steps: readonly DraftStep[]) => steps.map((step) => step.check);
  expect([checks(opened.steps), checks(opened.saved)]).toEqual([
    [check, null],
    [check, null],
  ]);
  expect(titles(opened)).toEqual(['New', 'Title b']);
  expect(titles({ ...opened, steps: opened.saved })).toEqual(['Title a', 'Title b']);
  expect(opened.saved[1]).toBe(opened.steps[1]);
  // Undo brings back neither the mark, nor another step than the one that it changes.
  const undone = after(opened, { type: 'choose', id: 'b' }, undo);
  expect([checks(undone.steps), undone.chosen]).toEqual([[check, null], 'a']);
  expect(after(opened, ofOther)).toBe(opened);
});

test('500 steps: a change of one leaves all others as they are', () => {
  const state = beginEditing(
    Array.from({ length: STEPS_MAX }, (_, index) => madeStep(String(index))),
    undefined,
  );
  const next = after(state, typed('250', 'New'), { type: 'move', id: '250', to: 499 });
  expect(next.steps.at(-1)?.title).toBe('New');
  const before = new Set(state.steps);
  expect(next.steps.filter((step) => !before.has(step))).toHaveLength(1);
  expect(isDirty(after(next, undo, undo))).toBe(false);
});

test('[EDIT-32, EDIT-33, EDIT-34] a new step fades for 10 s after 1 s, at speed 1', () => {
  expect(newStep('x', { image: 'i', region: { x: 0, y: 0, width: 16, height: 16 } }).transition).toEqual({
    enabled: true,
    type: 'fade',
    easing: 'easeOutSine',
    duration: 10,
    delay: 1,
    measureUnit: 's',
    speed: 1,
  });
});

test('a step is read as it is stored, and sent with all that is not made anew', () => {
  const stored: Step = {
    '@id': 'urn:uuid:22222222-2222-4222-8222-222222222222',
    '@type': 'oa:Annotation',
    label: 'Title',
    canvasUuid: '33333333-3333-4333-8333-333333333333',
    motivation: ['oa:tagging', 'oa:commenting'],
    alt: 'Seen',
    check: 'image-replaced',
    transition: newStepTransition,
    resource: [{ '@type': 'dctypes:Text', format: 'text/html', chars: '<p>Read</p>' }],
    on: [
      {
        '@type': 'oa:SpecificResource',
        selector: {
          '@type': 'oa:Choice',
          default: { '@type': 'oa:FragmentSelector', value: 'xywh=1,2,30,40' },
          item: { '@type': 'oa:SvgSelector', value: '<svg/>' },
        },
      },
    ],
  };
  const draft = draftOf(stored);
  expect(draft.region).toEqual({ x: 1, y: 2, width: 30, height: 40 });
  expect(givenOf(draft)).toEqual({
    '@id': stored['@id'],
    label: 'Title',
    alt: 'Seen',
    canvasUuid: stored.canvasUuid,
    check: 'image-replaced',
    transition: newStepTransition,
    resource: [{ chars: '<p>Read</p>' }],
    on: [{ selector: { default: { value: 'xywh=1,2,30,40' } } }],
  });
});

test('ids of new steps are random uuids of version 4', () => {
  const pattern = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const ids = Array.from({ length: 100 }, newStepId);
  for (const id of ids) expect(id).toMatch(pattern);
  expect(new Set(ids).size).toBe(100);
});

describe('texts that the server cleans', () => {
  const fields = { title: 'The nave ', alt: ' Seen', commentary: '<p>One<br>two&nbsp;</p>' };
  const cleaned = { title: 'The nave', alt: 'Seen', commentary: '<p>One<br />two\u00a0</p>' };

  it('stay as they were typed after saving, and are no change', () => {
    const sent = after(begin('a'), { type: 'set', id: 'a', fields });
    const saved = after(sent, {
      type: 'saved',
      sent: sent.steps,
      stored: [madeStep('a', cleaned)],
      tag: '"2"',
    });
    expect(saved.steps[0]).toMatchObject(fields);
    expect(isDirty(saved)).toBe(false);
  });

  it('are taken letter by letter while they are typed', () => {
    expect(titles(after(begin('a'), typed('a', 'Title a ')))).toEqual(['Title a ']);
  });

  it('are no conflict with what was sent, where the answer to that was lost', () => {
    const base = madeSteps('a');
    const merge = mergeSteps(base, [madeStep('a', fields)], [madeStep('a', cleaned)]);
    expect(merge.conflicts).toEqual([]);
    expect(merge.takenOver).toEqual([]);
  });
});
