import type { FieldChange } from '@armarium/contract/batches';
import type { ItemSelection } from '@armarium/contract/item-query';
import type { Template } from '@armarium/contract/templates';
import { Alert, Button, Checkbox, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-client.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { previewEdit, selectionValuesQuery, type Preview, type SelectionValues } from '../api/batches.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { inOrder, labelOf, valuesOf } from '../../../records/metadata-view.ts';
import {
  changesOf,
  kindsOf,
  unfinished,
  untouched,
  type BulkDraft,
  type ChangeKind,
  type FieldDraft,
} from '../bulk-changes.ts';
import { isNarrowed } from '../../../records/selection/selection.ts';
import classes from './bulk-edit.module.css';
import { grouped } from '../../../ui/grouped.ts';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { RecordFields, useRefusals } from '../../record-entry/components/record-fields.tsx';
import { useStart, type SelectionDialogProps } from './selection-dialogs.tsx';

/** `Edit metadata` of the chosen items: what becomes of each field, what that would do, then the job that does it. */
export function BulkEdit(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'editing', 'ui']);
  const { picking, onClose } = props;
  const { asked, start, describe, onFailure } = useStart(props, isNarrowed(picking.query));
  const templates = useQuery(itemTemplatesQuery);
  const values = useQuery(selectionValuesQuery(asked));
  const draftName = `bulk-edit.${JSON.stringify(picking.query)}`;
  const [kept] = useState(() => recallDraft<BulkDraft>(draftName));
  const [draft, setDraft] = useState<BulkDraft>(kept ?? {});
  const [looked, setLooked] = useState<{ asked: ItemSelection; changes: FieldChange[]; preview: Preview }>();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const refusals = useRefusals();
  const fields = inOrder(templates.data ?? []).filter(({ name }) => name !== 'pressmark');
  const changes = changesOf(draft, fields);
  const lacking = unfinished(draft, fields);
  const failed = failure === undefined ? undefined : describe(failure);
  const error = templates.error ?? values.error;
  const figures = { count: picking.count, formatted: grouped(picking.count) };
  const title = t('bulk.title', figures);

  // The dialog opens before its fields are there, with the focus on its cross.
  const isReady = templates.data !== undefined && values.data !== undefined;
  useEffect(() => {
    if (isReady) form.current?.querySelector('select')?.focus();
  }, [isReady]);
  // What had the focus goes with the step: the figures have it then, or, on the way back, the first field.
  const hasLooked = looked !== undefined;
  const hadLooked = useRef(hasLooked);
  useEffect(() => {
    if (hadLooked.current === hasLooked) return;
    hadLooked.current = hasLooked;
    form.current?.querySelector<HTMLElement>(hasLooked ? '[data-figures]' : 'select')?.focus();
  }, [hasLooked]);
  // A failure has to find somebody to be told to.
  const close = () => {
    if (!working) onClose();
  };

  const change = (name: string, next: FieldDraft) => {
    const all = { ...draft, [name]: next };
    setDraft(all);
    setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => field !== name)));
    keepDraft(draftName, Object.values(all).some(({ kind }) => kind !== 'keep') ? all : undefined);
  };
  const work = async (step: () => Promise<void>) => {
    if (working) return;
    setWorking(true);
    setFailure(undefined);
    try {
      await step();
    } catch (problem) {
      setFailure(problem);
      onFailure(problem);
      setRefused(refusedFields(problem, changes, refusals));
      setLooked(undefined);
    }
    setWorking(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (looked === undefined) {
      if (picking.count > 0 && changes.length > 0 && lacking.length === 0)
        void work(async () => setLooked({ asked, changes, preview: await previewEdit(asked, changes) }));
    } else if (looked.preview.changed > 0) {
      void work(async () => {
        await start({ kind: 'edit', changes: looked.changes }, looked.asked);
        keepDraft(draftName, undefined);
      });
    }
  };
  const alert = failed && <FailureAlert title={t('ui:failedTo', { what: title })} text={failed} />;

  return (
    <Dialog opened onClose={close} title={title} size="xl">
      {error ? (
        <Failed error={error} onRetry={() => void (templates.error ? templates : values).refetch()} />
      ) : !templates.data || !values.data ? (
        <Skeleton height={240} />
      ) : (
        <form
          ref={form}
          noValidate
          aria-label={title}
          onSubmit={submit}
          onKeyDown={(event) => {
            if (!isSaveKey(event)) return;
            event.preventDefault();
            // It saves nothing yet: what it would do is looked at first.
            if (looked === undefined && !event.repeat) event.currentTarget.requestSubmit();
          }}
        >
          {looked === undefined ? (
            <>
              {kept && (
                <Text size="sm" c="dimmed" mb="sm" role="status">
                  {t('editing:form.restored')}
                </Text>
              )}
              <ul className={classes.fields} aria-label={t('bulk.fields')}>
                {fields.map((template) => (
                  <FieldRow
                    key={template.uuid}
                    template={template}
                    held={values.data.fields.find(({ name }) => name === template.name)}
                    total={values.data.items}
                    draft={draft[template.name] ?? untouched}
                    fault={refused[template.name]}
                    onChange={(next) => change(template.name, next)}
                  />
                ))}
              </ul>
              {alert}
              <DialogActions>
                <Button
                  variant="default"
                  onClick={() => {
                    if (!working) keepDraft(draftName, undefined);
                    close();
                  }}
                >
                  {t('editing:form.cancel')}
                </Button>
                <Button
                  type="submit"
                  disabled={picking.count === 0 || changes.length === 0 || lacking.length > 0}
                  aria-disabled={working}
                  data-waiting={working || undefined}
                >
                  {t('bulk.preview')}
                </Button>
              </DialogActions>
            </>
          ) : (
            <>
              <PreviewOf preview={looked.preview} templates={fields} />
              {alert}
              <DialogActions>
                <Button variant="default" onClick={() => setLooked(undefined)}>
                  {t('bulk.back')}
                </Button>
                <Button
                  type="submit"
                  disabled={looked.preview.changed === 0}
                  aria-disabled={working}
                  data-waiting={working || undefined}
                >
                  {t('bulk.start', {
                    count: looked.preview.changed,
                    formatted: grouped(looked.preview.changed),
                  })}
                </Button>
              </DialogActions>
            </>
          )}
        </form>
      )}
    </Dialog>
  );
}

