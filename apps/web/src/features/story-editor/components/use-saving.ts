import { createContext, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { fetchSteps, saveSteps, stepFaults } from '../api/story-steps.ts';
import { isCommentaryTooLong } from '../state/commentary-text.ts';
import { isDirty } from '../state/editor-state.ts';
import { useEditorStore, type EditorStore } from '../state/editor-store.ts';
import { mergeSteps } from '../state/merge-steps.ts';
import type { Conflict } from './conflict-dialog.tsx';

/** So often a story that others change again and again is merged and sent before it is given up. */
const ATTEMPTS = 3;

interface Overtaken {
  readonly conflict: Conflict;
  readonly stored: Awaited<ReturnType<typeof fetchSteps>>;
}

/** Saves the steps of the story; what others saved meanwhile is put together with them, or asked about. */
export function useSaving() {
  const { t } = useTranslation('storyEditor');
  const store = useEditorStore();
  const { isWorking, failure, work } = useWork();
  const [overtaken, setOvertaken] = useState<Overtaken>();

  const saveOnce = async (): Promise<'saved' | 'asked' | 'refused'> => {
    store.dispatch({ type: 'rest' });
    if (refuseTooLong(store)) return 'refused';
    for (let attempt = 1; ; attempt += 1) {
      const { steps: sent, tag } = store.state();
      try {
        const stored = await saveSteps(store.storyUuid, sent, tag);
        store.dispatch({ type: 'saved', sent, stored: stored.steps, tag: stored.tag });
        store.keepNow();
        return 'saved';
      } catch (error) {
        const faults = stepFaults(error, sent);
        if (faults.length > 0) {
          store.dispatch({ type: 'refused', faults });
          return 'refused';
        }
        if (!isProblem(error, 'stale') || attempt >= ATTEMPTS) throw error;
      }
      const stored = await fetchSteps(store.storyUuid);
      const { saved, steps } = store.state();
      const merge = mergeSteps(saved, steps, stored.steps);
      if (merge.conflicts.length > 0 || merge.isOrderInConflict) {
        setOvertaken({ conflict: { merge, mine: steps, theirs: stored.steps }, stored });
        return 'asked';
      }
      store.dispatch({ type: 'overtaken', stored: stored.steps, tag: stored.tag });
      store.dispatch({ type: 'replace', steps: merge.resolve(() => 'mine', 'mine') });
      if (merge.takenOver.length > 0) notify('info', { title: t('takenOver'), message: t('takenOverText') });
      if (!isDirty(store.state())) return 'saved';
    }
  };

  /** @returns whether all is saved */
  const save = async (): Promise<boolean> => {
    if (isWorking || !isDirty(store.state())) return false;
    let outcome: Awaited<ReturnType<typeof saveOnce>> | undefined;
    await work(async () => {
      outcome = await saveOnce();
    });
    if (outcome === 'saved') notify('success', { title: t('changeSavedSuccessfully') });
    return outcome === 'saved';
  };

  return {
    isSaving: isWorking,
    failure,
    save,
    /** What both changed, until somebody has chosen. */
    conflict: overtaken?.conflict,
    /** Takes the steps that were chosen, and saves them. */
    settle: (steps: Conflict['mine']) => {
      if (!overtaken) return;
      setOvertaken(undefined);
      const { stored } = overtaken;
      store.dispatch({ type: 'overtaken', stored: stored.steps, tag: stored.tag });
      store.dispatch({ type: 'replace', steps });
      void save();
    },
    /** Goes on editing; nothing is saved. */
    postpone: () => setOvertaken(undefined),
  };
}

export type Saving = ReturnType<typeof useSaving>;

const SavingContext = createContext<Saving | undefined>(undefined);
export const SavingProvider = SavingContext.Provider;

/** How the steps of the story whose editor is open are saved. */
export function useStorySaving(): Saving {
  const saving = useContext(SavingContext);
  if (!saving) throw new Error('no story is edited here');
  return saving;
}

/** What the server would refuse need not be sent. @returns whether a commentary is too long */
function refuseTooLong(store: EditorStore): boolean {
  const tooLong = store.state().steps.filter(({ commentary }) => isCommentaryTooLong(commentary));
  if (tooLong.length === 0) return false;
  store.dispatch({
    type: 'refused',
    faults: tooLong.map((sent) => ({ id: sent.id, part: 'commentary', code: 'too-long', sent })),
  });
  return true;
}
