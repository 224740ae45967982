import { useTranslation } from 'react-i18next';
import { numbersForm } from '../set-filters.ts';

/** A range of numbers of an address in words; as it stands where it is not understood. */
export function useNumberWords(): (range: string) => string {
  const { t } = useTranslation('filtering');
  return (range) => {
    const ends = numbersForm.read(range);
    if (!ends || ends.from === ends.to) return range;
    if (ends.from === '') return t('upToNumber', { to: ends.to });
    return ends.to === '' ? t('fromNumberOn', { from: ends.from }) : t('betweenNumbers', { ...ends });
  };
}
