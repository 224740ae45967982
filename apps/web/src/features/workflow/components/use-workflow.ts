import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { imagesByStory } from '../images-to-confirm.ts';
import { recordsLeft, runOver, type Run } from '../api/run-over.ts';
import { recordsAgain, refreshRecords } from '../api/transitions.ts';
import { nameOfRecords, type StatefulRecord } from '../groups.ts';
import { useActions } from './use-actions.ts';
import { useComment } from './use-comment.ts';

/** Refreshes what shows records; a failure is notified. */
function useRefresh() {
  const { t } = useTranslation('workflow');
  return () =>
    refreshRecords().catch(() => {
      notify('error', { id: 'workflow-refresh', title: t('refreshFailed'), message: t('refreshNext') });
    });
}

/**
 * The workflow actions of records: which are chosen, and how far their run is.
 * @param stopRef whether the run stops before the next record
 */
export function useWorkflow(
  current: readonly StatefulRecord[],
  stopRef: { current: boolean },
  onClose: () => void,
) {
  const { t } = useTranslation('workflow');
  const actions = useActions(current);
  const comment = useComment(`workflow.${nameOfRecords(actions.records)}`);
  const [run, setRun] = useState<Run>();
  const [isWorking, setWorking] = useState(false);
  // What the user is shown after a refusal, and agrees to with the next try.
  const [isAgreed, setAgreed] = useState(false);
  const refresh = useRefresh();
  const { records, chosen } = actions;

  // The server refused the action for another state: the dialog waits for the records as they are by now.
  const [isAwaited, setAwaited] = useState(false);
  if (isAwaited && current.some(({ state }, index) => state !== records[index]?.state)) {
    setAwaited(false);
    setRun(undefined);
    actions.beginWith(current);
  }
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);

  /** Says what was refused, and what is needed for another try. */
  const tell = ({ refused, total }: Run) => {
    const [first] = refused;
    if (records.length === 1 && isProblem(first?.error, 'state-changed')) {
      notify('error', { title: t('failed'), message: describeProblem(first.error).title });
      setAwaited(true);
      actions.awaitChoice();
      return;
    }
    const count = refused.length;
    const message = t('refused', { count, formatted: grouped(count), total: grouped(total) });
    notify('error', { title: t('failed'), message });
    if (refused.some(({ error }) => isProblem(error, 'comment-required'))) comment.require();
  };
  const perform = async () => {
    if (chosen.length === 0 || isWorking) return;
    if (actions.needsComment && comment.text.trim() === '') {
      comment.require();
      comment.field.current?.focus();
      return;
    }
    stopRef.current = false;
    const targets = run ? recordsLeft(run) : chosen.flatMap((action) => action.records);
    const areLeft = chosen.map((one) => ({
      ...one,
      records: one.records.filter((record) => targets.includes(record)),
    }));
    actions.keep(areLeft.filter((one) => one.records.length > 0));
    setWorking(true);
    const action = {
      transitionOf: new Map(
        chosen.flatMap((one) => one.records.map(({ uuid }) => [uuid, one.transition.uuid])),
      ),
      comment: comment.text,
      confirmedImages: isAgreed && run ? imagesByStory(run) : new Map<string, string[]>(),
    };
    const ended = await runOver(targets, action, {
      isStopped: () => stopRef.current,
      onProgress: setRun,
    });
    setAgreed(false);
    setRun(ended);
    await refresh();
    if (recordsLeft(ended).length === 0) {
      comment.forget();
      notify('success', { title: t('updated') });
      if (!isClosed.current) onClose();
      return;
    }
    setWorking(false);
    if (ended.refused.length > 0) tell(ended);
  };
  /** Of those that were refused an action is chosen again, by the states in which they are now. */
  const chooseAnew = async () => {
    if (!run || isWorking) return;
    setWorking(true);
    try {
      const fresh = await recordsAgain(run.refused.map(({ record }) => record));
      setRun(undefined);
      actions.beginWith(fresh);
    } catch (error) {
      notify('error', { title: t('failed'), message: describeProblem(error).title });
    }
    setWorking(false);
  };
  const stopOrClose = () => {
    if (isWorking) stopRef.current = true;
    else onClose();
  };
  return { actions, comment, run, isWorking, isAgreed, setAgreed, perform, chooseAnew, stopOrClose };
}

export type Workflow = ReturnType<typeof useWorkflow>;
