import { ApiProblem } from '../api-problem.ts';
import { formatSize } from '../file-size.ts';
import { currentLanguage, hasMessage, translate } from '../i18n.ts';

/** From so many seconds on a wait is given in minutes. */
const IN_MINUTES_FROM_s = 120;

/** What to tell the user about an error: what happened, and what to do next. Never a server's own words. */
export interface ProblemText {
  title: string;
  next: string;
}

/** The text of an error in the user's language, by the code of its problem; an unknown one is `internal`. */
export function describeProblem(error: unknown): ProblemText {
  const given = error instanceof ApiProblem ? error.problem.code : 'internal';
  const code = hasMessage(`problem:${given}.title`) ? given : 'internal';
  const seconds = error instanceof ApiProblem ? error.retryAfter_s : undefined;
  const figures = error instanceof ApiProblem ? error.problem.figures : undefined;
  return { ...problemText(code, seconds), ...(figures && withFigures(code, figures)) };
}

/** The next step with the figures of a limit, where the problem has such a text. */
export function withFigures(code: string, figures: Readonly<Record<string, number>>): Partial<ProblemText> {
  return hasMessage(`problem:${code}.nextWith`) ? { next: nextWith(code, figures) } : {};
}

/** A size is written as people read it. */
function nextWith(code: string, figures: Readonly<Record<string, number>>): string {
  const written = Object.entries(figures).map(([name, figure]) =>
    name.endsWith('_bytes')
      ? [name.replace('_bytes', ''), formatSize(figure, currentLanguage())]
      : [name, new Intl.NumberFormat(currentLanguage()).format(figure)],
  );
  return translate(`problem:${code}.nextWith`, Object.fromEntries(written) as Record<string, string>);
}

/** The text of a problem that is known by its code alone. @param seconds to wait, where the problem says so */
export function problemText(code: string, seconds?: number): ProblemText {
  return { title: translate(`problem:${code}.title`), next: nextOf(code, seconds) };
}

function nextOf(code: string, seconds: number | undefined): string {
  if (code !== 'too-many-requests' || seconds === undefined) return translate(`problem:${code}.next`);
  return seconds < IN_MINUTES_FROM_s
    ? translate(`problem:${code}.nextIn`, { count: seconds })
    : translate(`problem:${code}.nextInMinutes`, { count: Math.ceil(seconds / 60) });
}
