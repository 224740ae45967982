import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../api/templates.ts';
import { searchFields, type SearchField } from '../search-address.ts';

/**
 * The fields that a search can be narrowed to, in words of the page.
 * @param withTemplates whether a field of a template may be asked for
 */
export function useSearchFieldWords(withTemplates = false): (field: SearchField) => string {
  const { t } = useTranslation('catalogue');
  const templates = useQuery({ ...itemTemplatesQuery, enabled: withTemplates });
  return (field) => {
    const standard = searchFields.find((name) => name === field);
    if (standard !== undefined) return t(`standardField.${standard}`);
    const name = field.slice('field:'.length);
    return templates.data?.find((template) => template.name === name)?.label ?? name;
  };
}
