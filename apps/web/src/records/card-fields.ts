import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../ui/display-title.ts';
import { valuesOf } from './metadata-view.ts';

interface CardRecord {
  readonly sgtt: string;
  readonly label: string;
  readonly pressmark?: string;
  readonly customMetadataList: readonly MetadataEntry[];
}

/** The fields of a record's card: its heading, and the others below. @param templates the fields of the card */
export function useCardFields(record: CardRecord, templates: readonly Template[]) {
  const { t } = useTranslation('catalogue');
  const title = titleOf(record, t('untitled'));
  const words = { true: t('boolean.true'), false: t('boolean.false') };
  const valueOf = (template: Template) => valuesOf(record.customMetadataList, template, words).join(', ');
  const [first, ...others] = templates.filter(({ name }) => name !== 'sgtt' || title !== '');
  return {
    heading: first === undefined || first.name === 'sgtt' ? title : valueOf(first) || title,
    others: others.map((template) => ({
      uuid: template.uuid,
      text: (template.name === 'pressmark' && record.pressmark) || valueOf(template),
    })),
  };
}
