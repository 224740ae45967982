import type { ItemQuery } from '@armarium/contract/item-query';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { facetsQuery } from '../api/facets.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { labelOf } from '../../../records/label.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { displayDate } from '../../../ui/display-date.ts';
import { yearsForm, type RangeEnds, type SetFilter } from '../set-filters.ts';
import { useFileWords } from './file-words.ts';
import { useNumberWords } from './number-words.ts';

/** Each filter in words: what it narrows and to what. */
export function useFilterWords(query: ItemQuery, search: URLSearchParams): (filter: SetFilter) => string {
  const { t } = useTranslation(['filtering', 'catalogue']);
  const templates = useQuery(itemTemplatesQuery);
  const people = useQuery({ ...facetsQuery(query), enabled: search.has('changedBy') });
  const inYears = ({ from, to }: RangeEnds) =>
    from !== '' && to !== ''
      ? t('years', { from, to })
      : t(from === '' ? 'to_date' : 'from_date', { date: from || to });
  const templateOf = (field: string) => templates.data?.find(({ name }) => name === field);
  const labelOfField = (field: string) => labelOf(templateOf(field) ?? { name: field });
  const stateLabel = useStateLabel();
  const fileWords = useFileWords();
  const rangeOf = useNumberWords();
  return ({ name, value }) => {
    const pair = (of: string, what: string) => t('pair', { name: of, value: what });
    if (name === 'state') return pair(t('state'), stateLabel(value));
    if (name === 'media') return t(`kind.${value}`, { defaultValue: value });
    if (name === 'file') return pair(...fileWords.pairOf(value));
    if (name === 'changedBy') {
      const person = people.data?.changedBy.find(({ uuid }) => uuid === value.toLowerCase());
      return pair(t('changedBy'), person?.name ?? t('somebody'));
    }
    if (name === 'filled' || name === 'empty') return pair(labelOfField(value), t(name));
    if (name === 'field' || name === 'date' || name === 'number') {
      const [field = '', ...rest] = value.split('=');
      const said = rest.join('=');
      const years = name === 'date' ? yearsForm.read(said) : undefined;
      const isBoolean = templateOf(field)?.type === 'BOOLEAN';
      if (name === 'number') return pair(labelOfField(field), rangeOf(said));
      const shown = isBoolean ? t(`catalogue:boolean.${said}`, { defaultValue: said }) : said;
      return pair(labelOfField(field), years ? inYears(years) : shown);
    }
    const date = displayDate(value);
    const isFrom = name.endsWith('From');
    return pair(
      t(name.startsWith('created') ? 'created' : 'modified'),
      t(isFrom ? 'from_date' : 'to_date', { date }),
    );
  };
}
