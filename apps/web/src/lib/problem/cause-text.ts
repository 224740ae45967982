import { hasMessage, translate } from '../i18n.ts';
import type { ProblemText } from './problem-text.ts';

/**
 * Why an import failed, in the user's language. The server writes causes in English, with the figures of the
 * case (wire.md); in Italian their code has a text here, and a code that has none keeps the server's words.
 */
export function describeCause(cause: { code: string; title: string; nextStep: string }): ProblemText {
  if (!hasMessage(`cause:${cause.code}.title`)) return { title: cause.title, next: cause.nextStep };
  return { title: translate(`cause:${cause.code}.title`), next: translate(`cause:${cause.code}.next`) };
}
