import { currentLanguage } from '../i18n.ts';
import italian from './causes-in-italian.json' with { type: 'json' };
import type { ProblemText } from './problem-text.ts';

const translated: Readonly<Record<string, ProblemText>> = italian;

/**
 * Why an import failed, in the user's language. The server writes causes in English, with the figures of the
 * case (wire.md); in Italian their code has a text here, and a code that has none keeps the server's words.
 */
export function describeCause(cause: { code: string; title: string; nextStep: string }): ProblemText {
  const own = currentLanguage() === 'it' ? translated[cause.code] : undefined;
  return own ?? { title: cause.title, next: cause.nextStep };
}
