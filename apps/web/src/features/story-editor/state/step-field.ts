/** What of a step shall be seen, and have the focus. */
export type StepField = 'title' | 'commentary' | 'alt' | 'area';

/** Where the focus goes in the editor when a page below its address leads back: a field, or the way to add a step. */
export type ArrivalField = StepField | 'add';

/** The state of the place in the history that says so. */
export const arriveAt = (field: ArrivalField) => ({ storyField: field });

/** @param state of a place in the history, which may be anything */
export function arrivalField(state: unknown): ArrivalField | undefined {
  const field =
    typeof state === 'object' && state !== null && 'storyField' in state ? state.storyField : undefined;
  return arrivalFields.find((one) => one === field);
}
const arrivalFields: readonly ArrivalField[] = ['title', 'commentary', 'alt', 'area', 'add'];
