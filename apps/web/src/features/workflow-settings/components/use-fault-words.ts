import type { FieldProblem } from '@armarium/contract/problem';
import { useTranslation } from 'react-i18next';

/** Says in the reader's language why a value is refused. */
export function useFaultWords() {
  const { t, i18n } = useTranslation('workflowSettings');
  return ({ code }: Pick<FieldProblem, 'code'>): string => {
    const key = `workflowSettings:fault.${code}`;
    return i18n.exists(key) ? i18n.t(key) : t('fault.other');
  };
}
