import type { MetadataEntry } from '@armarium/contract/records';
import type { Template } from '@armarium/contract/templates';
import { Box, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-client.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import { allFields, labelOf } from '../../../records/metadata-view.ts';
import {
  changedFields,
  draftOf,
  faultsOf,
  listOf,
  mergeDrafts,
  type FieldConflict,
  type RecordDraft,
} from '../record-form.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { DiscardQuestion } from './discard-question.tsx';
import { RecordFields, useRefusals } from './record-fields.tsx';
import classes from './metadata.module.css';

type List = readonly MetadataEntry[];

/** A record as it stands at the server, with the entity tag that a change is sent with. */
export interface RecordState {
  readonly list: List;
  readonly tag: string | undefined;
}

export interface RecordDialogProps {
  opened: boolean;
  /** Whether it opens in its edit mode; else it is read first. */
  editing?: boolean;
  onClose(): void;
  title: string;
  record: { readonly uuid: string; readonly customMetadataList: List };
  templates: readonly Template[];
  /** Whether there is a way into the edit mode. */
  mayEdit: boolean;
  /** The word on the button that saves: `Save` for items, `Confirm` for collections (catalogue §4). */
  saveWord: string;
  /** Names of the fields that are never blank; else the title. */
  never?: readonly string[];
  /** Fields that are changed elsewhere: with the words that say why. */
  fixed?: Readonly<Record<string, string>>;
  read(): Promise<RecordState>;
  /** @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the fields named */
  save(list: MetadataEntry[], tag: string | undefined): Promise<void>;
  /** What stands above its fields while it is read. */
  lead?: ReactNode;
  /** What else can be done with the record, beside the way into the edit mode. */
  actions?: ReactNode;
}

/** A record's metadata: read-only first, then an edit mode (catalogue §4). What was typed outlives closing it. */
export function RecordDialog(props: RecordDialogProps) {
  const { opened, onClose, title } = props;
  // Closing asks the form, which knows whether something would be lost.
  const leaveRef = useRef<(() => boolean) | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (leaveRef.current?.() ?? true) onClose();
      }}
      title={title}
      size="lg"
    >
      <Contents {...props} leaveRef={leaveRef} />
    </Dialog>
  );
}

interface Editing extends RecordState {
  readonly draft: RecordDraft;
}

