import { currentLanguage, redrawWords } from '../i18n.ts';
import type { ProblemText } from './problem-text.ts';

/** Loaded when they are first needed: most people never see one, and they weigh on every page. */
let italian: Readonly<Record<string, ProblemText>> | undefined;
let loading: Promise<void> | undefined;

async function loadItalian(): Promise<void> {
  try {
    italian = (await import('./causes-in-italian.json', { with: { type: 'json' } })).default;
    redrawWords();
  } catch {
    // The server's words stand meanwhile, and the next cause asks again.
    loading = undefined;
  }
}

/** Resolves once causes can be told in the user's language; never rejects. */
export async function causeWords(): Promise<void> {
  if (currentLanguage() === 'it') await (loading ??= loadItalian());
}

/**
 * Why an import failed, in the user's language. The server writes causes in English, with the figures of the
 * case (wire.md); in Italian their code has a text here, and a code that has none keeps the server's words.
 */
export function describeCause(cause: { code: string; title: string; nextStep: string }): ProblemText {
  void causeWords();
  const own = currentLanguage() === 'it' ? italian?.[cause.code] : undefined;
  return own ?? { title: cause.title, next: cause.nextStep };
}