/** The fields of the form that an answer refuses, by the place of their change in what was sent. */
function refusedFields(
  problem: unknown,
  changes: readonly FieldChange[],
  words: ReturnType<typeof useRefusals>,
): Record<string, string> {
  const named = words(problem, []);
  return Object.fromEntries(
    (problem instanceof ApiProblem ? problem.problem.fields : []).flatMap(({ name }) => {
      const index = /changes\[(\d+)\]/.exec(name)?.[1];
      const field = index === undefined ? undefined : changes[Number(index)]?.name;
      const word = named[name];
      return field === undefined || word === undefined ? [] : [[field, word]];
    }),
  );
}

interface FieldRowProps {
  template: Template;
  /** What the items hold in it; absent where none of them has a value. */
  held: SelectionValues['fields'][number] | undefined;
  total: number;
  draft: FieldDraft;
  fault: string | undefined;
  onChange(draft: FieldDraft): void;
}

function FieldRow({ template, held, total, draft, fault, onChange }: FieldRowProps) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const label = labelOf(template, (key) => t(`catalogue:${key}`));
  const shown = useShownValue();
  const { kind } = draft;
  const filled = held?.filled ?? 0;
  return (
    <li className={classes.field} data-changed={kind !== 'keep' || undefined}>
      <div className={classes.line}>
        <div className={classes.held}>
          <span className={classes.label} dir="auto">
            {label}
          </span>
          <span className={`${classes.values} tabular`} dir="auto">
            {filled === 0 || !held
              ? t('bulk.empty')
              : [
                  ...held.values
                    .slice(0, 3)
                    .map(({ value, items }) => `${shown(template, [value])} (${grouped(items)})`),
                  held.distinct > 3 &&
                    t('bulk.more', { count: held.distinct - 3, formatted: grouped(held.distinct - 3) }),
                  filled < total &&
                    t('bulk.without', { count: total - filled, formatted: grouped(total - filled) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </span>
        </div>
        <NativeSelect
          aria-label={t('bulk.what', { field: label })}
          className={classes.kind ?? ''}
          value={kind}
          data={kindsOf(template).map((one) => ({ value: one, label: t(`bulk.kind.${one}`) }))}
          onChange={(event) => onChange({ ...draft, kind: event.currentTarget.value as ChangeKind })}
        />
      </div>
      {(kind === 'replace' || kind === 'append') && (
        <RecordFields
          templates={[
            {
              ...template,
              required: false,
              help: '',
              repeatable: template.repeatable && kind === 'replace',
            },
          ]}
          draft={{ [template.name]: kind === 'append' ? draft.texts.slice(0, 1) : draft.texts }}
          onChange={(next) => onChange({ ...draft, texts: next[template.name] ?? [''] })}
          faults={fault === undefined ? {} : { [template.name]: fault }}
        />
      )}
      {kind === 'append' && !template.repeatable && (
        <TextInput
          label={t('bulk.separator')}
          value={draft.separator}
          maxLength={100}
          mt="xs"
          onChange={(event) => onChange({ ...draft, separator: event.currentTarget.value })}
        />
      )}
      {kind === 'find' && (
        <div className={classes.find}>
          <TextInput
            label={t('bulk.find')}
            value={draft.find}
            error={fault}
            autoComplete="off"
            onChange={(event) => onChange({ ...draft, find: event.currentTarget.value })}
          />
          <TextInput
            label={t('bulk.replacement')}
            value={draft.replacement}
            autoComplete="off"
            onChange={(event) => onChange({ ...draft, replacement: event.currentTarget.value })}
          />
          <Checkbox
            label={t('bulk.matchCase')}
            checked={draft.matchCase}
            onChange={(event) => onChange({ ...draft, matchCase: event.currentTarget.checked })}
          />
        </div>
      )}
      {fault !== undefined && kind === 'clear' && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

/** Values of a field as they are read. */
function useShownValue() {
  const { t } = useTranslation(['catalogue', 'editing']);
  const words = { true: t('boolean.true'), false: t('boolean.false') };
  return (template: Pick<Template, 'name' | 'type'>, values: readonly (string | number | boolean)[]) =>
    valuesOf(
      values.map((value) => ({ name: template.name, value })),
      template,
      words,
    ).join('; ') || t('editing:record.noValue');
}

/** What the edit would do: how many, how many of them public, the distinct changes, and what is refused and why. */
function PreviewOf({ preview, templates }: { preview: Preview; templates: readonly Template[] }) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const shown = useShownValue();
  const figure = (name: 'changed' | 'unchanged' | 'failed' | 'public') =>
    t(`bulk.${name}`, { count: preview[name], formatted: grouped(preview[name]) });
  return (
    <>
      <p className={`${classes.figures} tabular`} role="status" tabIndex={-1} data-figures>
        {[
          figure('changed'),
          preview.public > 0 && figure('public'),
          preview.unchanged > 0 && figure('unchanged'),
          preview.failed > 0 && figure('failed'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {preview.changes.length > 0 && (
        <ul className={classes.changes} aria-label={t('bulk.changes')}>
          {preview.changes.map((one, index) => {
            const template = templates.find(({ name }) => name === one.name);
            const read = template ?? { name: one.name, type: 'STRING' };
            return (
              <li key={index}>
                <span className={classes.label} dir="auto">
                  {template ? labelOf(template, (key) => t(`catalogue:${key}`)) : one.name}
                </span>
                <del dir="auto">{shown(read, one.before)}</del>
                <span aria-hidden>→</span>
                <ins dir="auto">{shown(read, one.after)}</ins>
                <span className={`${classes.items} tabular`}>
                  {t('items', { count: one.items, formatted: grouped(one.items) })}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {preview.furtherChanges > 0 && (
        <Text size="sm" c="dimmed">
          {t('bulk.further', {
            count: preview.furtherChanges,
            formatted: grouped(preview.furtherChanges),
          })}
        </Text>
      )}
      {preview.failures.length > 0 && (
        <Alert color="red" title={figure('failed')} mt="md">
          <ul className={classes.failures}>
            {preview.failures.map((one, index) => (
              <li key={index}>
                {t('items', { count: one.items, formatted: grouped(one.items) })}:{' '}
                {problemText(one.code).title}. {currentLanguage() === 'en' && one.detail}{' '}
                <span className="record-title" dir="auto">
                  {displayTitle(one.title) || t('catalogue:untitled')}
                </span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
