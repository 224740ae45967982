import type { DraftStep } from './draft-step.ts';
import { isDirty, type EditorState, type StepFault } from './editor-state.ts';
import { useEditorState } from './editor-store.ts';

type Steps = readonly DraftStep[];

/** Remembers an answer for as long as the steps are the same. */
function ofSteps<Answer>(answerOf: (steps: Steps) => Answer): (steps: Steps) => Answer {
  const known = new WeakMap<Steps, { answer: Answer }>();
  return (steps) => {
    const found = known.get(steps) ?? { answer: answerOf(steps) };
    known.set(steps, found);
    return found.answer;
  };
}

const byId = ofSteps((steps) => new Map(steps.map((step) => [step.id, step])));
const places = ofSteps((steps) => new Map(steps.map(({ id }, place) => [id, place])));
const joined = ofSteps((steps) => steps.map(({ id }) => id).join(' '));
const images = ofSteps((steps) => [...new Set(steps.map(({ image }) => image))].join(' '));

export const useChosenId = () => useEditorState(({ chosen }) => chosen);
export const useStep = (id: string | undefined): DraftStep | undefined =>
  useEditorState(({ steps }) => (id === undefined ? undefined : byId(steps).get(id)));
/** The uuid of the image of the chosen step. */
export const useChosenImage = () =>
  useEditorState(({ steps, chosen }) => (chosen === undefined ? undefined : byId(steps).get(chosen)?.image));
/** The place of a step, from 0; -1 where it is not there. */
export const usePlace = (id: string | undefined): number =>
  useEditorState(({ steps }) => (id === undefined ? -1 : (places(steps).get(id) ?? -1)));
export const useStepsCount = () => useEditorState(({ steps }) => steps.length);
/** The ids in their order, parted by blanks: the same text as long as the order is the same. */
export const useOrder = () => useEditorState(({ steps }) => joined(steps));
/** The uuids of the images of the saved steps, parted by blanks. */
export const useSavedImages = () => useEditorState(({ saved }) => images(saved));

const dirtiness = new WeakMap<Steps, { saved: Steps; answer: boolean }>();
/** `isDirty`, which several parts of the screen ask after each change. */
function isDirtyOnce(state: EditorState): boolean {
  const known = dirtiness.get(state.steps);
  if (known?.saved === state.saved) return known.answer;
  const answer = isDirty(state);
  dirtiness.set(state.steps, { saved: state.saved, answer });
  return answer;
}
export const useIsDirty = () => useEditorState(isDirtyOnce);
export const useCanUndo = () => useEditorState(({ past }) => past.length > 0);
export const useCanRedo = () => useEditorState(({ future }) => future.length > 0);

/** What the server refused of a step, as long as it is as it was sent. */
export function useFaults(id: string | undefined): readonly StepFault[] {
  const step = useStep(id);
  const refused = useEditorState(({ faults }) => faults);
  return refused.filter((fault) => fault.id === id && fault.sent === step);
}
