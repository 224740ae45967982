import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TaskTemplate } from '@armarium/contract/transition-tasks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { templatesQuery } from '../../../records/api/templates.ts';
import { labelOf } from '../../../records/label.ts';
import { usePlaceWords } from '../../../records/places/place-field.tsx';

type TaskParameter = TaskTemplate['parameters'][number];

/** The parameters whose options are names of fields. */
const fieldParameters = ['field', 'fields'];

/** The parameter that names a collection. */
export const COLLECTION = 'collection';

/** What the templates of actions, their parameters and their options are called. What is not known here keeps the server's words. */
export function useActionWords(resourceType: TemplateResourceType) {
  const { t, i18n } = useTranslation(['workflowSettings', 'catalogue']);
  const fields = useQuery(templatesQuery(resourceType)).data;
  const known = (key: string, otherwise: string) =>
    i18n.exists(`workflowSettings:${key}`) ? i18n.t(`workflowSettings:${key}`) : otherwise;
  const optionOf = (parameter: string, option: string): string => {
    if (!fieldParameters.includes(parameter)) return known(`option.${option}`, option);
    const field = fields?.find(({ name }) => name === option);
    if (!field) return option;
    const label = labelOf(field);
    const isAmbiguous = fields?.some((other) => other !== field && labelOf(other) === label);
    return isAmbiguous ? `${label} (${option})` : label;
  };
  return {
    nameOf: ({ name, label }: Pick<TaskTemplate, 'name' | 'label'>) => known(`task.${name}`, label),
    aboutOf: ({ name }: Pick<TaskTemplate, 'name'>) => known(`taskText.${name}`, ''),
    parameterOf: ({ name, label }: Pick<TaskParameter, 'name' | 'label'>) =>
      known(`parameter.${name}`, label),
    optionOf,
    /** A value as it is read; empty where there is none. */
    valueOf: ({ name, type }: Pick<TaskParameter, 'name' | 'type'>, value: unknown): string => {
      if (type === 'BOOLEAN') return value === true ? t('yes') : '';
      if (Array.isArray(value)) return value.map((one) => optionOf(name, String(one))).join(', ');
      if (typeof value !== 'string') return '';
      return type === 'ENUM' ? optionOf(name, value) : value;
    },
  };
}
export type ActionWords = ReturnType<typeof useActionWords>;

/** The value of a parameter in words; a collection with its path. */
export function useParameterText(words: ActionWords, parameter: TaskParameter, value: unknown): string {
  const isCollection = parameter.name === COLLECTION && typeof value === 'string';
  const place = usePlaceWords(isCollection ? value : undefined);
  return isCollection ? place.words : words.valueOf(parameter, value);
}