function Contents({
  leaveRef,
  ...props
}: RecordDialogProps & { leaveRef: { current: (() => boolean) | null } }) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const { record, templates, mayEdit, read, lead, actions, editing: atOnce = false } = props;
  const [kept] = useState(() => recallDraft<Editing>(record.uuid));
  const [editing, setEditing] = useState<Editing | undefined>(mayEdit ? kept : undefined);
  // What had the focus in the form goes with it: then the way into it has the focus.
  const [hasEdited, setHasEdited] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [opening, setOpening] = useState(atOnce && mayEdit && kept === undefined);
  // A catalogue may have dozens of fields of which a record has a few.
  const [blank, setBlank] = useState(false);
  const words = { true: t('catalogue:boolean.true'), false: t('catalogue:boolean.false') };
  const fields = allFields(record.customMetadataList, templates, words);
  const filled = fields.filter(({ values }) => values.length > 0);
  const failed = failure === undefined ? undefined : describeProblem(failure);

  const load = async () => {
    try {
      const state = await read();
      setEditing({ ...state, draft: draftOf(state.list, templates) });
    } catch (error) {
      setFailure(error);
    } finally {
      setOpening(false);
    }
  };
  const begin = () => {
    if (opening) return;
    setOpening(true);
    setFailure(undefined);
    void load();
  };
  // From the beginning where the edit mode was asked for at once.
  const wasAsked = useRef(opening);
  useEffect(() => {
    if (!wasAsked.current) return;
    wasAsked.current = false;
    void load();
  });

  if (editing) {
    return (
      <Form
        {...props}
        begun={editing}
        restored={editing === kept}
        leaveRef={leaveRef}
        onEnd={() => {
          setHasEdited(true);
          setEditing(undefined);
        }}
      />
    );
  }
  return (
    <>
      {lead !== undefined && <Box mb="md">{lead}</Box>}
      <dl className={classes.fields}>
        {(blank ? fields : filled).map((field) => (
          <div key={field.name} className={classes.field}>
            <dt dir="auto">
              {field.archived ? field.label : labelOf(field, (key) => t(`catalogue:${key}`))}
              {field.archived && <span> ({t('record.archived')})</span>}
            </dt>
            {field.values.length === 0 && <dd className={classes.none}>{t('record.noValue')}</dd>}
            {field.values.map((value, index) => (
              <dd key={index} dir="auto" className={field.name === 'sgtt' ? 'record-title' : ''}>
                {value}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {filled.length < fields.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb="md"
          aria-expanded={blank}
          onClick={() => setBlank(!blank)}
        >
          {blank ? t('item.hideBlank') : t('item.showBlank', { count: fields.length - filled.length })}
        </Button>
      )}
      {failed && <FailureAlert title={t('form.openFailed')} text={failed} />}
      {(mayEdit || actions !== undefined) && (
        <DialogActions justify="space-between" mt={0} className={classes.deeds ?? ''}>
          <Group gap="sm">{actions}</Group>
          {mayEdit && (
            <Button ml="auto" onClick={begin} aria-disabled={opening} data-autofocus autoFocus={hasEdited}>
              {t('form.edit')}
            </Button>
          )}
        </DialogActions>
      )}
    </>
  );
}

interface FormProps extends RecordDialogProps {
  begun: Editing;
  /** Whether it goes on from a draft that was left. */
  restored: boolean;
  leaveRef: { current: (() => boolean) | null };
  onEnd(): void;
}

function Form({
  record,
  templates,
  saveWord,
  never = ['sgtt'],
  fixed,
  read,
  save,
  begun,
  restored,
  leaveRef,
  onEnd,
}: FormProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const [began, setBegan] = useState<RecordState>(begun);
  const [draft, setDraft] = useState(begun.draft);
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const refusals = useRefusals();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const start = draftOf(began.list, templates);
  const changed = changedFields(start, draft);
  const faults = {
    ...refused,
    ...Object.fromEntries(
      Object.entries(faultsOf(draft, start, templates, never)).map(([name, fault]) => [
        name,
        t(`form.${fault}`),
      ]),
    ),
  };
  const invalid = Object.keys(faults).length > 0;
  const failed = failure === undefined ? undefined : describeProblem(failure);

  const change = (next: RecordDraft) => {
    const touched = changedFields(draft, next);
    setDraft(next);
    setRefused(Object.fromEntries(Object.entries(refused).filter(([name]) => !touched.includes(name))));
    keepDraft(record.uuid, changedFields(start, next).length > 0 ? { ...began, draft: next } : undefined);
  };
  const end = () => {
    keepDraft(record.uuid, undefined);
    onEnd();
  };
  useEffect(() => {
    // The button that led here has gone.
    form.current?.querySelector<HTMLElement>('input:enabled:not([readonly]), textarea:enabled')?.focus();
  }, []);
  useEffect(() => {
    leaveRef.current = () => {
      if (changed.length === 0) return true;
      setAsking(true);
      return false;
    };
    return () => {
      leaveRef.current = null;
    };
  });

  const merge = async () => {
    const theirs = await read();
    const merged = mergeDrafts(start, draft, draftOf(theirs.list, templates));
    setBegan(theirs);
    setDraft(merged.draft);
    setConflicts(merged.conflicts);
    keepDraft(record.uuid, { ...theirs, draft: merged.draft });
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (saving) return;
    if (invalid) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    if (changed.length === 0) return end();
    const list = listOf(draft, began.list, templates);
    setSaving(true);
    setFailure(undefined);
    setConflicts([]);
    try {
      await save(list, began.tag);
      end();
    } catch (error) {
      setFailure(error);
      if (isProblem(error, 'stale')) await merge().catch(setFailure);
      else setRefused(refusals(error, list));
    } finally {
      setSaving(false);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label={t('form.label')}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (isSaveKey(event)) {
          event.preventDefault();
          void submit();
        }
      }}
    >
      {restored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('form.restored')}
        </Text>
      )}
      <RecordFields
        templates={templates.map((one) => ({ ...one, required: one.required || never.includes(one.name) }))}
        draft={draft}
        onChange={change}
        faults={faults}
        {...(fixed && { fixed })}
      />
      {failed && (
        <FailureAlert
          title={t('form.saveFailed')}
          text={{ ...failed, ...(isProblem(failure, 'stale') && { next: t('form.stale') }) }}
        >
          {conflicts.map((conflict) => (
            <Conflict
              key={conflict.name}
              id={`${id}-${conflict.name}`}
              label={labelOf(
                templates.find(({ name }) => name === conflict.name) ?? {
                  name: conflict.name,
                  label: conflict.name,
                },
                (key) => t(`catalogue:${key}`),
              )}
              conflict={conflict}
              chosen={draft[conflict.name] === conflict.theirs ? 'theirs' : 'mine'}
              onChoose={(texts) => change({ ...draft, [conflict.name]: texts })}
            />
          ))}
        </FailureAlert>
      )}
      {/* Keys, or "Keep editing" would become the button that saves while it is clicked. */}
      {asking ? (
        <DiscardQuestion
          key="asking"
          count={changed.length}
          onKeep={() => setAsking(false)}
          onDiscard={end}
        />
      ) : (
        <DialogActions key="deeds">
          <Button variant="default" onClick={end}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" disabled={invalid} aria-disabled={saving} data-waiting={saving || undefined}>
            {saveWord}
          </Button>
        </DialogActions>
      )}
    </form>
  );
}

interface ConflictProps {
  id: string;
  label: string;
  conflict: FieldConflict;
  chosen: 'mine' | 'theirs';
  onChoose(texts: readonly string[]): void;
}

/** Both values of a field that two people changed, one to be chosen (API-020). */
function Conflict({ id, label, conflict, chosen, onChoose }: ConflictProps) {
  const { t } = useTranslation('editing');
  const shown = (texts: readonly string[]) =>
    texts.filter((text) => text !== '').join('; ') || t('record.noValue');
  return (
    <Radio.Group
      name={id}
      mt="sm"
      label={<span dir="auto">{label}</span>}
      value={chosen}
      onChange={(side) => onChoose(side === 'theirs' ? conflict.theirs : conflict.mine)}
    >
      <Stack gap={6} mt={4}>
        <Radio value="mine" label={t('form.mine', { value: shown(conflict.mine) })} />
        <Radio value="theirs" label={t('form.theirs', { value: shown(conflict.theirs) })} />
      </Stack>
    </Radio.Group>
  );
}
