import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../ui/language-labels.tsx';
import type { TheirChange } from './use-field-form.ts';

/** What somebody else changed of a field meanwhile: each part with the value that it has now. */
export function TheirChanges({ changes }: { changes: readonly TheirChange[] }) {
  const { t } = useTranslation(['fields', 'catalogue']);
  const valueOf = ({ part, theirs }: TheirChange): string => {
    if (part === 'options') return theirs.options.join(', ');
    const value = theirs[part];
    return typeof value === 'boolean' ? t(`fields:${value ? 'on' : 'off'}`) : value;
  };
  const partWord = (part: TheirChange['part']) =>
    part === 'en' || part === 'it'
      ? t('fields:labelIn', { language: languageName(part) })
      : t(`fields:part.${part}`);
  return changes.map((change) => (
    <Text key={change.part} size="sm">
      {t(change.isConflict ? 'fields:theirs.conflict' : 'fields:theirs.taken', {
        part: partWord(change.part),
        value: valueOf(change) || t('fields:theirs.empty'),
      })}
    </Text>
  ));
}
