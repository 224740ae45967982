import { hasMessage, translate } from '../../lib/i18n.ts';

/** Why a file can't be read as a spreadsheet and what to do, in the user's language. */
export function fileCauseWords(code: string, params: Readonly<Record<string, string>>): string {
  const known = hasMessage(`importing:fileCause.${code}`) ? code : 'failed';
  return translate(`importing:fileCause.${known}`, params);
}
