import type { FieldProblem } from '@armarium/contract/problem';
import { templateResourceTypes, type TemplateResourceType } from '@armarium/contract/templates';
import type { TaskTemplate } from '@armarium/contract/workflow';
import { isUuid } from '../../is-uuid.ts';
import { contentsOf, editedMetadata, tasksOf, type FieldTemplate, type TaskName } from '../records/public.ts';

type Parameter = Omit<TaskTemplate['parameters'][number], 'options'> & {
  readonly options?: readonly string[];
};
interface KnownTask extends Omit<TaskTemplate, 'name' | 'parameters'> {
  readonly name: TaskName;
  readonly parameters: readonly Parameter[];
}

/** The guards and changes (decisions §8). Effects are not offered yet. */
const known: readonly KnownTask[] = [
  {
    name: 'REQUIRE_METADATA',
    label: 'Require metadata',
    kind: 'guard',
    parameters: [{ name: 'fields', label: 'Fields', type: 'ARRAY', required: true }],
  },
  {
    name: 'REQUIRE_ASSETS_READY',
    label: 'Require that all files are ready',
    kind: 'guard',
    parameters: [],
  },
  { name: 'REQUIRE_COMMENT', label: 'Require a comment', kind: 'guard', parameters: [] },
  {
    name: 'SET_METADATA',
    label: 'Set metadata',
    kind: 'change',
    parameters: [
      { name: 'field', label: 'Field', type: 'ENUM', required: true },
      { name: 'value', label: 'Value', type: 'TEXT', required: true },
      { name: 'onlyIfEmpty', label: 'Only if it is empty', type: 'BOOLEAN', required: false },
    ],
  },
  {
    name: 'SET_VISIBILITY',
    label: 'Set visibility',
    kind: 'change',
    parameters: [
      {
        name: 'visibility',
        label: 'Visibility',
        type: 'ENUM',
        required: true,
        options: ['public', 'private'],
      },
    ],
  },
  {
    name: 'LINK_TO_COLLECTION',
    label: 'Link to a collection',
    kind: 'change',
    parameters: [{ name: 'collection', label: 'Collection', type: 'TEXT', required: true }],
  },
  {
    name: 'CASCADE',
    label: 'Perform a transition on what belongs to it',
    kind: 'change',
    parameters: [
      { name: 'to', label: 'To', type: 'ENUM', required: true, options: ['items', 'media'] },
      { name: 'transition', label: 'Transition', type: 'TEXT', required: true },
    ],
  },
];

/** What the tenant has that tasks name. */
export interface TaskGround {
  readonly fieldsOf: (resourceType: TemplateResourceType) => readonly FieldTemplate[];
  readonly isTransition: (resourceType: TemplateResourceType, name: string) => boolean;
  readonly isCollection: (uuid: string) => boolean;
}

/** The collection that a task names, to be looked for. */
export function collectionNamed(parameters: Readonly<Record<string, unknown>>): string | undefined {
  const { collection } = parameters;
  return typeof collection === 'string' && isUuid(collection.trim()) ? collection.trim() : undefined;
}

/** A pressmark is corrected by a call of its own, with a reason. */
function settable(fields: readonly FieldTemplate[]): string[] {
  return fields.map(({ name }) => name).filter((name) => name !== 'pressmark');
}

/** The task templates for a kind of record, or for all, with the tenant's fields as options. */
export function taskTemplates(
  resourceType: TemplateResourceType | undefined,
  { fieldsOf }: Pick<TaskGround, 'fieldsOf'>,
): TaskTemplate[] {
  const types = resourceType === undefined ? templateResourceTypes : [resourceType];
  const fields = [...new Set(types.flatMap((type) => settable(fieldsOf(type))))];
  const required = [...new Set(types.flatMap((type) => fieldsOf(type).map(({ name }) => name)))];
  const optionsOf = (task: string, { name, options }: Parameter): string[] => {
    if (task === 'SET_METADATA' && name === 'field') return fields;
    if (task === 'REQUIRE_METADATA') return required;
    if (task === 'CASCADE' && name === 'to' && resourceType !== undefined)
      return contentsOf(resourceType).map((contents) => contents.name);
    return [...(options ?? [])];
  };
  return known
    .filter(({ name }) => types.some((type) => tasksOf(type).includes(name)))
    .map(({ name, label, kind, parameters }) => ({
      name,
      label,
      kind,
      parameters: parameters.map((parameter) => ({ ...parameter, options: optionsOf(name, parameter) })),
    }));
}

export interface TaskWanted {
  readonly templateName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly resourceType: TemplateResourceType;
}

