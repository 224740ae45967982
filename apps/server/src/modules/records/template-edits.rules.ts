import type { Labels } from '@armarium/contract/labels';
import type { FieldProblem } from '@armarium/contract/problem';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { editedMetadata } from './metadata.rules.ts';
import { cleanLabels, cleanText } from './record-text.ts';

/** The editable properties of a field, as they are stored. */
export interface TemplateFields {
  readonly name: string;
  readonly label: string;
  readonly labels: Labels;
  readonly type: string;
  readonly enumValues: readonly string[];
  readonly defaultValue: MetadataEntry['value'] | null;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly searchable: boolean;
  readonly help: string;
}

/** The limit of the default of a STRING field (back office §9). */
const DEFAULT_MAX_CHARACTERS = 256;

export type TemplateChanges = { [Name in keyof TemplateFields]?: TemplateFields[Name] | undefined };

/**
 * A field with the changes of a body: texts cleaned, options without duplicates, no default that is no longer
 * an option.
 */
export function withChanges(before: TemplateFields, changes: TemplateChanges): TemplateFields {
  const text = (value: string | undefined, otherwise: string) =>
    value === undefined ? otherwise : cleanText(value);
  const type = changes.type ?? before.type;
  const options = changes.enumValues ?? before.enumValues;
  const enumValues = [...new Set(options.map(cleanText))].filter((option) => option !== '');
  const given = changes.defaultValue === undefined ? before.defaultValue : changes.defaultValue;
  const cleaned = typeof given === 'string' ? cleanText(given) : given;
  const isGone =
    type === 'ENUM' && changes.defaultValue === undefined && !enumValues.includes(String(cleaned));
  return {
    name: text(changes.name, before.name),
    label: text(changes.label, before.label),
    labels: changes.labels ? cleanLabels(changes.labels) : before.labels,
    type,
    enumValues,
    defaultValue: cleaned === '' || isGone ? null : cleaned,
    required: changes.required ?? before.required,
    repeatable: changes.repeatable ?? before.repeatable,
    searchable: changes.searchable ?? before.searchable,
    help: text(changes.help, before.help),
  };
}

/** The problems of the definition of a field (back office §5). */
export function templateProblems(fields: TemplateFields): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const name of ['name', 'label'] as const)
    if (fields[name] === '') problems.push({ name, code: 'required', message: 'It is required.' });
  if (fields.type === 'ENUM' && fields.enumValues.length === 0)
    problems.push({
      name: 'enumValues',
      code: 'required',
      message: 'A dictionary needs at least one option.',
    });
  if (fields.type !== 'ENUM' && fields.enumValues.length > 0)
    problems.push({ name: 'enumValues', code: 'unfit', message: 'Only a dictionary has options.' });
  const problem = defaultProblem(fields);
  if (problem) problems.push({ name: 'defaultValue', ...problem });
  return problems;
}

function defaultProblem(fields: TemplateFields): Omit<FieldProblem, 'name'> | undefined {
  const { defaultValue: value, type, name } = fields;
  if (value === null) return undefined;
  if (type === 'STRING' && [...String(value)].length > DEFAULT_MAX_CHARACTERS)
    return { code: 'too-long', message: 'Maximum 256 characters allowed' };
  const template = { ...fields, required: false };
  const { problems } = editedMetadata([], { list: [{ name, value }], mirrors: {} }, [template]);
  return problems[0] && { code: problems[0].code, message: problems[0].message };
}

/**
 * The problems of changes to a locked field. An item may have several authors: `autn` may be made repeatable, and
 * the item's `autn` is its first (META-55).
 */
export function lockedProblems(name: string, before: TemplateFields, after: TemplateFields): FieldProblem[] {
  const mayDiffer: readonly string[] = name === 'autn' ? ['repeatable'] : [];
  return (
    (['required', 'repeatable', 'searchable'] as const)
      // A locked field may be made required; one that is required by us stays required.
      .filter((what) => after[what] !== before[what] && !(what === 'required' && after.required))
      .filter((what) => !mayDiffer.includes(what))
      .map((what) => ({
        name: what,
        code: 'locked',
        message: 'This field is locked: only its words, its default and its place change.',
      }))
  );
}
