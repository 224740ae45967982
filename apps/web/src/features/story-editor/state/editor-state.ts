import { STEPS_MAX } from '@armarium/contract/story-steps';
import type { Region } from '../../../viewers/area/region.ts';
import { changedParts, isIdentical, isSameList, type DraftStep } from './draft-step.ts';

type Steps = readonly DraftStep[];

/** The steps at a moment that undo or redo leads to, and the one that was chosen. */
interface Moment {
  readonly steps: Steps;
  readonly chosen: string | undefined;
}

/** A field of a step that can't be saved as it is. */
export interface StepFault {
  readonly id: string;
  readonly part: 'title' | 'alt' | 'commentary' | 'image' | 'region' | 'transition' | 'step';
  readonly code: string;
  /** The step as it was sent: once it is another one, the fault is over. */
  readonly sent: DraftStep;
}

/** The steps of a story while they are edited. */
export interface EditorState extends Moment {
  /** As they are stored. */
  readonly saved: Steps;
  /** The entity tag that belongs to `saved`. */
  readonly tag: string | undefined;
  /** The last moment is at the end of both. */
  readonly past: readonly Moment[];
  readonly future: readonly Moment[];
  /** The field that is being typed into: until it rests, all of it is one step of undo. */
  readonly typing: string | undefined;
  /** Of the last attempt to save. */
  readonly faults: readonly StepFault[];
}

/** What of a step is set by hand; an image and its area by `setArea`. */
export type StepFields = Pick<DraftStep, 'title' | 'alt' | 'commentary' | 'transition'>;

export type EditorAction =
  /** Puts steps behind a step, else at the end; the first of them is chosen. */
  | { readonly type: 'add'; readonly steps: Steps; readonly after?: string | undefined }
  | { readonly type: 'duplicate'; readonly id: string; readonly newId: string }
  | { readonly type: 'delete'; readonly id: string }
  /** @property to the place from 0; beyond the ends it is the first or the last one */
  | { readonly type: 'move'; readonly id: string; readonly to: number }
  | {
      readonly type: 'set';
      readonly id: string;
      readonly fields: Partial<StepFields>;
      /** Whether it is typed, and more of it may follow. */
      readonly isTyped?: boolean;
    }
  | {
      readonly type: 'setArea';
      readonly id: string;
      readonly region: Region;
      readonly image?: string | undefined;
    }
  /** Somebody looked at the area of a step whose image was replaced, and leaves it as it is shown. */
  | { readonly type: 'confirmArea'; readonly id: string }
  /** What was typed is one step of undo, and what follows is another one. */
  | { readonly type: 'rest' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'choose'; readonly id: string }
  /** Steps in place of all there are: a draft that was kept, or one that was merged. */
  | { readonly type: 'replace'; readonly steps: Steps }
  /** @property sent the steps that were saved. @property stored as the server has them now */
  | { readonly type: 'saved'; readonly sent: Steps; readonly stored: Steps; readonly tag: string | undefined }
  /** The steps can't be saved; the first one with a fault is chosen. */
  | { readonly type: 'refused'; readonly faults: readonly StepFault[] }
  /** Images that the stored story marks as closed no longer: the mark is taken off their steps. */
  | { readonly type: 'opened'; readonly images: ReadonlySet<string> }
  /** What somebody else saved meanwhile: from now on it is what the draft is compared with. */
  | { readonly type: 'overtaken'; readonly stored: Steps; readonly tag: string | undefined };

/** So far undo leads back. */
const MOMENTS_MAX = 200;

export const beginEditing = (stored: Steps, tag: string | undefined): EditorState => ({
  steps: stored,
  chosen: stored[0]?.id,
  saved: stored,
  tag,
  past: [],
  future: [],
  typing: undefined,
  faults: [],
});

/** Whether the steps differ from what is stored. */
export const isDirty = ({ steps, saved }: Pick<EditorState, 'steps' | 'saved'>): boolean =>
  !isSameList(steps, saved);