/** The parameters of a task as they are kept: texts trimmed, lists without what is blank or stands twice. */
export function judgedTask(
  { templateName, parameters: given, resourceType }: TaskWanted,
  ground: TaskGround,
): { parameters: Record<string, unknown>; problems: FieldProblem[] } {
  const template = known.find(({ name }) => name === templateName);
  if (!template || !tasksOf(resourceType).includes(template.name)) {
    return { parameters: {}, problems: [{ name: 'templateName', ...unfit(templateName, template) }] };
  }
  const problems: FieldProblem[] = [];
  const refuse = (name: string, code: string, message: string) => {
    problems.push({ name: `parameters.${name}`, code, message });
  };
  const parameters: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    if (!template.parameters.some((parameter) => parameter.name === name))
      refuse(name, 'unknown-field', `${templateName} has no parameter "${name}".`);
  }
  for (const parameter of template.parameters) {
    const value = cleaned(given[parameter.name], parameter.type);
    if (value === undefined) refuse(parameter.name, 'wrong-type', `${wordOf(parameter.type)} is expected.`);
    else if (isBlank(value)) {
      if (parameter.required) refuse(parameter.name, 'required', 'It is required.');
    } else if (parameter.options && !parameter.options.includes(String(value))) {
      refuse(parameter.name, 'not-in-dictionary', `It must be one of: ${parameter.options.join(', ')}.`);
    } else parameters[parameter.name] = value;
  }
  if (problems.length === 0) judgeNames({ templateName, parameters, resourceType }, ground, refuse);
  return { parameters, problems };
}

function unfit(templateName: string, template: KnownTask | undefined): Omit<FieldProblem, 'name'> {
  if (template) {
    const code = 'unfit-task';
    if (templateName === 'SET_VISIBILITY')
      return { code, message: 'A file follows the visibility of its item.' };
    return { code, message: `${templateName} is not for this kind of record.` };
  }
  const isEffect = templateName === 'SEND_EMAIL' || templateName === 'WEBHOOK';
  return {
    code: 'unknown-task',
    message: isEffect ? `${templateName} is not offered yet.` : `There is no task "${templateName}".`,
  };
}

/** Undefined where it has another type; what is absent is blank. */
function cleaned(value: unknown, type: string): string | boolean | string[] | undefined {
  if (value === undefined || value === null) return '';
  if (type === 'BOOLEAN') return typeof value === 'boolean' ? value : undefined;
  if (type !== 'ARRAY') return typeof value === 'string' ? value.normalize('NFC').trim() : undefined;
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return undefined;
  return [...new Set(value.map((one: string) => one.normalize('NFC').trim()))].filter((one) => one !== '');
}

const isBlank = (value: string | boolean | string[]) =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0);
const wordOf = (type: string) =>
  type === 'BOOLEAN' ? 'True or false' : type === 'ARRAY' ? 'A list of texts' : 'A text';

/** Whether what a task names is there. */
function judgeNames(
  { templateName, parameters, resourceType }: TaskWanted,
  ground: TaskGround,
  refuse: (name: string, code: string, message: string) => void,
): void {
  const fields = ground.fieldsOf(resourceType);
  if (templateName === 'REQUIRE_METADATA') {
    const missing = (parameters['fields'] as string[]).filter(
      (name) => !fields.some((field) => field.name === name),
    );
    if (missing.length > 0)
      refuse('fields', 'unknown-field', `There is no field "${missing.join('", "')}" here.`);
  }
  if (templateName === 'SET_METADATA') {
    const field = String(parameters['field']);
    if (!settable(fields).includes(field)) {
      return refuse(
        'field',
        'unknown-field',
        field === 'pressmark'
          ? 'A pressmark is not changed here: correcting one is an action of its own, with a reason.'
          : `There is no field "${field}" here.`,
      );
    }
    const value = valueOfTask(String(parameters['value']), fields, field, exampleWords);
    const { problems } = editedMetadata([], { list: [{ name: field, value }], mirrors: {} }, fields);
    const problem = problems.find(({ name }) => name.startsWith('customMetadataList'));
    if (problem) refuse('value', problem.code, problem.message);
  }
  if (templateName === 'LINK_TO_COLLECTION') {
    const collection = collectionNamed(parameters);
    if (collection === undefined || !ground.isCollection(collection))
      refuse(
        'collection',
        'unknown-collection',
        'This collection does not exist (any more). Choose another.',
      );
  }
  if (templateName === 'CASCADE') {
    const [to, transition] = [parameters['to'], String(parameters['transition'])];
    const reached = contentsOf(resourceType);
    const contents = reached.find(({ name }) => name === to);
    if (!contents) {
      const names = reached.map(({ name }) => name).join(', ');
      return refuse('to', 'not-in-dictionary', `This kind of record holds ${names} alone.`);
    }
    if (!ground.isTransition(contents.resourceType, transition))
      refuse('transition', 'unknown-transition', `There is no transition "${transition}" of these records.`);
  }
}

const exampleWords = { today: '2026-11-21', user: 'Ada Rossi' };

/**
 * What SET_METADATA sets: its text with `{today}` and `{user}` filled in, numbers and truth values as such.
 * @param words.today a full date
 */
export function valueOfTask(
  text: string,
  fields: readonly FieldTemplate[],
  name: string,
  words: { readonly today: string; readonly user: string },
): string | number | boolean {
  const filled = text.replaceAll('{today}', words.today).replaceAll('{user}', () => words.user);
  const type = fields.find((field) => field.name === name)?.type;
  if (type === 'BOOLEAN' && /^(true|false)$/.test(filled)) return filled === 'true';
  if ((type === 'NUMBER' || type === 'INTEGER') && filled.trim() !== '' && Number.isFinite(Number(filled))) {
    return Number(filled);
  }
  return filled;
}
