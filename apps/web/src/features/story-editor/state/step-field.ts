/** What of a step shall be seen, and have the focus. */
export type StepField = 'title' | 'commentary' | 'alt' | 'area';

/** Where the focus goes in the editor when a page below its address leads back: a field, or the button that led there. */
export type ArrivalField = StepField | 'add' | 'preview';
