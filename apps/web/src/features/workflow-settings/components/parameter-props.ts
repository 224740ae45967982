import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TaskTemplate } from '@armarium/contract/transition-tasks';
import type { ParameterValue } from '../action-form.ts';
import type { ActionWords } from './use-action-words.ts';

/** What the field of a parameter gets. */
export interface ParameterFieldProps {
  template: string;
  parameter: TaskTemplate['parameters'][number];
  /** All values, by the names of the parameters. */
  values: Readonly<Record<string, ParameterValue>>;
  value: ParameterValue;
  /** All values as they were read; none of a new action. */
  stored: Readonly<Record<string, ParameterValue>>;
  resourceType: TemplateResourceType;
  words: ActionWords;
  error: string | undefined;
  onChange(value: ParameterValue): void;
  /** Changes values beside its own. */
  onChangeAlso(values: Readonly<Record<string, ParameterValue>>): void;
}
