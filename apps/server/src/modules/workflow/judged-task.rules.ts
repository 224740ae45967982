import type { FieldProblem } from '@armarium/contract/problem';
import { templateResourceTypes, type TemplateResourceType } from '@armarium/contract/record-types';
import type { TaskTemplate } from '@armarium/contract/transition-tasks';
import { tasksOf } from '../records/public.ts';
import { findTask, knownTasks } from './tasks/known-tasks.ts';
import type { TaskGround, TaskWanted, WorkflowTask } from './tasks/task.ts';

/** The task templates of a kind of record, or of all, with the tenant's fields as options. */
export function taskTemplates(
  resourceType: TemplateResourceType | undefined,
  ground: Pick<TaskGround, 'fieldsOf'>,
): TaskTemplate[] {
  const types = resourceType === undefined ? templateResourceTypes : [resourceType];
  return knownTasks
    .filter(({ name }) => types.some((type) => tasksOf(type).includes(name)))
    .map(({ name, label, kind, parameters, offered }) => ({
      name,
      label,
      kind,
      parameters: parameters.map((parameter) => ({
        ...parameter,
        options: [...(offered?.(parameter.name, types, ground) ?? parameter.options ?? [])],
      })),
    }));
}

/** The parameters of a task in their stored form: texts trimmed, lists without blanks and duplicates. */
export function judgedTask(
  { templateName, parameters: given, resourceType }: TaskWanted,
  ground: TaskGround,
): { parameters: Record<string, unknown>; problems: FieldProblem[] } {
  const template = findTask(templateName);
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
  if (problems.length === 0) template.judge?.({ templateName, parameters, resourceType }, ground, refuse);
  return { parameters, problems };
}

function unfit(templateName: string, template: WorkflowTask | undefined): Omit<FieldProblem, 'name'> {
  if (!template) return { code: 'unknown-task', message: `There is no task "${templateName}".` };
  const code = 'unfit-task';
  if (templateName === 'SET_VISIBILITY')
    return { code, message: 'A file follows the visibility of its item.' };
  return { code, message: `${templateName} is not for this kind of record.` };
}

/** Undefined where the value has another type; an absent value is blank. */
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
