import type { MetadataEntry } from '@armarium/contract/metadata';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { fieldOfProblem } from '../record-form.ts';

/** Which fields the server refused, and why, in the user's language. @param list the metadata that was sent */
export function useRefusals(): (failure: unknown, list: readonly MetadataEntry[]) => Record<string, string> {
  const { t, i18n } = useTranslation(['editing', 'catalogue']);
  return (failure, list) => {
    const fields = failure instanceof ApiProblem ? failure.problem.fields : [];
    return Object.fromEntries(
      fields.map(({ name, code }) => {
        const key = `form.refused.${code}` as 'form.refused.other';
        return [fieldOfProblem(name, list), t(i18n.exists(`editing:${key}`) ? key : 'form.refused.other')];
      }),
    );
  };
}
