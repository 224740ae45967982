import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../api/templates.ts';
import { labelOf } from '../label.ts';
import { searchFields, type SearchField } from '../search-address.ts';

interface ChosenField {
  readonly field: SearchField;
  /** Its label in the language of the page. */
  readonly label: string;
}

/**
 * The fields that a search can be narrowed to: the standard ones, then those of templates with words. The server does not
 * narrow by any other.
 * @param withTemplates whether the fields of templates are needed
 */
export function useSearchFieldChoice(withTemplates = false): ChosenField[] {
  const { t } = useTranslation('catalogue');
  const templates = useQuery({ ...itemTemplatesQuery, enabled: withTemplates }).data ?? [];
  const further = templates.filter(
    ({ name, searchable }) => searchable && !searchFields.some((field) => field === name),
  );
  return [
    ...searchFields.map((field) => ({ field, label: t(`standardField.${field}`) })),
    ...further.map((one) => ({ field: `field:${one.name}` as const, label: labelOf(one) })),
  ];
}
