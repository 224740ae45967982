import type { Template } from '@armarium/contract/templates';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePressmarkHints } from '../../../records/components/pressmark-hints.tsx';
import { nextPressmark } from '../next-pressmark.ts';
import { type FieldFault, isFilled, newRecordFaults } from '../record-faults.ts';
import type { RecordDraft } from '../record-form.ts';
import type { RecordEntryInHand } from './use-record-entry.ts';

/** The fields that can be typed in, in their order on the page. */
function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('[data-field]:not(:disabled, [readonly])') ?? [])];
}

const fieldOf = ({ dataset }: HTMLElement) => dataset['field'] ?? '';

function focus(input: HTMLElement | undefined): void {
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}

/** What is wrong with the fields, in words. @param tried whether somebody tried to save the record */
export function useFaultWords(
  faults: Readonly<Record<string, FieldFault>>,
  tried: boolean,
): Record<string, string> {
  const { t } = useTranslation(['entry', 'editing']);
  return Object.fromEntries(
    Object.entries(faults)
      // A form that was only just opened shows no required field as missing.
      .filter(([, fault]) => tried || fault !== 'required')
      .map(([name, fault]) => [
        name,
        name === 'sgtt' && fault === 'required' ? t('titleIsRequired') : t(`editing:form.${fault}`),
      ]),
  );
}

/** What is done with the fields of a new record, by their keys and buttons. */
interface NewRecordActions {
  /** @param from the field that has the focus */
  save(from: EventTarget): void;
  goOn(from: HTMLElement): void;
  copy(name: string): void;
  carry(name: string): void;
}

/** Does the action of a key. @returns whether the browser's own action of the key is prevented */
function pressKey(event: KeyboardEvent<HTMLFormElement>, actions: NewRecordActions): boolean {
  const { target } = event;
  const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
  const isControl = event.ctrlKey || event.metaKey;
  const isSave = isControl && (isEnter || event.key === 's');
  const isText = target instanceof HTMLTextAreaElement;
  const name = target instanceof HTMLElement ? target.dataset['field'] : undefined;
  const isNewLine = isEnter && !isControl && isText;
  // A key that is held down sends one record, not one after the other.
  if (event.repeat && !isNewLine && (isEnter || isSave)) return true;
  if (isSave) actions.save(target);
  else if (name === undefined) return false;
  else if (isControl && event.key === "'") actions.copy(name);
  else if (name !== 'pressmark' && event.altKey && event.code === 'KeyP') actions.carry(name);
  else if (isEnter && !event.shiftKey && !event.altKey && !isText) actions.goOn(target as HTMLElement);
  else return false;
  return true;
}

/** The focus, the faults and the keys of the form of new records. */
export function useNewRecordForm(templates: readonly Template[], entry: RecordEntryInHand) {
  const { draft, previous, carried, refused, cameBack, round } = entry;
  const [triedRound, setTriedRound] = useState(-1);
  const form = useRef<HTMLFormElement>(null);
  const former = previous?.['pressmark']?.[0] ?? '';
  const proposal = isFilled(draft['pressmark']) ? undefined : nextPressmark(former);
  const hints = usePressmarkHints(draft['pressmark']?.[0]?.trim() || (proposal ?? ''));
  const faults = {
    ...useFaultWords(newRecordFaults(draft, templates), triedRound === round),
    ...refused,
    ...(hints.fault === undefined ? {} : { pressmark: hints.fault }),
  };
  const isCarried = (input: HTMLElement) =>
    carried.includes(fieldOf(input)) && isFilled(draft[fieldOf(input)]);

  const focusedRound = useRef(-1);
  useEffect(() => {
    if (focusedRound.current === round) return;
    focusedRound.current = round;
    const fields = inputsOf(form.current);
    const wrong = fields.find((field) => fieldOf(field) in refused);
    const first = wrong ?? fields.find((field) => !isCarried(field)) ?? fields[0];
    focus(first);
    // A record may come back while somebody types the next one: the letters go behind it, not in its place.
    if (cameBack !== undefined && first instanceof HTMLInputElement && first.type === 'text') {
      first.setSelectionRange(first.value.length, first.value.length);
    }
  });

  /** @param record the form as it is by now, where it was changed since it was drawn */
  const save = (record = draft) => {
    setTriedRound(round);
    const against = {
      ...newRecordFaults(record, templates),
      ...refused,
      ...(hints.holder && { pressmark: '' }),
    };
    const wrong = inputsOf(form.current).find((input) => fieldOf(input) in against);
    if (wrong) focus(wrong);
    else entry.save();
  };
  /** The form as it is when its field `from` is left by a key, which takes the pressmark that is proposed there. */
  const leave = (from: EventTarget): RecordDraft => {
    const isPressmark = from instanceof HTMLElement && from.dataset['field'] === 'pressmark';
    if (!isPressmark || proposal === undefined || hints.holder) return draft;
    const record = { ...draft, pressmark: [proposal] };
    entry.change(record);
    return record;
  };
  const actions: NewRecordActions = {
    save: (from) => save(leave(from)),
    goOn: (from) => {
      const record = leave(from);
      const fields = inputsOf(form.current);
      const following = fields.slice(fields.indexOf(from as HTMLInputElement) + 1);
      const next = following.find((field) => !isCarried(field));
      if (next) focus(next);
      else save(record);
    },
    copy: (name) => {
      const texts = previous?.[name];
      if (texts) entry.change({ ...draft, [name]: texts });
    },
    carry: (name) => entry.carry(name, !carried.includes(name)),
  };
  return {
    form,
    faults,
    proposal,
    hints,
    save,
    copy: actions.copy,
    carry: actions.carry,
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
      // A list of values takes its own keys.
      if (!event.defaultPrevented && pressKey(event, actions)) event.preventDefault();
    },
  };
}
