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

/** What a problem says of its case beside its code. */
interface ProblemCase {
  /** The seconds to wait. */
  readonly retryAfter_s?: number | undefined;
  /** Of a limit: what it is and what is used, as `Problem.figures` of the contract. */
  readonly figures?: Readonly<Record<string, number>> | undefined;
}

/** The text of an error in the user's language, by the code of its problem. */
export function describeProblem(error: unknown): ProblemText {
  if (!(error instanceof ApiProblem)) return problemText('internal');
  const { problem, retryAfter_s } = error;
  return problemText(problem.code, { retryAfter_s, figures: problem.figures });
}

/** The text of a problem that is known by its code; an unknown code is `internal`. */
export function problemText(given: string, of: ProblemCase = {}): ProblemText {
  const code = hasMessage(`problem:${given}.title`) ? given : 'internal';
  return { title: translate(`problem:${code}.title`), next: nextOf(code, of) };
}

function nextOf(code: string, { retryAfter_s: seconds, figures }: ProblemCase): string {
  if (figures && hasMessage(`problem:${code}.nextWith`)) return nextWith(code, figures);
  if (code !== 'too-many-requests' || seconds === undefined) return translate(`problem:${code}.next`);
  return seconds < IN_MINUTES_FROM_s
    ? translate(`problem:${code}.nextIn`, { count: seconds })
    : translate(`problem:${code}.nextInMinutes`, { count: Math.ceil(seconds / 60) });
}

/** The next step with the figures of a limit: a size is written as people read it. */
function nextWith(code: string, figures: Readonly<Record<string, number>>): string {
  const written = Object.entries(figures).map(([name, figure]) =>
    name.endsWith('_bytes')
      ? [name.replace('_bytes', ''), formatSize(figure, currentLanguage())]
      : [name, new Intl.NumberFormat(currentLanguage()).format(figure)],
  );
  return translate(`problem:${code}.nextWith`, Object.fromEntries(written) as Record<string, string>);
}
