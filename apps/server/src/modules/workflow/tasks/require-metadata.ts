import type { FieldProblem } from '@armarium/contract/problem';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { ProblemError } from '../../../problem-error.ts';
import type { WorkflowTask } from './task.ts';

/** Requires the fields in its parameters, and those that the tenant's templates require. */
export const requireMetadata: WorkflowTask = {
  name: 'REQUIRE_METADATA',
  label: 'Require metadata',
  kind: 'guard',
  parameters: [{ name: 'fields', label: 'Fields', type: 'ARRAY', required: true }],
  needs: 'fields',
  offered: (_parameter, types, { fieldsOf }) => [
    ...new Set(types.flatMap((type) => fieldsOf(type).map(({ name }) => name))),
  ],
  judge: ({ parameters, resourceType }, { fieldsOf }, refuse) => {
    const fields = fieldsOf(resourceType);
    const missing = textsOf(parameters['fields']).filter(
      (name) => !fields.some((field) => field.name === name),
    );
    if (missing.length === 0) return;
    refuse('fields', 'unknown-field', `There is no field "${missing.join('", "')}" here.`);
  },
  apply: ({ parameters, record: { resourceType }, draft: { metadata }, ground }) => {
    const templates = ground.templatesOf(resourceType);
    const required = templates.filter((template) => template.required).map(({ name }) => name);
    // Nobody could fill in a value of an archived field.
    const standing = textsOf(parameters['fields']).filter((name) =>
      templates.some((template) => template.name === name),
    );
    const fields = [...new Set([...standing, ...required])]
      .filter((name) => isEmpty(metadata, name))
      .map((name): FieldProblem => ({
        name,
        code: 'required',
        message: `${ground.labelOf(resourceType, name)} is empty.`,
      }));
    if (fields.length === 0) return;
    const messages = fields.map(({ message }) => message).join(' ');
    throw new ProblemError('metadata-missing', `${messages} Fill it, and try again.`, { fields });
  },
};

/** Whether all values of a field are blank. */
export function isEmpty(metadata: readonly MetadataEntry[], name: string): boolean {
  return !metadata.some((entry) => entry.name === name && entry.value !== '');
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
