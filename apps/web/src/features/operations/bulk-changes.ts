import type { FieldChange } from '@armarium/contract/field-changes';
import type { Template } from '@armarium/contract/templates';
import { valueOf } from '../record-entry/record-form.ts';

export type ChangeKind = 'keep' | FieldChange['change'];

/** What was chosen and typed for one field; what another kind of change needs is kept until the dialog ends. */
export interface FieldDraft {
  readonly kind: ChangeKind;
  readonly texts: readonly string[];
  readonly separator: string;
  readonly find: string;
  readonly replacement: string;
  readonly matchCase: boolean;
}
export type BulkDraft = Readonly<Record<string, FieldDraft>>;

export const untouched: FieldDraft = {
  kind: 'keep',
  texts: [''],
  separator: '; ',
  find: '',
  replacement: '',
  matchCase: true,
};

export const isChanged = (draft: FieldDraft | undefined): boolean => (draft ?? untouched).kind !== 'keep';

type FieldTemplate = Pick<
  Template,
  'name' | 'type' | 'required' | 'repeatable' | 'defaultValue' | 'enumValues'
>;
const written: readonly string[] = ['STRING', 'TEXT'];

/** What can be done with a field of many records: text can be added to and searched, a title is never taken away. */
export function kindsOf({ name, type, required, repeatable }: FieldTemplate): readonly ChangeKind[] {
  const isText = written.includes(type);
  return (['keep', 'replace', 'append', 'clear', 'find'] as const).filter((kind) => {
    if (kind === 'append') return repeatable || isText;
    if (kind === 'clear') return !required && name !== 'sgtt';
    return kind !== 'find' || isText;
  });
}

/** The changes to be sent; a field whose change lacks what it needs is left out, and named by `unfinished`. */
export function changesOf(draft: BulkDraft, templates: readonly FieldTemplate[]): FieldChange[] {
  return templates.flatMap((template): FieldChange[] => {
    const { name } = template;
    const { kind, texts, separator, find, replacement, matchCase } = draft[name] ?? untouched;
    const filled = texts.map((text) => text.trim()).filter((text) => text !== '');
    const values = filled.map((text) => valueOf(text, template));
    if (kind === 'clear') return [{ name, change: 'clear' }];
    if (kind === 'replace' && values.length > 0) return [{ name, change: 'replace', values }];
    if (kind === 'find' && find !== '') return [{ name, change: 'find', find, replacement, matchCase }];
    const [value] = values;
    if (kind !== 'append' || value === undefined) return [];
    return [{ name, change: 'append', value, ...(!template.repeatable && { separator }) }];
  });
}

/** The fields whose change was chosen and lacks what it needs. */
export function unfinished(draft: BulkDraft, templates: readonly FieldTemplate[]): string[] {
  const whole = new Set(changesOf(draft, templates).map(({ name }) => name));
  return templates.map(({ name }) => name).filter((name) => isChanged(draft[name]) && !whole.has(name));
}
