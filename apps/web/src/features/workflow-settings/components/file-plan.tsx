import type { FieldProblem } from '@armarium/contract/problem';
import type { WorkflowOutcome } from '@armarium/contract/workflow-file';
import { Button, Checkbox, Text } from '@mantine/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { useFaultWords } from './use-fault-words.ts';
import type { ChosenFile, WorkflowFileWork } from './use-workflow-file.ts';
import classes from './workflow-settings.module.css';

interface FilePlanProps {
  work: WorkflowFileWork;
  chosen: ChosenFile;
  onClose(): void;
}

/** What a workflow file would change, or what is wrong with it, before anything is changed; then what it did change. */
export function FilePlan({ work, chosen, onClose }: FilePlanProps) {
  const { t } = useTranslation('workflowSettings');
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { result, prune } = chosen;
  const outcome = 'outcome' in result ? result.outcome : undefined;
  const changes = outcome?.changes.length ?? 0;
  const isDone = result.is === 'done';
  const isStale = result.is === 'failed' && isProblem(result.failure, 'stale');
  const says = { count: changes, formatted: grouped(changes) };
  const takeOver = async () => {
    if (changes === 0) return;
    // The button Import is gone then.
    if (await work.takeOver()) title.current?.focus();
  };
  return (
    <section aria-labelledby={heading} className={classes.plan}>
      <h3 id={heading} ref={title} tabIndex={-1} className={classes.planTitle} dir="auto">
        {chosen.name}
      </h3>
      {!isDone && (
        <Checkbox
          label={t('file.prune')}
          description={t('file.pruneText')}
          checked={prune}
          aria-disabled={work.isWorking}
          onChange={(event) => void work.tryAgain(event.currentTarget.checked)}
        />
      )}
      <div role="status">
        {result.is === 'tried' && <Text mt="md">{t('file.trying')}</Text>}
        {result.is === 'plan' && (
          <Text mt="md">{changes === 0 ? t('file.nothing') : t('file.changes', says)}</Text>
        )}
        {isDone && <Text mt="md">{t('file.done', says)}</Text>}
      </div>
      {outcome && <Plan outcome={outcome} />}
      {result.is === 'faulty' && <Faults file={chosen} faults={result.faults} />}
      {result.is === 'failed' && (
        <FailureAlert
          title={t('file.notTaken', { file: chosen.name })}
          text={
            isStale ? { title: t('file.stale'), next: t('file.staleNext') } : describeProblem(result.failure)
          }
        >
          <Button
            autoFocus
            size="compact-md"
            variant="default"
            mt="xs"
            onClick={() => {
              // The button disappears together with the failure.
              title.current?.focus();
              void work.tryAgain(prune);
            }}
          >
            {t(isStale ? 'file.lookAgain' : 'file.tryAgain')}
          </Button>
        </FailureAlert>
      )}
      <DialogActions>
        <Button variant="default" {...waitingProps(work.isWorking)} onClick={onClose}>
          {t(isDone ? 'file.close' : 'cancel')}
        </Button>
        {!isDone && (
          <Button
            {...waitingProps(work.isWorking)}
            // It keeps the focus while there is nothing to import.
            aria-disabled={work.isWorking || changes === 0}
            data-disabled={changes === 0 || undefined}
            onClick={() => void takeOver()}
          >
            {t('file.takeOver')}
          </Button>
        )}
      </DialogActions>
    </section>
  );
}

type Entry = WorkflowOutcome['changes'][number] | WorkflowOutcome['left'][number];

/** What an entry of a file is called. */
function useEntryName() {
  const { t } = useTranslation('workflowSettings');
  return ({ what, resourceType, name, itemFromState, itemToState }: Entry): string =>
    t(`file.entry.${what}`, {
      name,
      kind: resourceType ? t(`kind.${resourceType}`) : '',
      from: itemFromState,
      to: itemToState,
    });
}

/** What would change, and what stays though the file lacks it. */
function Plan({ outcome: { dryRun, changes, left } }: { outcome: WorkflowOutcome }) {
  const { t } = useTranslation('workflowSettings');
  const nameOf = useEntryName();
  const partsOf = (parts: readonly string[]) => parts.map((part) => t(`file.part.${part}`)).join(', ');
  const lists = [
    ...(['add', 'change', 'remove'] as const).map((change) => ({
      key: change as string,
      lines: changes
        .filter((one) => one.change === change)
        .map((one) => (one.parts.length > 0 ? `${nameOf(one)}: ${partsOf(one.parts)}` : nameOf(one))),
    })),
    ...(['used', 'standard', 'not-in-file'] as const).map((why) => ({
      key: why as string,
      lines: left.filter((one) => one.why === why).map(nameOf),
    })),
  ].filter(({ lines }) => lines.length > 0);
  return (
    <>
      {lists.map(({ key, lines }) => (
        <div key={key} className={classes.planList}>
          <h4>{t(`file.${dryRun ? 'list' : 'doneList'}.${key}`)}</h4>
          <ul>
            {lines.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Whether a fault is that the file has a property of an unknown name; tasks name fields in `field` and `fields`. */
const isUnknownKey = ({ code, name }: FieldProblem) =>
  code === 'unknown-field' && !/\.fields?(\[\d+\])?$/.test(name);

/** What is wrong with a file, by lines and places. */
function Faults({ file: { name, text }, faults }: { file: ChosenFile; faults: readonly FieldProblem[] }) {
  const { t } = useTranslation('workflowSettings');
  const wordOf = useFaultWords();
  const placeOf = (place: string) => [place, text.valueAt(place)].filter(Boolean).join(': ');
  return (
    <FailureAlert
      title={t('file.notTaken', { file: name })}
      text={{ title: t('file.faulty'), next: t('file.faultyNext') }}
    >
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <li key={`${fault.name} ${fault.code}`}>
            {t('file.line', { line: text.lineOf(fault.name) })} <code>{placeOf(fault.name)}</code>{' '}
            {isUnknownKey(fault) ? t('fault.unknown-key') : wordOf(fault)}
          </li>
        ))}
      </ul>
    </FailureAlert>
  );
}
