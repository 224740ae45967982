import { createContext, useContext, useSyncExternalStore } from 'react';
import { keepOnMachine, keyOf } from '../../../lib/drafts.ts';
import type { Region } from '../../../viewers/area/region.ts';
import type { DraftStep, NewArea } from './draft-step.ts';
import { newStep } from './draft-step.ts';
import {
  beginEditing,
  editorReducer,
  isDirty,
  type EditorAction,
  type EditorState,
  type StepFault,
} from './editor-state.ts';
import { draftNameOf, keptDraftOf } from './kept-draft.ts';
import type { ArrivalField } from './step-field.ts';
import { newStepId } from './step-id.ts';

/** Typing that pauses so long is one step of undo. */
const TYPING_RESTS_AFTER_ms = 1000;
/** Changes that follow each other so closely are kept on the machine together. */
const KEPT_AFTER_ms = 400;

/** The steps of one story while its editor is open; what is drawn listens to parts of it, so that a key draws little anew. */
export class EditorStore {
  readonly storyUuid: string;
  /** The address of the list that led here. */
  readonly list: string;
  #state: EditorState;
  readonly #listeners = new Set<() => void>();
  #resting: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #isKept = true;
  /** Made at the beginning: whoever signs in later in another tab must not get this draft. */
  readonly #key: string;
  #faultsShown: readonly StepFault[] | undefined;
  #arrival: ArrivalField | undefined;

  constructor(storyUuid: string, steps: readonly DraftStep[], tag: string | undefined, list = '/story') {
    this.storyUuid = storyUuid;
    this.list = list;
    this.#key = keyOf(draftNameOf(storyUuid) + newStepId());
    this.#state = beginEditing(steps, tag);
  }

  readonly state = (): EditorState => this.#state;

  /** False where the browser refuses to keep on the machine what is not saved. */
  readonly isKept = (): boolean => this.#isKept;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly dispatch = (action: EditorAction): void => {
    const before = this.#state;
    const next = editorReducer(before, action);
    if (next === before) return;
    this.#state = next;
    clearTimeout(this.#resting);
    if (next.typing !== undefined)
      this.#resting = setTimeout(() => this.dispatch({ type: 'rest' }), TYPING_RESTS_AFTER_ms);
    if (next.steps !== before.steps || next.saved !== before.saved) this.#keepSoon();
    this.#tell();
  };

  /** Adds a step for each area behind the chosen one, with a click of undo for all of them (EDIT-08). */
  readonly addSteps = (areas: readonly NewArea[]): void => {
    const steps = areas.map((area) => newStep(newStepId(), area));
    this.dispatch({ type: 'add', steps, after: this.#state.chosen });
  };

  /** Sets the area of a step; on another image too. */
  readonly setRegion = (id: string, region: Region, image?: string): void =>
    this.dispatch({ type: 'setArea', id, region, image });

  /** Keeps unsaved steps on the machine, and takes away what is kept where there are none. */
  readonly keepNow = (): void => {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const isKept = keepOnMachine(
      this.#key,
      isDirty(this.#state) ? keptDraftOf(this.#state, Date.now()) : undefined,
    );
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.#tell();
  };

  /** Gives up what is not saved, here and on the machine. */
  readonly discard = (): void => {
    this.dispatch({ type: 'replace', steps: this.#state.saved });
    this.keepNow();
  };

  /** A page for picking is done with. @param field where the focus goes in the editor */
  readonly leadBack = (field: ArrivalField): void => {
    this.#arrival = field;
  };

  /** Whether a page for picking is done with, and the browser has not gone back from it yet. */
  readonly isLeadingBack = (): boolean => this.#arrival !== undefined;

  /** The editor is shown. @returns the field that a page for picking leads to */
  readonly arrive = (): ArrivalField | undefined => {
    const arrival = this.#arrival;
    this.#arrival = undefined;
    return arrival;
  };

  /** The first fault of a refusal that nobody was led to yet, on a step that is still as it was sent. */
  readonly faultToShow = (): StepFault | undefined => {
    const { faults, steps } = this.#state;
    if (faults === this.#faultsShown) return undefined;
    this.#faultsShown = faults;
    return faults.find(({ sent }) => steps.includes(sent));
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #keepSoon(): void {
    this.#keeping ??= setTimeout(this.keepNow, KEPT_AFTER_ms);
  }
}

const StoreContext = createContext<EditorStore | undefined>(undefined);
export const EditorStoreProvider = StoreContext.Provider;

/** The store of the story whose editor is open, for the pages below its address. */
export function useEditorStore(): EditorStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('no story is edited here');
  return store;
}

/** A part of the state; whoever asks is drawn anew only where that part is another one. */
export function useEditorState<Part>(partOf: (state: EditorState) => Part): Part {
  const store = useEditorStore();
  return useSyncExternalStore(store.subscribe, () => partOf(store.state()));
}

/** Whether what is not saved is kept on this machine. */
export function useIsKept(): boolean {
  const store = useEditorStore();
  return useSyncExternalStore(store.subscribe, store.isKept);
}
