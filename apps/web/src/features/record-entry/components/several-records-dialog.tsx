import type { Template } from '@armarium/contract/templates';
import type { MetadataEntry } from '@armarium/contract/records';
import { Button, Skeleton, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-client.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import { labelOf } from '../../../records/metadata-view.ts';
import {
  changedFields,
  draftOf,
  draftOfSeveral,
  faultsOf,
  listOf,
  type RecordDraft,
} from '../record-form.ts';
import classes from './metadata.module.css';
import { DiscardQuestion } from './discard-question.tsx';
import type { RecordState } from './record-dialog.tsx';
import { RecordFields, useRefusals, type FieldParts } from './record-fields.tsx';

export interface SeveralRecordsDialogProps {
  opened: boolean;
  onClose(): void;
  title: string;
  uuids: readonly string[];
  templates: readonly Template[];
  /** Names of the fields that are never blank where they are changed. */
  never: readonly string[];
  read(uuid: string): Promise<RecordState>;
  /** @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the fields named */
  save(uuid: string, list: MetadataEntry[], tag: string | undefined): Promise<void>;
  /** Called once all are saved, and when what was saved so far has to be shown. */
  onSaved(): Promise<void>;
}

/** So many are asked for at once. */
const AT_ONCE = 6;

/**
 * The metadata of several records in one form (ASSET-12 to ASSET-14). A field in which they differ says so, and what is
 * not touched stays as it is in each of them. What was typed outlives a reload for the same records.
 */
export function SeveralRecordsDialog(props: SeveralRecordsDialogProps) {
  const { opened, onClose, title, uuids, read } = props;
  const [states, setStates] = useState<ReadonlyMap<string, RecordState>>();
  const [failure, setFailure] = useState<Error>();
  const leaveRef = useRef<() => boolean>(() => true);
  const load = async () => {
    setFailure(undefined);
    try {
      setStates(await readAll(uuids, read));
    } catch (error) {
      setFailure(error as Error);
    }
  };
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    void load();
  });
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (leaveRef.current()) onClose();
      }}
      title={title}
      size="lg"
    >
      {failure ? (
        <Failed error={failure} onRetry={() => void load()} />
      ) : states === undefined ? (
        <Skeleton height={240} />
      ) : (
        <Form {...props} began={states} leaveRef={leaveRef} />
      )}
    </Dialog>
  );
}

