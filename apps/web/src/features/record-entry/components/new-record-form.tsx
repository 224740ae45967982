import type { Template } from '@armarium/contract/templates';
import { ActionIcon, Alert, Button } from '@mantine/core';
import { IconCopy, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { labelOf } from '../../../records/metadata-view.ts';
import { nextPressmark } from '../next-pressmark.ts';
import { faultsOf, newDraft, type FieldFault, type RecordDraft } from '../record-form.ts';
import classes from './new-record-page.module.css';
import { usePressmarkHints } from '../../../records/components/pressmark-hints.tsx';
import { RecordFields, type FieldParts } from './record-fields.tsx';
import type { RecordEntryInHand } from './use-record-entry.ts';

interface NewRecordFormProps {
  templates: readonly Template[];
  entry: RecordEntryInHand;
}

/** Why a record came back into the form, where that is more than that it was put aside or the page was left. */
function whySaving(code: string): ProblemText | undefined {
  return code === 'aside' || code === 'unknown' ? undefined : problemText(code);
}

const isFilled = (texts: readonly string[] | undefined) => (texts ?? []).some((text) => text.trim() !== '');

/** What speaks against sending a new record, by field: what is required has to be there, typed now or not. */
function judge(draft: RecordDraft, templates: readonly Template[]): Record<string, FieldFault> {
  const missing = templates.filter(({ name, required }) => required && !isFilled(draft[name]));
  return {
    ...faultsOf(draft, newDraft(templates), templates),
    ...Object.fromEntries(missing.map(({ name }) => [name, 'required'])),
  };
}

/**
 * The form of one record after the other. Enter goes to the next field, past those that are carried over, and from the
 * last one to the next record; every deed has a key, so that the buttons of the fields stay out of the way of Tab.
 */
export function NewRecordForm({ templates, entry }: NewRecordFormProps) {
  const { t } = useTranslation(['entry', 'editing', 'catalogue']);
  const { draft, previous, carried, refused, cameBack, round } = entry;
  const [triedRound, setTriedRound] = useState(-1);
  const form = useRef<HTMLFormElement>(null);

  const former = previous?.['pressmark']?.[0] ?? '';
  const proposal = isFilled(draft['pressmark']) ? undefined : nextPressmark(former);
  const hints = usePressmarkHints(draft['pressmark']?.[0]?.trim() || (proposal ?? ''));
  const tried = triedRound === round;
  const judged = judge(draft, templates);
  const faults: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(judged)
        // A form that was only just opened finds no fault with anybody.
        .filter(([, fault]) => tried || fault !== 'required')
        .map(([name, fault]) => [
          name,
          name === 'sgtt' && fault === 'required' ? t('titleIsRequired') : t(`editing:form.${fault}`),
        ]),
    ),
    ...refused,
    ...(hints.fault === undefined ? {} : { pressmark: hints.fault }),
  };

  const inputs = () => [
    ...(form.current?.querySelectorAll<HTMLInputElement>('[data-field]:not(:disabled, [readonly])') ?? []),
  ];
  const isCarried = ({ dataset }: HTMLElement) =>
    carried.includes(dataset['field'] ?? '') && isFilled(draft[dataset['field'] ?? '']);
  const focus = (input: HTMLElement | undefined) => {
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  };

  const focusedRound = useRef(-1);
  useEffect(() => {
    if (focusedRound.current === round) return;
    focusedRound.current = round;
    const fields = inputs();
    const wrong = fields.find((field) => (field.dataset['field'] ?? '') in refused);
    const first = wrong ?? fields.find((field) => !isCarried(field)) ?? fields[0];
    focus(first);
    // What comes back may meet somebody who types the next record already: the letters go behind it, not in its place.
    if (cameBack !== undefined && first instanceof HTMLInputElement && first.type === 'text') {
      first.setSelectionRange(first.value.length, first.value.length);
    }
  });

  /** @param record the form as it is by now, where it was changed since it was drawn */
  const save = (record = draft) => {
    setTriedRound(round);
    const against = { ...judge(record, templates), ...refused, ...(hints.holder && { pressmark: '' }) };
    const wrong = inputs().find(({ dataset }) => (dataset['field'] ?? '') in against);
    if (wrong) focus(wrong);
    else entry.save();
  };

  /** The form as it is when its field `from` is left by a key, which takes the pressmark that is proposed there. */
  const leave = (from: EventTarget) => {
    const isPressmark = from instanceof HTMLElement && from.dataset['field'] === 'pressmark';
    if (!isPressmark || proposal === undefined || hints.holder) return draft;
    const record = { ...draft, pressmark: [proposal] };
    entry.change(record);
    return record;
  };

  const goOn = (from: HTMLElement) => {
    const record = leave(from);
    const fields = inputs();
    const following = fields.slice(fields.indexOf(from as HTMLInputElement) + 1);
    const next = following.find((field) => !isCarried(field));
    if (next) focus(next);
    else save(record);
  };

  const copy = (name: string) => {
    const texts = previous?.[name];
    if (texts) entry.change({ ...draft, [name]: texts });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target } = event;
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    const isControl = event.ctrlKey || event.metaKey;
    const name = target instanceof HTMLElement ? target.dataset['field'] : undefined;
    const isNewLine = isEnter && !isControl && target instanceof HTMLTextAreaElement;
    // A key that is held down sends one record, not one after the other.
    const isHeld = event.repeat && !isNewLine && (isEnter || (isControl && event.key === 's'));
    const isDone =
      isHeld ||
      (isControl && (isEnter || event.key === 's') && (save(leave(target)), true)) ||
      (name !== undefined && isControl && event.key === "'" && (copy(name), true)) ||
      (name !== undefined &&
        name !== 'pressmark' &&
        event.altKey &&
        event.code === 'KeyP' &&
        (entry.carry(name, !carried.includes(name)), true)) ||
      (name !== undefined &&
        isEnter &&
        !event.shiftKey &&
        !event.altKey &&
        !(target instanceof HTMLTextAreaElement) &&
        (goOn(target as HTMLElement), true));
    if (isDone) event.preventDefault();
  };

  const partsOf = (template: Template): FieldParts => {
    const { name } = template;
    const label = labelOf(template, (key) => t(`catalogue:${key}`));
    const isOn = carried.includes(name);
    return {
      aside: (
        <div className={classes.aside}>
          {previous !== undefined && (
            <ActionIcon
              variant="subtle"
              size={26}
              tabIndex={-1}
              aria-label={t('record.copy', { field: label })}
              title={`${t('record.copy', { field: label })} (Ctrl ')`}
              onClick={() => copy(name)}
            >
              <IconCopy size={16} stroke={1.6} />
            </ActionIcon>
          )}
          {name !== 'pressmark' && (
            <ActionIcon
              variant={isOn ? 'light' : 'subtle'}
              size={26}
              tabIndex={-1}
              aria-pressed={isOn}
              aria-label={t('record.carry', { field: label })}
              title={`${t('record.carry', { field: label })} (Alt P)`}
              onClick={() => entry.carry(name, !isOn)}
            >
              {isOn ? <IconPinFilled size={16} /> : <IconPin size={16} stroke={1.6} />}
            </ActionIcon>
          )}
        </div>
      ),
      ...(template.type === 'TEXT' && {
        below: <p className={classes.multiline}>{t('record.multiline')}</p>,
      }),
      ...(name === 'pressmark' && {
        placeholder: proposal && t('record.proposal', { pressmark: proposal }),
        sign: hints.sign,
        below: hints.note,
      }),
    };
  };

  return (
    <form
      ref={form}
      noValidate
      data-new-record
      aria-label={t('record.form')}
      className={classes.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {entry.isRestored && (
        <p className={classes.restored} role="status">
          {t('editing:form.restored')}
        </p>
      )}
      {cameBack !== undefined && whySaving(cameBack) && (
        <Alert color="red" role="alert" title={whySaving(cameBack)?.title} mb="md">
          {whySaving(cameBack)?.next}
        </Alert>
      )}
      <RecordFields
        templates={templates}
        draft={draft}
        onChange={entry.change}
        faults={faults}
        parts={Object.fromEntries(templates.map((template) => [template.name, partsOf(template)]))}
      />
      <div className={classes.deeds}>
        <Button type="submit" aria-keyshortcuts="Control+Enter">
          {t('record.save')}
        </Button>
      </div>
      <dl className={classes.keys} aria-label={t('record.keys.label')}>
        {(['next', 'save', 'copy', 'carry'] as const).map((deed) => (
          <div key={deed}>
            <dt>
              {keysOf[deed].map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`record.keys.${deed}`)}</dd>
          </div>
        ))}
      </dl>
    </form>
  );
}

const keysOf = {
  next: ['Enter'],
  save: ['Ctrl', 'Enter'],
  copy: ['Ctrl', "'"],
  carry: ['Alt', 'P'],
} as const;