/** The state after an action; the same one where the action changes nothing. Steps that stay as they are keep their identity. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'add': {
      const added = action.steps.slice(0, STEPS_MAX - state.steps.length);
      if (added.length === 0) return state;
      const place = state.steps.findIndex(({ id }) => id === action.after);
      const steps = state.steps.toSpliced(place < 0 ? state.steps.length : place + 1, 0, ...added);
      return changed(state, steps, added[0]?.id);
    }
    case 'duplicate': {
      const place = state.steps.findIndex(({ id }) => id === action.id);
      const step = state.steps[place];
      if (!step || state.steps.length >= STEPS_MAX) return state;
      const copy = { ...step, id: action.newId };
      return changed(state, state.steps.toSpliced(place + 1, 0, copy), copy.id);
    }
    case 'delete': {
      const place = state.steps.findIndex(({ id }) => id === action.id);
      if (place < 0) return state;
      const steps = state.steps.toSpliced(place, 1);
      const beside = steps[Math.min(place, steps.length - 1)]?.id;
      return changed(state, steps, state.chosen === action.id ? beside : state.chosen);
    }
    case 'move':
      return moved(state, action.id, action.to);
    case 'set':
      return edited(
        state,
        action.id,
        (step) => ({ ...step, ...action.fields }),
        action.isTyped ? `${action.id} ${Object.keys(action.fields).join()}` : undefined,
      );
    case 'setArea':
      return edited(state, action.id, (step) => ({
        ...step,
        image: action.image ?? step.image,
        region: action.region,
        check: null,
      }));
    case 'confirmArea':
      return edited(state, action.id, (step) =>
        step.check === 'image-replaced' ? { ...step, check: null } : step,
      );
    case 'rest':
      return state.typing === undefined ? state : { ...state, typing: undefined };
    case 'undo':
      return travelled(state, 'past', 'future');
    case 'redo':
      return travelled(state, 'future', 'past');
    case 'choose':
      if (action.id === state.chosen || !state.steps.some(({ id }) => id === action.id)) return state;
      return { ...state, chosen: action.id, typing: undefined };
    case 'replace':
      if (isSameList(state.steps, action.steps)) return state;
      return changed(state, action.steps, state.chosen);
    case 'saved':
      return afterSaving(state, action);
    case 'refused': {
      const ids = new Set(action.faults.map(({ id }) => id));
      const first = state.steps.find(({ id }) => ids.has(id));
      return { ...state, faults: action.faults, chosen: first?.id ?? state.chosen, typing: undefined };
    }
    case 'opened':
      return withOpened(state, action.images);
    case 'overtaken':
      return { ...state, saved: withKnown(action.stored, state.steps), tag: action.tag, typing: undefined };
    default:
      return action satisfies never;
  }
}

/**
 * The state without the mark `image-not-open` on the steps of some images, in the moments of undo too. A step that several
 * moments have is still one and the same in them.
 */
function withOpened(state: EditorState, images: ReadonlySet<string>): EditorState {
  const isMarked = ({ check, image }: DraftStep) => check === 'image-not-open' && images.has(image);
  if (![...state.steps, ...state.saved].some(isMarked)) return state;
  const unmarked = new Map<DraftStep, DraftStep>();
  const opened = (step: DraftStep): DraftStep => {
    if (!isMarked(step)) return step;
    const known = unmarked.get(step) ?? { ...step, check: null };
    unmarked.set(step, known);
    return known;
  };
  const ofMoment = ({ steps, chosen }: Moment): Moment => ({ steps: steps.map(opened), chosen });
  return {
    ...state,
    steps: state.steps.map(opened),
    saved: state.saved.map(opened),
    past: state.past.map(ofMoment),
    future: state.future.map(ofMoment),
  };
}

/** After a change that is a step of undo. */
function changed(state: EditorState, steps: Steps, chosen: string | undefined, typing?: string): EditorState {
  const { past, steps: before, chosen: chosenBefore } = state;
  const isThere = steps.some(({ id }) => id === chosen);
  const goesOn = typing !== undefined && typing === state.typing;
  return {
    ...state,
    steps,
    chosen: isThere ? chosen : steps[0]?.id,
    past: goesOn ? past : [...past, { steps: before, chosen: chosenBefore }].slice(-MOMENTS_MAX),
    future: [],
    typing,
  };
}

function moved(state: EditorState, id: string, to: number): EditorState {
  const from = state.steps.findIndex((step) => step.id === id);
  const step = state.steps[from];
  const place = Math.max(0, Math.min(to, state.steps.length - 1));
  if (!step || place === from) return state;
  return changed(state, state.steps.toSpliced(from, 1).toSpliced(place, 0, step), state.chosen);
}

/** After one step was changed. @param typing the field that was typed into */
function edited(
  state: EditorState,
  id: string,
  change: (step: DraftStep) => DraftStep,
  typing?: string,
): EditorState {
  const place = state.steps.findIndex((step) => step.id === id);
  const step = state.steps[place];
  if (!step) return state;
  const next = change(step);
  if (isIdentical(step, next)) return state;
  return changed(state, state.steps.with(place, next), state.chosen, typing);
}

function travelled(state: EditorState, from: 'past' | 'future', to: 'past' | 'future'): EditorState {
  const moment = state[from].at(-1);
  if (!moment) return state;
  const { steps, chosen } = state;
  const now = new Set(steps);
  // The step that changes is chosen, so that the user sees the effect.
  const others = moment.steps.filter((step) => !now.has(step));
  const shown = others.length > 0 ? others : moment.steps;
  return {
    ...state,
    steps: moment.steps,
    chosen: (shown.find(({ id }) => id === moment.chosen) ?? shown[0])?.id,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], { steps, chosen }],
    typing: undefined,
  };
}

/** The steps of a list; those that are known as they are keep their identity, so that nothing is drawn anew. */
function withKnown(steps: Steps, known: Steps): Steps {
  const byId = new Map(known.map((step) => [step.id, step]));
  return steps.map((step) => {
    const same = byId.get(step.id);
    return same && same.check === step.check && changedParts(same, step).length === 0 ? same : step;
  });
}

/** What was stored stands in place of what was sent; what was changed while it was sent stays. */
function afterSaving(
  state: EditorState,
  { sent, stored, tag }: Extract<EditorAction, { type: 'saved' }>,
): EditorState {
  const saved = withKnown(stored, state.steps);
  const sentById = new Map(sent.map((step) => [step.id, step]));
  const savedById = new Map(saved.map((step) => [step.id, step]));
  const steps = state.steps.map((step) =>
    step === sentById.get(step.id) ? (savedById.get(step.id) ?? step) : step,
  );
  return { ...state, steps, saved, tag, faults: [] };
}
