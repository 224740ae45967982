import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { fieldTypes, Template } from '@armarium/contract/templates';
import { displayDate, storedDate } from '../../ui/display-date.ts';

export type FieldType = (typeof fieldTypes)[number];

/** What is typed and chosen of a field. */
export interface FieldDraft {
  readonly resourceType: TemplateResourceType;
  readonly name: string;
  readonly type: string;
  readonly label: string;
  /** Its label in each language, empty where it has none. */
  readonly en: string;
  readonly it: string;
  readonly options: readonly string[];
  /** What is typed of a further option; it is saved as one too. */
  readonly newOption: string;
  /** The default value as it is typed; empty where there is none. */
  readonly defaultText: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly searchable: boolean;
  readonly help: string;
}

/** What can be changed of a field that exists, in the order of the form. */
const changeable = [
  'label',
  'en',
  'it',
  'options',
  'defaultText',
  'required',
  'repeatable',
  'searchable',
  'help',
] as const;
export type Changeable = (typeof changeable)[number];

/** What is wrong with a part of a field, as the key of its words below `fields:fault`. */
export type Fault =
  | 'missing'
  | 'taken'
  | 'tooLong'
  | 'email'
  | 'wholeNumber'
  | 'number'
  | 'day'
  | 'notAnOption'
  | 'noOptions'
  | 'locked'
  | 'refused';
export type Faults = Partial<Record<keyof FieldDraft, Fault>>;

/** The limit of the default of a STRING field (back office §9). */
const DEFAULT_MAX_CHARACTERS = 256;

export function blankField(resourceType: TemplateResourceType): FieldDraft {
  return {
    resourceType,
    name: '',
    type: 'STRING',
    label: '',
    en: '',
    it: '',
    options: [],
    newOption: '',
    defaultText: '',
    required: false,
    repeatable: false,
    searchable: false,
    help: '',
  };
}

export function draftOf(template: Template): FieldDraft {
  const { resourceType, name, type, label, labels, enumValues, defaultValue } = template;
  const { required, repeatable, searchable, help } = template;
  const text = defaultValue === null ? '' : String(defaultValue);
  return {
    resourceType,
    name,
    type,
    label,
    en: labels.en ?? '',
    it: labels.it ?? '',
    options: enumValues,
    newOption: '',
    defaultText: type === 'DATE' ? displayDate(text) : type === 'BOOLEAN' && text === '' ? 'false' : text,
    required,
    repeatable,
    searchable,
    help,
  };
}

/** The draft with another type: its default begins anew, that of a truth value as false (META-31). */
export function withType(draft: FieldDraft, type: string): FieldDraft {
  return { ...draft, type, defaultText: type === 'BOOLEAN' ? 'false' : '' };
}

/** The options that a text gives, a line each: trimmed, without empty lines. */
export function optionsIn(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
}

/** The options of a draft with the one that is still being typed. */
const allOptions = ({ options, newOption }: FieldDraft) => [
  ...new Set([...options, ...optionsIn(newOption)]),
];

/** The draft with more options at the end. Those that it has already, or that come twice, are left out. */
export function withOptions(draft: FieldDraft, added: readonly string[]): FieldDraft {
  return { ...draft, options: [...new Set([...draft.options, ...added])] };
}

/** The draft without an option. A default that was this option is empty then (META-34). */
export function withoutOption(draft: FieldDraft, option: string): FieldDraft {
  return {
    ...draft,
    options: draft.options.filter((one) => one !== option),
    defaultText: draft.defaultText === option ? '' : draft.defaultText,
  };
}

/** What is wrong with a draft, by the rules of the server (back office §5). @param isTaken whether the ID is known to be taken */
export function faultsOf(draft: FieldDraft, isTaken = false): Faults {
  const fault = defaultFault(draft);
  return {
    ...(isTaken && { name: 'taken' as const }),
    ...(draft.name.trim() === '' && { name: 'missing' as const }),
    ...(draft.label.trim() === '' && { label: 'missing' as const }),
    ...(draft.type === 'ENUM' && allOptions(draft).length === 0 && { options: 'noOptions' as const }),
    ...(fault && { defaultText: fault }),
  };
}

function defaultFault(draft: FieldDraft): Fault | undefined {
  const { type, defaultText } = draft;
  const text = defaultText.trim();
  if (text === '') return undefined;
  switch (type) {
    case 'STRING':
      return [...text].length > DEFAULT_MAX_CHARACTERS ? 'tooLong' : undefined;
    case 'EMAIL':
      // As the server checks the values of such a field.
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'email';
    case 'INTEGER':
      return Number.isSafeInteger(Number(text)) ? undefined : 'wholeNumber';
    case 'NUMBER':
      return Number.isFinite(Number(text)) ? undefined : 'number';
    case 'ENUM':
      return allOptions(draft).includes(text) ? undefined : 'notAnOption';
    default:
      return undefined;
  }
}

