import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problems, type Problem, type ProblemCode } from '@armarium/contract/problem';
import { constraintProblem, isDatabaseAway, isDatabaseFull } from '../db/constraint-problems.ts';
import { ProblemError } from '../problem-error.ts';
import { askedLanguage } from './asked-language.ts';
import { isPageForPeople, problemPage } from './problem-page.ts';
import { StorageFull, StorageUnavailable } from '../storage/storage.ts';

/** The framework's own errors, told in our words. */
function frameworkProblem(error: FastifyError): ProblemError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ProblemError('malformed', 'The body is not JSON.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ProblemError(
        'unsupported-media-type',
        'Send the body in a content type that this call takes.',
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new ProblemError('too-large', 'The body is larger than the server takes.');
    default:
      break;
  }
  if (error.statusCode === 429) return new ProblemError('too-many-requests', error.message);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProblemError('malformed', STATUS_CODES[error.statusCode] ?? 'The request could not be read.');
  }
  return undefined;
}

/** Turns whatever was thrown into what the caller is told; undefined where it is a fault of ours. */
function problemOf(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  const violated = constraintProblem(error);
  if (violated) {
    const { code, field, detail } = violated;
    return new ProblemError(code, detail, { fields: [{ name: field, code, message: problems[code].title }] });
  }
  if (error instanceof StorageFull || isDatabaseFull(error)) {
    return new ProblemError(
      'storage-full',
      'Nothing was kept of it. Ask your administrator to make room, then try again.',
    );
  }
  if (isDatabaseAway(error)) {
    return new ProblemError(
      'unavailable',
      'The database does not answer. Nothing was changed; try again in a moment.',
      {
        headers: { 'retry-after': '5' },
      },
    );
  }
  if (error instanceof StorageUnavailable) {
    return new ProblemError(
      'unavailable',
      'The file storage does not answer or can not be written. Nothing was kept; try again in a moment, and tell your administrator if it stays.',
      { headers: { 'retry-after': '30' } },
    );
  }
  return error instanceof Error && 'statusCode' in error
    ? frameworkProblem(error as FastifyError)
    : undefined;
}

/** Refusals that whoever watches over the installation wants to see; the line `answered` names who it was. */
const securityEvents: ReadonlySet<ProblemCode> = new Set([
  'csrf',
  'forbidden',
  'too-many-requests',
  'unknown-host',
]);

/** Answers every failure as `application/problem+json`; what is our fault is logged here, once. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem =
    problemOf(error) ??
    new ProblemError(
      'internal',
      'It was written to the log under this request id. Try again; if it stays, tell your administrator.',
    );
  if (problem.code === 'internal' || problem.code === 'unavailable' || problem.status === 507) {
    request.log.error({ err: error }, problem.message);
  }
  if (securityEvents.has(problem.code)) {
    request.log.warn({ event: problem.code, address: request.ip }, problem.message);
  }
  const detail = detailOf(problem, request);
  sendProblem(problem.code, detail, problem.fields, request, reply.headers(problem.headers), {
    figures: problem.figures,
    images: problem.images,
  });
}

/** What a program may do depends on its token, too, which the message of the refusal cannot know. */
function detailOf({ code, message }: ProblemError, { actingToken }: FastifyRequest): string {
  if (code !== 'forbidden' || !actingToken) return message;
  const { name, capabilities } = actingToken;
  return `${message} The token “${name}” names: ${capabilities.join(', ')}.`;
}

/** Statuses of what never became a request, by the parser's codes, with what to do. */
const unreadable: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'The address with its parameters, or a header, is too long. Ask for less at once.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
};

/** Answers what could not be read as a request, for which there is no route and no request to log. */
export function answerUnreadable(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = unreadable[error.code] ?? [400, 'That is not a request of HTTP.'];
  const requestId = randomUUID();
  this.log.info({ code: error.code, status, reqId: requestId }, 'a request could not be read');
  const body: Problem = {
    type: 'urn:armarium:problem:malformed',
    title: problems.malformed.title,
    status,
    detail,
    code: 'malformed',
    fields: [],
    requestId,
  };
  const bytes = Buffer.from(JSON.stringify(body));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${bytes.length}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]));
}

export function sendProblem(
  code: ProblemCode,
  detail: string,
  fields: Problem['fields'] | readonly Problem['fields'][number][],
  request: FastifyRequest,
  reply: FastifyReply,
  { figures, images }: { figures?: Problem['figures']; images?: ProblemError['images'] } = {},
): void {
  const { status, title } = problems[code];
  const body: Problem = {
    type: `urn:armarium:problem:${code}`,
    title,
    status,
    detail,
    code,
    fields: [...fields],
    requestId: request.id,
    ...(figures && { figures }),
    ...(images && { images: [...images] }),
  };
  if (isPageForPeople(request)) {
    void reply
      .code(status)
      .headers({ 'cache-control': 'no-store', vary: 'Accept, Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(problemPage(askedLanguage(request.headers['accept-language']), body));
    return;
  }
  // Serialised here, past the route's response schemas, which describe success alone.
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
