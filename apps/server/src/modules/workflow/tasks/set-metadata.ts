import { filledText } from '@armarium/contract/transition-tasks';
import { ProblemError } from '../../../problem-error.ts';
import { editedMetadata, isSameMetadata, type FieldTemplate } from '../../records/public.ts';
import { firstText } from '../first-text.ts';
import { isEmpty } from './require-metadata.ts';
import type { TaskRun, WorkflowTask } from './task.ts';

const exampleWords = {
  today: '2026-11-21',
  user: 'Ada Rossi',
  title: 'A book',
  pressmark: 'A 1',
  comment: 'As agreed',
};

export const setMetadata: WorkflowTask = {
  name: 'SET_METADATA',
  label: 'Set metadata',
  kind: 'change',
  parameters: [
    { name: 'field', label: 'Field', type: 'ENUM', required: true },
    { name: 'value', label: 'Value', type: 'TEXT', required: true },
    { name: 'onlyIfEmpty', label: 'Only if it is empty', type: 'BOOLEAN', required: false },
  ],
  needs: 'fields',
  offered: (parameter, types, { fieldsOf }) =>
    parameter === 'field' ? [...new Set(types.flatMap((type) => settable(fieldsOf(type))))] : undefined,
  judge: ({ parameters, resourceType }, { fieldsOf }, refuse) => {
    const fields = fieldsOf(resourceType);
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
  },
  apply: (run) => {
    run.draft.metadata = withValue(run);
  },
};

/** Without the pressmark, which has its own operation with a reason. */
function settable(fields: readonly FieldTemplate[]): string[] {
  return fields.map(({ name }) => name).filter((name) => name !== 'pressmark');
}

/** The metadata with the new value, which replaces all values of a repeatable field. */
function withValue({ parameters, record, draft: { metadata }, ground }: TaskRun) {
  const { resourceType } = record;
  const name = String(parameters['field']);
  if (parameters['onlyIfEmpty'] === true && !isEmpty(metadata, name)) return metadata;
  const templates = ground.templatesOf(resourceType);
  const words = {
    today: ground.today,
    user: ground.actor.displayName,
    // An action before this one may have changed the title of an item.
    title: firstText(metadata, 'sgtt') || record.title,
    pressmark: firstText(metadata, 'pressmark'),
    comment: ground.comment,
  };
  const place = metadata.findIndex((entry) => entry.name === name);
  const list = metadata.filter((entry) => entry.name !== name);
  const value = valueOfTask(String(parameters['value']), templates, name, words);
  list.splice(place < 0 ? list.length : place, 0, { name, value });
  const edited = editedMetadata(metadata, { list, mirrors: {} }, templates);
  if (edited.problems.length > 0) {
    const messages = edited.problems.map(({ message }) => message).join(' ');
    throw new ProblemError(
      'task-impossible',
      `${ground.labelOf(resourceType, name)} can't be set. ${messages}`,
    );
  }
  return isSameMetadata(edited.metadata, metadata) ? metadata : edited.metadata;
}

/** The value that SET_METADATA writes: its text with the placeholders filled in, or a number or boolean. */
function valueOfTask(
  text: string,
  fields: readonly FieldTemplate[],
  name: string,
  words: Parameters<typeof filledText>[1],
): string | number | boolean {
  const filled = filledText(text, words);
  const type = fields.find((field) => field.name === name)?.type;
  if (type === 'BOOLEAN' && /^(true|false)$/.test(filled)) return filled === 'true';
  if ((type === 'NUMBER' || type === 'INTEGER') && filled.trim() !== '' && Number.isFinite(Number(filled))) {
    return Number(filled);
  }
  return filled;
}
