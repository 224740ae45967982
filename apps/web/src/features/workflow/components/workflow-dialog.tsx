import type { TransitionTemplate } from '@armarium/contract/workflow';
import { Alert, Button, Group, Progress, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isProblem } from '../../../lib/api-client.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { performOn, recordsAgain, refreshRecords, transitionsQuery } from '../api/transitions.ts';
import {
  asksForComment,
  groupsOf,
  nameOfRecords,
  openTo,
  type StatefulRecord,
  type StateGroup,
} from '../groups.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import { RefusedRecords, type RefusedRecord } from './refused-records.tsx';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { CommentField, FromTo, TransitionRadio } from './transition-choice.tsx';
import classes from './workflow-dialog.module.css';

export interface WorkflowDialogProps {
  records: readonly StatefulRecord[];
  /** For its closing motion; it is open where absent. */
  opened?: boolean;
  onClose(): void;
}

/** An action that was chosen: which transition, and of which records. */
interface Chosen {
  readonly group: StateGroup;
  readonly transition: TransitionTemplate;
  readonly records: readonly StatefulRecord[];
}

/** What became of a run so far. */
interface Run {
  readonly total: number;
  readonly done: number;
  readonly refused: readonly RefusedRecord[];
  /** Those that were not tried, because the run was stopped. */
  readonly left: readonly StatefulRecord[];
}

/** An answer that says nothing about the record: the others would get the same. */
const concernsAll = (error: unknown) =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status === 401 || error.status >= 500;

/** The workflow actions of records, by their state (catalogue §2, Workflow state dialog). */
export function WorkflowDialog({ records, opened = true, onClose }: WorkflowDialogProps) {
  const { t } = useTranslation('workflow');
  // Closing it stops a run between two records.
  const stopRef = useRef(false);
  const close = () => {
    stopRef.current = true;
    onClose();
  };
  useEffect(
    () => () => {
      stopRef.current = true;
    },
    [],
  );
  return (
    <Dialog opened={opened} onClose={close} title={t('title')} size="lg">
      <Contents records={records} stopRef={stopRef} onClose={close} />
    </Dialog>
  );
}

interface ContentsProps {
  records: readonly StatefulRecord[];
  stopRef: { current: boolean };
  onClose(): void;
}

