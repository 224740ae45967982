import type { FieldChange } from '@armarium/contract/field-changes';
import { invalid } from '../../problem-error.ts';
import { type FieldTemplate } from '../records/public.ts';
import { changeProblems } from './field-change.rules.ts';

/** @throws ProblemError 422 naming the changes that no record could take */
export function requireChanges(
  changes: readonly FieldChange[],
  templates: readonly FieldTemplate[],
  path: string,
): void {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const problems = changeProblems(changes, byName, path);
  if (problems.length > 0) throw invalid(problems);
}