async function readAll(uuids: readonly string[], read: SeveralRecordsDialogProps['read']) {
  const states = new Map<string, RecordState>();
  const waiting = [...uuids];
  const reader = async () => {
    for (let uuid = waiting.shift(); uuid !== undefined; uuid = waiting.shift()) {
      states.set(uuid, await read(uuid));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return states;
}

/** What was typed for several records and is not saved yet. */
interface SeveralDraft {
  /** The fields that were touched, and no others. */
  readonly draft: RecordDraft;
  /** What the records had when it was typed: who changed one meanwhile isn't overwritten unseen. */
  readonly tags: Readonly<Record<string, string>>;
}

/** In whatever order they were chosen. */
const draftNameOf = (uuids: readonly string[]) => `several.${[...uuids].sort().join('.')}`;

interface FormProps extends SeveralRecordsDialogProps {
  began: ReadonlyMap<string, RecordState>;
  leaveRef: { current: () => boolean };
}

function Form({ began, leaveRef, title, uuids, templates, never, read, save, onSaved, onClose }: FormProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const draftName = draftNameOf(uuids);
  const [kept] = useState(() => recallDraft<SeveralDraft>(draftName));
  const [states, setStates] = useState<ReadonlyMap<string, RecordState>>(
    () => new Map([...began].map(([uuid, { list, tag }]) => [uuid, { list, tag: kept?.tags[uuid] ?? tag }])),
  );
  const [draft, setDraft] = useState<RecordDraft>(kept?.draft ?? {});
  /** Those that were saved or changed by others since they were read: their tags are of no use any more. */
  const [outdated, setOutdated] = useState<readonly string[]>([]);
  const [done, setDone] = useState(0);
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const refusals = useRefusals();
  const form = useRef<HTMLFormElement>(null);

  const drafts = [...states.values()].map(({ list }) => draftOf(list, templates));
  const { draft: start, differing } = draftOfSeveral(drafts);
  // A field may have left the form since its draft was kept.
  const touched = templates.map(({ name }) => name).filter((name) => name in draft);
  const shown = { ...start, ...draft };
  // A field in which they differ is changed by a blank too: it began with other values than that.
  const judged = templates.filter(({ name }) => touched.includes(name));
  const base = { ...start, ...Object.fromEntries([...differing].map((name) => [name, ['\u0000']])) };
  const faults = {
    ...refused,
    ...Object.fromEntries(
      Object.entries(faultsOf(shown, base, judged, never)).map(([name, fault]) => [name, t(`form.${fault}`)]),
    ),
  };
  const invalid = Object.keys(faults).length > 0;
  const failed = failure === undefined ? undefined : describeProblem(failure);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:enabled, textarea:enabled, select:enabled')?.focus();
  }, []);
  useEffect(() => {
    leaveRef.current = () => {
      if (saving) return false;
      if (touched.length > 0) setAsking(true);
      return touched.length === 0;
    };
  });

  /** @param renewed those whose tags say nothing any more */
  const keep = (next: RecordDraft, renewed: readonly string[] = outdated) => {
    const tags: SeveralDraft['tags'] = Object.fromEntries(
      [...states].flatMap(([uuid, { tag }]) =>
        tag === undefined || renewed.includes(uuid) ? [] : [[uuid, tag] as const],
      ),
    );
    keepDraft(draftName, Object.keys(next).length > 0 ? { draft: next, tags } : undefined);
  };
  const end = () => {
    keepDraft(draftName, undefined);
    onClose();
  };
  const write = (next: RecordDraft) => {
    setDraft(next);
    keep(next);
  };
  const untouch = (name: string) => {
    const { [name]: _gone, ...rest } = draft;
    write(rest);
    setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => field !== name)));
    form.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus();
  };
  const change = (next: RecordDraft) => {
    const names = changedFields(shown, next);
    write({ ...draft, ...Object.fromEntries(names.map((name) => [name, next[name] ?? ['']])) });
    setRefused(Object.fromEntries(Object.entries(refused).filter(([name]) => !names.includes(name))));
  };

  const readAgain = async (some: readonly string[]) => {
    const current = new Map([...states, ...(await readAll(some, read))]);
    setStates(current);
    setOutdated([]);
    return current;
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (saving) return;
    if (invalid) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setSaving(true);
    setFailure(undefined);
    setDone(0);
    const saved: string[] = [];
    let sent: MetadataEntry[] = [];
    try {
      const current = outdated.length > 0 ? await readAgain(outdated) : states;
      for (const [index, uuid] of uuids.entries()) {
        const state = current.get(uuid);
        if (state === undefined) continue;
        const own = draftOf(state.list, templates);
        const next = { ...own, ...Object.fromEntries(touched.map((name) => [name, shown[name] ?? ['']])) };
        sent = listOf(next, state.list, templates);
        if (changedFields(own, next).length > 0) {
          await save(uuid, sent, state.tag);
          saved.push(uuid);
        }
        setDone(index + 1);
      }
      await onSaved();
      end();
    } catch (error) {
      setFailure(error);
      const isStale = isProblem(error, 'stale');
      if (!isStale) setRefused(refusals(error, sent));
      // What was saved is compared anew: it has what is sent again, unless that is changed before.
      const again = isStale ? uuids : [...new Set([...outdated, ...saved])];
      setOutdated(again);
      keep(draft, again);
      await Promise.all([onSaved(), readAgain(again).catch(() => undefined)]);
      setSaving(false);
    }
  };

  const parts: Record<string, FieldParts> = Object.fromEntries(
    templates.map((template) => {
      const { name } = template;
      const isTouched = touched.includes(name);
      const blank = (shown[name] ?? ['']).every((text) => text.trim() === '');
      return [
        name,
        {
          placeholder: differing.has(name) && !isTouched ? t('several.differentFieldValue') : undefined,
          below: isTouched && (
            <Text size="xs" c="dimmed" mt={4}>
              {t(blank ? 'several.emptied' : 'several.changed', { count: uuids.length })}{' '}
              <Button variant="subtle" size="compact-xs" onClick={() => untouch(name)}>
                {t('several.leave', { field: labelOf(template, (key) => t(`catalogue:${key}`)) })}
              </Button>
            </Text>
          ),
        },
      ];
    }),
  );

  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return;
        event.preventDefault();
        if (touched.length > 0) void submit();
      }}
    >
      {kept && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('form.restored')}
        </Text>
      )}
      <RecordFields
        // What is blank here may be filled in the records.
        templates={templates.map((template) => ({ ...template, required: false }))}
        draft={shown}
        onChange={change}
        faults={faults}
        parts={parts}
      />
      {failed && (
        <FailureAlert
          title={t('form.saveFailed')}
          text={{ ...failed, ...(isProblem(failure, 'stale') && { next: t('several.stale') }) }}
        />
      )}
      <div role="status" className={classes.status}>
        {saving && t('several.saving', { done, total: uuids.length })}
      </div>
      {asking ? (
        <DiscardQuestion
          key="asking"
          count={touched.length}
          onKeep={() => setAsking(false)}
          onDiscard={end}
        />
      ) : (
        <DialogActions key="deeds">
          <Button
            variant="default"
            onClick={() => {
              if (!saving) end();
            }}
          >
            {t('form.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={invalid || touched.length === 0}
            aria-disabled={saving}
            data-waiting={saving || undefined}
          >
            {t('form.save')}
          </Button>
        </DialogActions>
      )}
    </form>
  );
}
