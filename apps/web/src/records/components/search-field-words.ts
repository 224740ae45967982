import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../api/templates.ts';
import { searchFields, type SearchField } from '../search-address.ts';

/**
 * The fields that a search can be narrowed to, in words of the page; undefined for one that is not known, or not any more,
 * by which the server does not narrow either.
 * @param withTemplates whether a field of a template may be asked for
 */
export function useSearchFieldWords(withTemplates = false): (field: SearchField) => string | undefined {
  const { t } = useTranslation('catalogue');
  const templates = useQuery({ ...itemTemplatesQuery, enabled: withTemplates });
  return (field) => {
    const standard = searchFields.find((name) => name === field);
    if (standard !== undefined) return t(`standardField.${standard}`);
    return templates.data?.find(({ name, searchable }) => searchable && field === `field:${name}`)?.label;
  };
}
