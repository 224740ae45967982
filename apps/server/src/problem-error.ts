import { problems, type FieldProblem, type ProblemCode, type ProblemImage } from '@armarium/contract/problem';

/**
 * A failure that the caller is told about: a code of the catalogue with what exactly happened and what to
 * do next (`detail`), and the fields concerned (RFC 9457, decisions §5).
 */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ProblemCode;
  readonly fields: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;
  readonly figures: Readonly<Record<string, number>> | undefined;
  readonly images: readonly ProblemImage[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: {
      fields?: readonly FieldProblem[];
      headers?: Record<string, string>;
      /** As `Problem.figures`. */
      figures?: Readonly<Record<string, number>>;
      /** As `Problem.images`. */
      images?: readonly ProblemImage[];
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.fields = more.fields ?? [];
    this.headers = more.headers ?? {};
    this.figures = more.figures;
    this.images = more.images;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** Whoever sent more mistakes than this mends these first. */
export const FIELDS_TOLD = 50;

/** A body that is well-formed but has invalid fields: 422 with all of them named. */
export function invalid(all: readonly FieldProblem[]): ProblemError {
  const fields = all.slice(0, FIELDS_TOLD);
  return new ProblemError('invalid', fields.map((field) => `${field.name}: ${field.message}`).join(' '), {
    fields,
  });
}

/** Another tenant's record, a trashed one and one that never was answer alike (design: habits, 3). */
export function notFound(what: string): ProblemError {
  return new ProblemError('not-found', `${what} does not exist, or you may not see it.`);
}
