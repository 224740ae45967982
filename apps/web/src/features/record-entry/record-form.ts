import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { displayDate, storedDate } from '../../ui/display-date.ts';

/** What is in the fields of a form, as text, by the name of their template; each has at least one. */
export type RecordDraft = Readonly<Record<string, readonly string[]>>;

/** The metadata of a record at the server, with the entity tag that a change is sent with. */
export interface RecordState {
  readonly list: readonly MetadataEntry[];
  readonly tag: string | undefined;
}

export type FieldTemplate = Pick<
  Template,
  'name' | 'type' | 'required' | 'repeatable' | 'defaultValue' | 'enumValues'
>;

type Value = MetadataEntry['value'];

function textOf(value: Value, { type }: FieldTemplate): string {
  return type === 'DATE' ? displayDate(String(value)) : String(value);
}

export function valueOf(text: string, { type }: FieldTemplate): Value {
  if (type === 'BOOLEAN') return text === 'true';
  if (type === 'DATE') return storedDate(text);
  return type === 'INTEGER' || type === 'NUMBER' ? Number(text) : text;
}

/** The draft of a record that exists. */
export function draftOf(list: readonly MetadataEntry[], templates: readonly FieldTemplate[]): RecordDraft {
  return Object.fromEntries(
    templates.map((template) => {
      const texts = list
        .filter(({ name }) => name === template.name)
        .map(({ value }) => textOf(value, template));
      return [template.name, texts.length > 0 ? texts : ['']];
    }),
  );
}

/** The draft of a new record: the default values of its templates (META-50). */
export function newDraft(templates: readonly FieldTemplate[]): RecordDraft {
  return Object.fromEntries(
    templates.map((template) => {
      const { name, defaultValue } = template;
      return [name, [defaultValue === null ? '' : textOf(defaultValue, template)]];
    }),
  );
}

/**
 * The metadata to be sent. What was not touched stays as it was, archived fields and forms of a value that the
 * field would write otherwise included; blank values are left out.
 * @param before the record's list as the draft began from it; empty for a new record
 */
export function listOf(
  draft: RecordDraft,
  before: readonly MetadataEntry[],
  templates: readonly FieldTemplate[],
): MetadataEntry[] {
  const began = draftOf(before, templates);
  const known = new Map(templates.map((template) => [template.name, template]));
  const written = new Set<string>();
  const entriesOf = (template: FieldTemplate): MetadataEntry[] => {
    const texts = draft[template.name] ?? [];
    if (sameTexts(texts, began[template.name] ?? []))
      return before.filter(({ name }) => name === template.name);
    return texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((text) => ({ name: template.name, value: valueOf(text, template) }));
  };
  const list: MetadataEntry[] = [];
  for (const entry of before) {
    const template = known.get(entry.name);
    if (!template) list.push(entry);
    else if (!written.has(entry.name)) list.push(...entriesOf(template));
    written.add(entry.name);
  }
  for (const template of templates) if (!written.has(template.name)) list.push(...entriesOf(template));
  return list;
}

export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** The names of the fields in which two drafts differ. */
export function changedFields(one: RecordDraft, other: RecordDraft): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !sameTexts(one[name] ?? [''], other[name] ?? ['']));
}

/** What is known of fields, less what is known of these. */
export function withoutFields<T>(
  fields: Readonly<Record<string, T>>,
  names: readonly string[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

const trimmed = (texts: readonly string[] = []) => texts.map((text) => text.trim());

/** Whether anything of the user's own is in a new record: not blank, and not the default (COLL-03, A-10). */
export function hasContent(draft: RecordDraft, templates: readonly FieldTemplate[]): boolean {
  const began = newDraft(templates);
  return templates.some(({ name }) => {
    const texts = trimmed(draft[name]);
    return texts.some((text) => text !== '') && !sameTexts(texts, trimmed(began[name]));
  });
}

/** The field of the form that a problem's path speaks of. @param list the metadata that was sent */
export function fieldOfProblem(path: string, list: readonly MetadataEntry[]): string {
  const index = /^customMetadataList\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? path : (list[Number(index)]?.name ?? path);
}
