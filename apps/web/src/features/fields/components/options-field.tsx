import type { Usage } from '@armarium/contract/usage';
import { arrayMove } from '@dnd-kit/sortable';
import { Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { controlOf, useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { optionsIn, withoutOption, withOptions, type FieldDraft } from '../field-form.ts';
import classes from './fields.module.css';

/** More options than these are drawn only when they are asked for. */
const SHOWN = 100;
const OPTION_MAX = 1_000;

interface OptionsFieldProps {
  draft: FieldDraft;
  /** The options that the field has at the server: records may hold them. */
  stored: readonly string[];
  usage: Usage | 'unknown' | undefined;
  error: string | undefined;
  onChange(draft: FieldDraft): void;
}

/** The options of a dictionary: added one by one or by pasting lines, put in order and removed, all by keys too. */
export function OptionsField({ draft, stored, usage, error, onChange }: OptionsFieldProps) {
  const { t } = useTranslation('fields');
  const heading = useId();
  const list = useRef<HTMLOListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const [asked, setAsked] = useState<string>();
  const { options } = draft;
  const focusOn = useKeptFocus((option) => list.current?.children[options.indexOf(option)]);

  const add = (text: string, newOption: string) => {
    const before = options.length;
    const after = { ...withOptions(draft, optionsIn(text)), newOption };
    const added = after.options.length - before;
    const left = optionsIn(text).length - added;
    onChange(after);
    setSaid(
      [
        t('options.added', { count: added, formatted: grouped(added) }),
        left > 0 && t('options.left', { count: left, formatted: grouped(left) }),
      ]
        .filter(Boolean)
        .join(' '),
    );
  };
  const move = (from: number, by: 1 | -1, control: string) => {
    const option = options[from];
    const to = from + by;
    if (option === undefined || to < 0 || to >= options.length) return;
    focusOn(option, control);
    // What is moved stays in sight.
    if (to >= SHOWN) setShowsAll(true);
    onChange({ ...draft, options: arrayMove([...options], from, to) });
    setSaid(t('options.moved', { option, place: to + 1, count: options.length }));
  };
  /** In how many records an option is; undefined where that is not known (yet). */
  const recordsWith = (option: string): number | undefined => {
    if (!stored.includes(option)) return 0;
    if (usage === undefined || usage === 'unknown') return undefined;
    return usage.values.find(({ value }) => value === option)?.records ?? 0;
  };
  const remove = (place: number) => {
    const option = options[place];
    if (option === undefined) return;
    setAsked(undefined);
    const beside = options[place + 1] ?? options[place - 1];
    if (beside === undefined) input.current?.focus();
    else focusOn(beside, 'remove');
    onChange(withoutOption(draft, option));
    setSaid(
      draft.defaultText === option
        ? t('options.removedDefault', { option })
        : t('options.removed', { option }),
    );
  };
  const askToRemove = (place: number) => {
    const option = options[place];
    if (option === undefined) return;
    if (recordsWith(option) === 0) remove(place);
    else setAsked(option);
  };
  const shown = showsAll ? options : options.slice(0, SHOWN);
  const showAll = () => {
    // This button is gone then.
    const first = options[SHOWN];
    if (first !== undefined) focusOn(first, 'up');
    setShowsAll(true);
  };
  return (
    <div role="group" aria-labelledby={heading} className={classes.wide}>
      <p id={heading} className={classes.legend}>
        {t('part.options')} <span className={`${classes.listCount} tabular`}>{grouped(options.length)}</span>
      </p>
      <AddOption
        ref={input}
        text={draft.newOption}
        error={error}
        onType={(newOption) => onChange({ ...draft, newOption })}
        onAdd={add}
      />
      {options.length > 0 && (
        <ol ref={list} className={classes.options} aria-labelledby={heading}>
          {shown.map((option, place) => (
            <Option
              key={option}
              option={option}
              records={recordsWith(option)}
              isCounting={usage === undefined}
              isFirst={place === 0}
              isLast={place === options.length - 1}
              isAsked={asked === option}
              onMove={(by, control) => move(place, by, control)}
              onRemove={() => askToRemove(place)}
              onConfirm={() => remove(place)}
              onKeep={() => {
                focusOn(option, 'remove');
                setAsked(undefined);
              }}
            />
          ))}
        </ol>
      )}
      {shown.length < options.length && (
        <Button variant="subtle" size="compact-md" onClick={showAll}>
          {t('options.showAll', { count: options.length, formatted: grouped(options.length) })}
        </Button>
      )}
      <p role="status" className={classes.note}>
        {said}
      </p>
    </div>
  );
}

interface AddOptionProps {
  ref: Ref<HTMLInputElement>;
  text: string;
  error: string | undefined;
  onType(text: string): void;
  /** @param left what the input holds afterwards */
  onAdd(text: string, left: string): void;
}

function AddOption({ ref, text, error, onType, onAdd }: AddOptionProps) {
  const { t } = useTranslation('fields');
  const add = () => {
    if (text.trim() !== '') onAdd(text, '');
  };
  return (
    <div className={classes.adding}>
      <TextInput
        ref={ref}
        className={classes.grows ?? ''}
        label={t('options.new')}
        description={t('options.hint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        dir="auto"
        maxLength={OPTION_MAX}
        value={text}
        error={error}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // It does not save the form.
          event.preventDefault();
          add();
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (optionsIn(pasted).length < 2) return;
          event.preventDefault();
          onAdd(pasted, text);
        }}
      />
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {t('options.add')}
      </Button>
    </div>
  );
}

interface OptionProps {
  option: string;
  /** Undefined where it is not known. */
  records: number | undefined;
  isCounting: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Whether it asks if it may be removed. */
  isAsked: boolean;
  onMove(by: 1 | -1, control: string): void;
  onRemove(): void;
  onConfirm(): void;
  onKeep(): void;
}

function Option({ option, records, isCounting, isAsked, onConfirm, onKeep, ...props }: OptionProps) {
  const { t } = useTranslation('fields');
  const held =
    records === undefined
      ? `${t(isCounting ? 'counting' : 'notCounted')} ${t('options.stays')}`
      : records === 0
        ? t('options.heldByNone')
        : `${t('options.heldBy', { count: records, formatted: grouped(records) })} ${t('options.stays')}`;
  const takeKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    props.onMove(by, controlOf(event.target) ?? 'up');
  };
  return (
    <li className={classes.option} onKeyDown={takeKey}>
      <span className={classes.optionName} dir="auto">
        {option}
      </span>
      {isAsked ? (
        <div className={classes.question} role="alert">
          <span>{held}</span>
          <Button size="compact-md" variant="default" autoFocus onClick={onKeep}>
            {t('options.keep')}
          </Button>
          <Button size="compact-md" color="red.9" onClick={onConfirm}>
            {t('options.remove')}
          </Button>
        </div>
      ) : (
        <OptionButtons option={option} records={records} {...props} />
      )}
    </li>
  );
}

/** Plain buttons: a dictionary may have hundreds of options. */
function OptionButtons({
  option,
  records = 0,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: Omit<OptionProps, 'isAsked' | 'isCounting' | 'onConfirm' | 'onKeep'>) {
  const { t } = useTranslation('fields');
  return (
    <>
      {records > 0 && (
        <span className={`${classes.held} tabular`}>
          {t('records', { count: records, formatted: grouped(records) })}
        </span>
      )}
      <button
        type="button"
        className={classes.small}
        data-control="up"
        aria-label={t('options.up', { option })}
        aria-disabled={isFirst}
        onClick={() => onMove(-1, 'up')}
      >
        <IconArrowUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.small}
        data-control="down"
        aria-label={t('options.down', { option })}
        aria-disabled={isLast}
        onClick={() => onMove(1, 'down')}
      >
        <IconArrowDown size={16} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.small}
        data-control="remove"
        aria-label={t('options.removeOf', { option })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </button>
    </>
  );
}
