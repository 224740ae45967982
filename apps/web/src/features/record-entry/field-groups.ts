import type { Template, TemplatePriority } from '@armarium/contract/templates';
import { inOrder } from '../../records/metadata-view.ts';

/** Fields of a form that stand together, in their order. */
export interface FieldGroup {
  /** Undefined in a short form, whose fields stand under no heading. */
  readonly priority: TemplatePriority | undefined;
  readonly templates: readonly Template[];
}

/** A form with so many fields is long: its fields stand in groups, and one can be looked for by its name. */
const LONG_FROM = 9;

/** The groups of a form that have fields. A required field is never among those that can be folded away. */
export function groupsOf(templates: readonly Template[]): FieldGroup[] {
  const ordered = inOrder(templates);
  if (ordered.length < LONG_FROM) return [{ priority: undefined, templates: ordered }];
  const priorityOf = ({ priority, required }: Template) =>
    priority === 'LOW' && required ? 'MEDIUM' : priority;
  return (['HIGH', 'MEDIUM', 'LOW'] as const)
    .map((priority) => ({ priority, templates: ordered.filter((one) => priorityOf(one) === priority) }))
    .filter((group) => group.templates.length > 0);
}
