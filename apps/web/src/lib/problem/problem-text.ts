import { ApiProblem } from '../api-problem.ts';
import { hasMessage, translate } from '../i18n.ts';

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
  return problemText(code, seconds);
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
