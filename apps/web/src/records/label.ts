import { labelIn } from '@armarium/contract/label-in';
import { currentLanguage } from '../lib/i18n.ts';

/** What a field or a transition is called in the reader's language. */
export function labelOf(of: Parameters<typeof labelIn>[1]): string {
  return labelIn(currentLanguage(), of);
}