function defaultValueOf({ type, defaultText }: FieldDraft): Template['defaultValue'] {
  const text = defaultText.trim();
  if (type === 'BOOLEAN') return text === 'true';
  if (text === '') return null;
  if (type === 'DATE') return storedDate(text);
  return type === 'INTEGER' || type === 'NUMBER' ? Number(text) : text;
}

/** What is sent of each part of a draft. */
const sent = {
  label: ({ label }: FieldDraft) => ({ label: label.trim() }),
  en: ({ en }: FieldDraft) => ({ en: en.trim() }),
  it: ({ it }: FieldDraft) => ({ it: it.trim() }),
  options: (draft: FieldDraft) => ({ enumValues: draft.type === 'ENUM' ? allOptions(draft) : [] }),
  defaultText: (draft: FieldDraft) => ({ defaultValue: defaultValueOf(draft) }),
  required: ({ required }: FieldDraft) => ({ required }),
  repeatable: ({ repeatable }: FieldDraft) => ({ repeatable }),
  searchable: ({ searchable }: FieldDraft) => ({ searchable }),
  help: ({ help }: FieldDraft) => ({ help: help.trim() }),
};

/** The labels, which replace each other as a whole. */
const labelsOf = (draft: FieldDraft) => ({ labels: { ...sent.en(draft), ...sent.it(draft) } });

/** The body that makes the field of a draft. */
export function bodyOf(draft: FieldDraft) {
  const { resourceType, name, type } = draft;
  return {
    resourceType,
    name: name.trim(),
    type: type as FieldType,
    ...sent.label(draft),
    ...labelsOf(draft),
    ...sent.options(draft),
    ...sent.defaultText(draft),
    ...sent.required(draft),
    ...sent.repeatable(draft),
    ...sent.searchable(draft),
    ...sent.help(draft),
  };
}

/** The body that changes a field from what it was to the draft. */
export function changesOf(base: FieldDraft, draft: FieldDraft): Partial<ReturnType<typeof bodyOf>> {
  const changed = changedParts(base, draft);
  const isLabel = (part: Changeable) => part === 'en' || part === 'it';
  const bodies = changed.map((part) => (isLabel(part) ? labelsOf(draft) : sent[part](draft)));
  return Object.assign({}, ...bodies) as Partial<ReturnType<typeof bodyOf>>;
}

const isSame = (part: Changeable, one: FieldDraft, other: FieldDraft) =>
  JSON.stringify(sent[part](one)) === JSON.stringify(sent[part](other));

/** In what two drafts of a field differ. */
export const changedParts = (base: FieldDraft, draft: FieldDraft): Changeable[] =>
  changeable.filter((part) => !isSame(part, base, draft));

const parts: Readonly<Record<string, keyof FieldDraft>> = {
  name: 'name',
  label: 'label',
  type: 'type',
  enumValues: 'options',
  defaultValue: 'defaultText',
  required: 'required',
  repeatable: 'repeatable',
  searchable: 'searchable',
  help: 'help',
};
const codes: Readonly<Record<string, Fault>> = {
  required: 'missing',
  'options required': 'noOptions',
  // The words name the limit of a default value.
  'defaultText too-long': 'tooLong',
  'not-in-dictionary': 'notAnOption',
  locked: 'locked',
};
const wrongTypes: Readonly<Record<string, Fault>> = {
  INTEGER: 'wholeNumber',
  NUMBER: 'number',
  EMAIL: 'email',
  DATE: 'day',
};

/** The faults that the server found. @param type of the field */
export function faultsFrom(
  problems: readonly { readonly name: string; readonly code: string }[],
  type: string,
): Faults {
  const faults: Faults = {};
  for (const { name, code } of problems) {
    const part = parts[name.split(/[.[]/)[0] ?? ''];
    if (part === undefined) continue;
    faults[part] =
      (code === 'wrong-type' ? wrongTypes[type] : (codes[`${part} ${code}`] ?? codes[code])) ?? 'refused';
  }
  return faults;
}

/** An ID like another one that none of these fields has: `binding-2`. */
export function freeId(like: string, names: readonly string[]): string {
  const root = like.trim().replace(/-\d+$/, '') || 'field';
  let number = 2;
  while (names.includes(`${root}-${number}`)) number += 1;
  return `${root}-${number}`;
}

/** Which switches of a locked field can still be changed: one may be made required, and `autn` repeatable. */
export function isFixed(
  { locked, name, required }: Pick<Template, 'locked' | 'name' | 'required'>,
  part: 'required' | 'repeatable' | 'searchable',
): boolean {
  if (!locked) return false;
  if (part === 'required') return required;
  return part === 'searchable' || name !== 'autn';
}
