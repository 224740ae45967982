import { YEAR_FIELD, type SearchTerm } from '@armarium/contract/search-grammar';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { fieldLabel } from '../../../records/label.ts';
import { templateNameOf, type SearchChip } from '../search-chips.ts';

/** A part of a search in words: which fields it asks, and for what. */
export function useSearchWords(): (chip: SearchChip) => string {
  const { t } = useTranslation(['filtering', 'catalogue']);
  const templates = useQuery(itemTemplatesQuery).data ?? [];
  const labelOfField = (field: string) => {
    if (field === YEAR_FIELD) return t('year');
    const name = templateNameOf(field);
    if (name === undefined) return t(`catalogue:standardField.${field}`);
    return fieldLabel(templates, name);
  };
  const words = ({ field, value, isExcluded }: SearchTerm) => {
    const pair = field === undefined ? value : t('pair', { name: labelOfField(field), value });
    return isExcluded ? t('without', { what: pair }) : pair;
  };
  return ({ terms }) => terms.map(words).join(t('or'));
}
