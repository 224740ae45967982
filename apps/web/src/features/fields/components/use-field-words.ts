import { fieldTypes, type Template } from '@armarium/contract/templates';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { displayDate } from '../../../ui/display-date.ts';

/** How fields, their types and their values are called in the reader's language. */
export function useFieldWords() {
  const { t } = useTranslation(['fields', 'catalogue']);
  const typeWord = (type: string) => {
    const known = fieldTypes.find((one) => one === type);
    return known ? t(`fields:type.${known}`) : type;
  };
  return {
    labelOf,
    typeWord,
    /** The default value of a field as it is read; undefined where there is none. */
    defaultOf: ({ type, defaultValue }: Pick<Template, 'type' | 'defaultValue'>) => {
      if (defaultValue === null) return undefined;
      if (type === 'BOOLEAN') return t(`catalogue:boolean.${String(defaultValue) === 'true'}`);
      return type === 'DATE' ? displayDate(String(defaultValue)) : String(defaultValue);
    },
  };
}
