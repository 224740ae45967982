import { isFileNumber, isFileValue, type FileNumber, type FileValue } from '@armarium/contract/file-facts';
import { useTranslation } from 'react-i18next';
import { valueProperties } from '../../../records/technical/value-words.ts';
import { useNumberWords } from './number-words.ts';

/** Properties of files and their values in words. */
export function useFileWords() {
  const { t, i18n } = useTranslation(['filtering', 'technical']);
  const rangeOf = useNumberWords();
  const technical = i18n.getFixedT(i18n.language, 'technical');
  const nameOf = (property: FileValue | FileNumber): string =>
    isFileValue(property)
      ? technical(`labels.${valueProperties[property].label}`)
      : t(`fileNumbers.${property}`);
  const valueOf = (property: FileValue, value: string): string =>
    value === ''
      ? t('empty')
      : valueProperties[property].words(value, { t: technical, language: i18n.language });
  return {
    nameOf,
    valueOf,
    /** A filter of an address, `name=value`, as its name and what it narrows to; as it stands where it is unknown. */
    pairOf(pair: string): readonly [name: string, value: string] {
      const end = pair.indexOf('=');
      const [name, value] = [pair.slice(0, end), pair.slice(end + 1)];
      if (isFileValue(name)) return [nameOf(name), valueOf(name, value)];
      if (!isFileNumber(name)) return [name, value];
      return [nameOf(name), rangeOf(value)];
    },
  };
}