function Contents({ records: current, stopRef, onClose }: ContentsProps) {
  const { t } = useTranslation(['workflow', 'catalogue']);
  // As they were when it was opened: what others do meanwhile must not change an action under the hand.
  const [records, setRecords] = useState(current);
  const draftName = `workflow.${nameOfRecords(records)}`;
  const [comment, setComment] = useState(() => recallDraft<{ comment: string }>(draftName)?.comment ?? '');
  const [wanted, setWanted] = useState<string>();
  const [faulty, setFaulty] = useState(false);
  const [run, setRun] = useState<Run>();
  const [working, setWorking] = useState(false);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const headings = useId();

  // While it runs the records change their states: what was chosen stays what it was.
  const [kept, setKept] = useState<Chosen>();

  // Only after the server refused it for another state is it chosen anew, from the records as they are by now.
  const [anew, setAnew] = useState<'awaited' | 'begun'>();
  const isMoved = current.some(({ state }, index) => state !== records[index]?.state);
  if (anew === 'awaited' && isMoved) {
    setAnew('begun');
    setRecords(current);
    setKept(undefined);
    setRun(undefined);
    setWanted(undefined);
  }
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const groups = groupsOf(records);
  const answers = useQueries({
    queries: groups.map(({ resourceType, state }) => transitionsQuery(resourceType, state)),
  });
  const offered = groups.flatMap((group, index) =>
    (answers[index]?.data ?? []).flatMap((transition): Chosen[] => {
      const open = openTo(group, transition.uuid);
      return open.length > 0 ? [{ group, transition, records: open }] : [];
    }),
  );
  const isOnly = offered.length === 1 && answers.every(({ isSuccess }) => isSuccess);
  const chosen =
    kept ??
    offered.find(({ transition }) => transition.uuid === wanted) ??
    (isOnly && anew === undefined ? offered[0] : undefined);
  const needsComment = chosen !== undefined && asksForComment(chosen.transition);

  const write = (text: string) => {
    setComment(text);
    setFaulty(false);
    keepDraft(draftName, text === '' ? undefined : { comment: text });
  };

  const perform = async (targets: readonly StatefulRecord[]) => {
    if (!chosen || working) return;
    if (needsComment && comment.trim() === '') {
      setFaulty(true);
      commentField.current?.focus();
      return;
    }
    stopRef.current = false;
    setKept(chosen);
    setWorking(true);
    const ended = await runOver(targets, chosen.transition.uuid, comment, {
      isStopped: () => stopRef.current,
      onProgress: setRun,
    });
    setRun(ended);
    await refreshRecords().catch(() => {
      notify('error', { id: 'workflow-refresh', title: t('refreshFailed'), message: t('refreshNext') });
    });
    if (ended.refused.length === 0 && ended.left.length === 0) {
      keepDraft(draftName, undefined);
      notify('success', { title: t('updated') });
      if (!isClosed.current) onClose();
      return;
    }
    setWorking(false);
    if (ended.refused.length === 0) return;
    const [first] = ended.refused;
    if (records.length === 1 && isProblem(first?.error, 'state-changed')) {
      notify('error', { title: t('failed'), message: describeProblem(first.error).title });
      setAnew('awaited');
      return;
    }
    const count = ended.refused.length;
    notify('error', {
      title: t('failed'),
      message: t('refused', { count, formatted: grouped(count), total: grouped(ended.total) }),
    });
    if (ended.refused.some(({ error }) => isProblem(error, 'comment-required'))) setFaulty(true);
  };
  /** Of those that were refused an action is chosen anew, by the states in which they are now. */
  const chooseAnew = async () => {
    if (!run || working) return;
    setWorking(true);
    try {
      const fresh = await recordsAgain(run.refused.map(({ record }) => record));
      setRecords(fresh);
      setAnew('begun');
      setKept(undefined);
      setRun(undefined);
      setWanted(undefined);
    } catch (error) {
      notify('error', { title: t('failed'), message: describeProblem(error).title });
    }
    setWorking(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) void perform(run ? again(run) : chosen.records);
  };

  return (
    <form noValidate aria-label={t('title')} onSubmit={submit}>
      {kept ? (
        <p className={classes.head}>
          <StateBadge state={kept.transition.itemFromState} />
          <Text span fw={600}>
            {kept.transition.label}
          </Text>
          <FromTo transition={kept.transition} />
        </p>
      ) : (
        <Radio.Group value={chosen?.transition.uuid ?? null} onChange={setWanted} aria-label={t('action')}>
          {groups.map((group, index) => {
            const id = `${headings}-${index}`;
            const answer = answers[index];
            const actions = offered.filter((one) => one.group === group);
            const count = group.records.length;
            return (
              <div key={group.key} role="group" aria-labelledby={id} className={classes.group}>
                <div id={id} className={classes.head}>
                  <StateBadge state={group.state} />
                  {records.length > 1 && (
                    <span className="tabular">{t('count', { count, formatted: grouped(count) })}</span>
                  )}
                </div>
                {answer?.isPending && <Skeleton height={28} width="60%" />}
                {answer?.error && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
                {answer?.isSuccess && actions.length === 0 && groups.length > 1 && (
                  <p className={classes.none}>{t('noneHere')}</p>
                )}
                <Stack gap="sm">
                  {actions.map(({ transition, records: open }) => (
                    <TransitionRadio
                      key={transition.uuid}
                      transition={transition}
                      note={
                        open.length < count
                          ? t('notAll', { count: open.length, formatted: grouped(open.length) })
                          : undefined
                      }
                    />
                  ))}
                </Stack>
              </div>
            );
          })}
        </Radio.Group>
      )}
      {!kept && offered.length === 0 && answers.every(({ isSuccess }) => isSuccess) && (
        <p className={classes.none} role="status">
          {t('none')}
        </p>
      )}
      {chosen && (
        <CommentField
          ref={commentField}
          value={comment}
          required={needsComment}
          faulty={faulty}
          onWrite={write}
        />
      )}
      <div aria-live="polite">
        {run && run.total > 1 && (
          <div>
            <Text size="sm" mt="md" mb={4} className="tabular">
              {t('progress', { done: grouped(run.done), total: grouped(run.total) })}
            </Text>
            <Progress value={(100 * (run.done + run.refused.length)) / run.total} aria-label={t('title')} />
          </div>
        )}
        {run && !working && run.refused.length > 0 && chosen && (
          <RefusedRecords refused={run.refused} total={run.total} resourceType={chosen.group.resourceType} />
        )}
        {run && !working && run.left.length > 0 && (
          <Alert color="yellow" mt="md">
            {t('stopped', { count: run.left.length, formatted: grouped(run.left.length) })}
          </Alert>
        )}
      </div>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button
          variant="default"
          onClick={() => {
            if (working) stopRef.current = true;
            else onClose();
          }}
        >
          {t(working ? 'stop' : run || offered.length === 0 ? 'close' : 'cancel')}
        </Button>
        {run && !working && run.total > 1 && run.refused.length > 0 && (
          <Button variant="default" onClick={() => void chooseAnew()}>
            {t('chooseAnew')}
          </Button>
        )}
        {chosen && (
          <Button type="submit" aria-disabled={working} data-waiting={working || undefined}>
            {run && !working ? t('again') : chosen.transition.label}
          </Button>
        )}
        {!chosen && offered.length > 0 && <Button disabled>{t('confirm')}</Button>}
      </Group>
    </form>
  );
}

const again = ({ refused, left }: Run) => [...refused.map(({ record }) => record), ...left];

/** One after the other (WFACT-10), so that it can be stopped between two. Never throws. */
async function runOver(
  records: readonly StatefulRecord[],
  transitionUuid: string,
  comment: string,
  { isStopped, onProgress }: { isStopped(): boolean; onProgress(run: Run): void },
): Promise<Run> {
  let run: Run = { total: records.length, done: 0, refused: [], left: [] };
  onProgress(run);
  for (const [index, record] of records.entries()) {
    if (isStopped()) return { ...run, left: records.slice(index) };
    try {
      await performOn(record, transitionUuid, comment);
      run = { ...run, done: run.done + 1 };
    } catch (error) {
      run = { ...run, refused: [...run.refused, { record, error }] };
      if (concernsAll(error)) return { ...run, left: records.slice(index + 1) };
    }
    onProgress(run);
  }
  return run;
}
