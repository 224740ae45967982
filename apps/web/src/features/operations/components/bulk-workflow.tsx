import type { ItemSelection } from '@armarium/contract/item-query';
import type { TransitionTemplate } from '@armarium/contract/workflow';
import { Radio, Skeleton, Stack } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { beginBatch, selectionStatesQuery } from '../api/batches.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { transitionsQuery } from '../../workflow/api/transitions.ts';
import { watchBatch } from '../state/watched-batches.ts';
import { asksForComment } from '../../workflow/groups.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import { goneOf } from './selection-dialogs.tsx';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { CommentField, TransitionRadio } from '../../workflow/components/transition-choice.tsx';
import classes from '../../workflow/components/workflow-dialog.module.css';

interface BulkWorkflowProps {
  /** Items: of all that a query finds, or of many, nothing is read but their states. */
  selection: ItemSelection;
  onClose(): void;
  /** A batch does it now. */
  onStarted?(): void;
  /** Of the named items these are not there any more. */
  onGone?(uuids: readonly string[]): void;
}

interface SelectedState {
  readonly state: string;
  readonly items: number;
  readonly uuids: readonly string[] | null;
}

/** What was typed for one selection is not sent with another; how many a query finds tells no two of them apart. */
const draftOf = (selection: ItemSelection) =>
  `workflow.${JSON.stringify('query' in selection ? { ...selection, expected: undefined } : selection)}`;

/**
 * The workflow actions of many items, by their state, done by one batch, for which the server writes a log for each
 * . What became of each record stands on the batch's page.
 */
export function BulkWorkflow({ selection: asked, onClose, onStarted, onGone }: BulkWorkflowProps) {
  const { t } = useTranslation(['workflow', 'selection', 'catalogue']);
  const [gone, setGone] = useState<readonly string[]>([]);
  const selection = 'uuids' in asked ? { uuids: asked.uuids.filter((uuid) => !gone.includes(uuid)) } : asked;
  const isNothing = 'uuids' in selection ? selection.uuids.length === 0 : selection.expected === 0;
  const draft = draftOf(selection);
  const states = useQuery(selectionStatesQuery(selection));
  const groups = (!isNothing && states.data?.states) || [];
  const answers = useQueries({ queries: groups.map(({ state }) => transitionsQuery('ITEM', state)) });
  const [comment, setComment] = useState(() => recallDraft<{ comment: string }>(draft)?.comment ?? '');
  const [wanted, setWanted] = useState<string>();
  const [faulty, setFaulty] = useState(false);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const headings = useId();
  const offered = groups.flatMap((group, index) =>
    (answers[index]?.data ?? []).map((transition) => ({ group, transition })),
  );
  const isKnown = states.isSuccess && answers.every(({ isSuccess }) => isSuccess);
  const chosen =
    offered.find(({ transition }) => transition.uuid === wanted) ??
    (offered.length === 1 && isKnown ? offered[0] : undefined);
  const needsComment = chosen !== undefined && asksForComment(chosen.transition);
  const write = (text: string) => {
    setComment(text);
    setFaulty(false);
    keepDraft(draft, text === '' ? undefined : { comment: text });
  };
  const drop = (lost: readonly string[]) => {
    const left = [...gone, ...lost];
    if ('uuids' in asked && comment !== '') {
      keepDraft(draft, undefined);
      keepDraft(draftOf({ uuids: asked.uuids.filter((uuid) => !left.includes(uuid)) }), { comment });
    }
    setGone(left);
    onGone?.(lost);
    void recordsChanged();
  };
  const missing = 'uuids' in selection ? goneOf(states.error, selection.uuids) : [];
  useEffect(() => {
    // The selection of the list, which isn't ours, loses them too.
    if (missing.length > 0) drop(missing);
    // Once for each answer: it is asked again without them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [states.error]);
  /** With as many as the list finds by now. */
  const lookAgain = () => void recordsChanged().then(() => states.refetch());
  const perform = async () => {
    if (!chosen) return;
    const said = comment.trim();
    if (needsComment && said === '') {
      setFaulty(true);
      commentField.current?.focus();
      return;
    }
    const batch = await beginBatch(inState(selection, chosen.group), {
      kind: 'transition',
      transitionUuid: chosen.transition.uuid,
      ...(said !== '' && { comment: said }),
    });
    keepDraft(draft, undefined);
    watchBatch(batch.uuid);
    onClose();
    onStarted?.();
  };
  const count = states.data?.items ?? 0;

  return (
    <ConfirmDialog
      // While it works the dialog stays as it is; a missing comment is asked for where it stands.
      opened
      size="lg"
      title={t('title')}
      confirmWord={chosen?.transition.label ?? t('confirm')}
      failedWord={t('failed')}
      disabled={chosen === undefined}
      onClose={onClose}
      keepsOpen={() => needsComment && comment.trim() === ''}
      work={perform}
      onFailure={(failure) => {
        const lost = goneOf(failure, chosen?.group.uuids ?? []);
        if (lost.length > 0) drop(lost);
        else lookAgain();
      }}
    >
      {gone.length > 0 && (
        <p className={classes.none} role="status">
          {t('selection:goneTitle', { count: gone.length, formatted: grouped(gone.length) })}
        </p>
      )}
      {isNothing ? (
        <p className={classes.none}>{t('noneLeft')}</p>
      ) : states.data ? (
        <p className={classes.none}>{t('byOperation', { count, formatted: grouped(count) })}</p>
      ) : states.error && missing.length === 0 ? (
        <Failed error={states.error} onRetry={lookAgain} />
      ) : (
        <Skeleton height={140} />
      )}
      <Radio.Group
        value={chosen?.transition.uuid ?? null}
        onChange={setWanted}
        aria-label={t('action')}
        mt="sm"
      >
        {groups.map((group, index) => (
          <State
            key={group.state}
            id={`${headings}-${index}`}
            group={group}
            transitions={answers[index]?.data}
            failure={answers[index]?.error ?? null}
            onRetry={() => void answers[index]?.refetch()}
          />
        ))}
      </Radio.Group>
      {chosen && (
        <CommentField
          ref={commentField}
          value={comment}
          required={needsComment}
          faulty={faulty}
          onWrite={write}
        />
      )}
    </ConfirmDialog>
  );
}

interface StateProps {
  id: string;
  group: SelectedState;
  transitions: readonly TransitionTemplate[] | undefined;
  failure: Error | null;
  onRetry(): void;
}

/** One state with its number of items and the actions from it. */
function State({ id, group, transitions, failure, onRetry }: StateProps) {
  const { t } = useTranslation('workflow');
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <div id={id} className={classes.head}>
        <StateBadge state={group.state} />
        <span className="tabular">{t('count', { count: group.items, formatted: grouped(group.items) })}</span>
      </div>
      {transitions === undefined && !failure && <Skeleton height={28} width="60%" />}
      {transitions === undefined && failure !== null && <Failed error={failure} onRetry={onRetry} />}
      {transitions?.length === 0 && <p className={classes.none}>{t('noneHere')}</p>}
      <Stack gap="sm">
        {transitions?.map((transition) => (
          <TransitionRadio key={transition.uuid} transition={transition} />
        ))}
      </Stack>
    </div>
  );
}

/** Those of a selection that are in one state, as many as were seen. */
function inState(selection: ItemSelection, { state, items, uuids }: SelectedState): ItemSelection {
  if ('uuids' in selection) return { uuids: [...(uuids ?? [])] };
  return { ...selection, query: { ...selection.query, state: [state] }, expected: items };
}
