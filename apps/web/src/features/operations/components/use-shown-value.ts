import type { Template } from '@armarium/contract/templates';
import { useTranslation } from 'react-i18next';
import { valuesOf } from '../../../records/metadata-view.ts';

/** The values of a field as they are shown. */
export function useShownValue() {
  const { t } = useTranslation(['catalogue', 'editing']);
  const words = { true: t('boolean.true'), false: t('boolean.false') };
  return (template: Pick<Template, 'name' | 'type'>, values: readonly (string | number | boolean)[]) =>
    valuesOf(
      values.map((value) => ({ name: template.name, value })),
      template,
      words,
    ).join('; ') || t('editing:record.noValue');
}
