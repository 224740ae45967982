import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { FormatRegistry, type TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { FileAddress, type MultipartBody } from '@armarium/contract/operation';
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@armarium/contract/operation';
import { reach, type Actor, type TenantData } from '../db/database.ts';
import { invalid, ProblemError } from '../problem-error.ts';
import type { Logger } from '../observe/log.ts';
import { answerSerializer } from './answer-serializer.ts';
import { fieldProblems } from './field-problems.ts';
import type { TenantIdentity } from './identify.ts';

/** What every handler gets: the validated input, whose tenant it is, and where the caller came from. */
interface OpenCall<O extends Operation> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  readonly tenant: TenantIdentity;
  /** Scheme, host and port of the request, validated; links in answers begin with it (decisions §2). */
  readonly origin: string;
  /** Path and query as asked for, for the links of pages. */
  readonly url: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: Logger;
}

export interface Call<O extends Operation> extends OpenCall<O> {
  readonly actor: Actor;
  readonly data: TenantData;
}

/** What reading one record needs of a call, whatever its operation. */
export type RecordCall = Pick<Call<Operation>, 'data' | 'actor' | 'origin' | 'reply'>;

/** What reading a page of a list needs of a call, whatever its operation. */
export type PageCall = Pick<Call<Operation>, 'data' | 'actor' | 'origin' | 'url'> & {
  readonly query: { readonly page?: number; readonly size?: number; readonly sort?: readonly string[] };
};

/** An operation of the contract with what does it. The edge checks access, input and the CSRF token first. */
export interface Implementation {
  readonly operation: Operation;
  readonly handle: (call: Call<Operation>) => Promise<unknown>;
}

/** Binds a handler to an operation that needs a session. */
export function implement<O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<AnswerOf<O>>,
): Implementation {
  return { operation, handle: handle };
}

/** Binds a handler to an operation that anyone may call; actor and data are not at hand. */
export function implementOpen<O extends Operation & { access: 'anyone' }>(
  operation: O,
  handle: (call: OpenCall<O>) => Promise<AnswerOf<O>>,
): Implementation {
  return { operation, handle: handle as unknown as Implementation['handle'] };
}

/**
 * Parameters arrive as text: whole numbers, `true` and `false` are read as such, and one value of a list as a list of
 * one. What is written otherwise (`1.5`, `1e3`, `yes`) stays text, so that the check refuses it instead of taking a
 * part of it. What the operation does not declare is left out: a handler may pass its query on, and would pass that on
 * too.
 */
function readParameters(schema: TSchema, raw: unknown): unknown {
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>;
  return Object.fromEntries(
    Object.entries(raw as Record<string, unknown>).flatMap(([name, value]) => {
      if (!Object.hasOwn(properties, name)) return [];
      const type: unknown = properties[name]?.['type'];
      if (type === 'array' && !Array.isArray(value)) return [[name, [value]]];
      if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value))
        return [[name, Number(value)]];
      if (type === 'boolean' && (value === 'true' || value === 'false')) return [[name, value === 'true']];
      return [[name, value]];
    }),
  );
}

/** Deeper than any body that an operation takes; looking into one goes as deep as it does. */
const DEPTH_MAX = 32;

/** PostgreSQL keeps neither NUL nor halves of surrogate pairs; JSON and addresses can carry both. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEPTH_MAX) return false;
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part, depth + 1));
}

/** RFC 3339, as the moments in answers are written, or with another offset. */
const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;
FormatRegistry.Set('date-time', (text) => momentForm.test(text) && !Number.isNaN(Date.parse(text)));

/** A body all of whose members are optional may be absent (decisions §5). */
const absentBody = (schema: TSchema): unknown =>
  schema.default ?? (schema['type'] === 'object' && !schema['required'] ? {} : undefined);

const missingBody = () =>
  new ProblemError('malformed', 'This call needs a body, and none was sent. Send it as application/json.', {
    fields: [{ name: 'body', code: 'required', message: 'The body is missing.' }],
  });

function compileInput(schema: TSchema | undefined, part: 'params' | 'query' | 'body') {
  if (!schema) return () => ({});
  const check = TypeCompiler.Compile(schema);
  return (raw: unknown): unknown => {
    if (!isStorable(raw)) {
      throw new ProblemError(
        'malformed',
        'A text contains an invalid character (NUL, or half of one), or the body is nested too deeply.',
      );
    }
    if (part === 'body') {
      const body = raw === undefined ? absentBody(schema) : raw;
      if (body === undefined) throw missingBody();
      if (check.Check(body)) return body;
      throw invalid(fieldProblems(check, body));
    }
    const value = readParameters(schema, raw);
    if (check.Check(value)) return value;
    const fields = fieldProblems(check, value);
    throw new ProblemError('malformed', fields.map((field) => `${field.name}: ${field.message}`).join(' '), {
      fields,
    });
  };
}

/** A request may name its target with scheme and host (RFC 9112 §3.2.2): those are not the validated ones. */
function pathAndQuery(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
}

/** A list of addresses, one a line (RFC 2483 §5). */
export const URI_LIST = 'text/uri-list';

/** The addresses of a list: LF or CRLF, blank lines and `#` lines skipped (decisions §5). */
export function readUriList(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** For the description alone: a body that is read as a stream is checked by whoever reads it. */
const oneFile = (body: MultipartBody) => ({
  type: 'object',
  ...(!body.mayBeAbsent && { required: ['file'] }),
  properties: { file: { type: 'string', format: 'binary' } },
});

/** A JSON body of a few megabytes over a slow line; only files may take longer. */
export const JSON_BODY_MAX_MS = 60_000;

/** Cuts the connection of a request whose body is not whole after so long: a dribble would keep it for ever. */
export function limitTime(raw: IncomingMessage, limit_ms: number): void {
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), limit_ms);
  const clear = () => clearTimeout(timer);
  raw.once('end', clear).once('close', clear);
}

const modifying = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Every answer to GET has an entity tag (decisions §5): that of its version where the handler set it, else a weak one of
 * its bytes.
 */
const tagAnswer: onSendHookHandler<unknown> = (_request, reply, payload, done) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done();
  if (!reply.hasHeader('etag')) {
    const tag = createHash('sha256').update(payload).digest('base64url').slice(0, 27);
    reply.header('etag', `W/"${tag}"`);
  }
  return done();
};

/** Registers one operation as a route: access → CSRF → input → handler → its declared answer. */
export function registerOperation(app: FastifyInstance, { operation, handle }: Implementation): void {
  const multipart =
    operation.body !== undefined && 'multipart' in operation.body
      ? (operation.body as MultipartBody)
      : undefined;
  const address = multipart?.orUrl ? FileAddress : undefined;
  const bodySchema: TSchema | undefined = multipart ? address : (operation.body as TSchema | undefined);
  /** Whether this request's body is the file itself, to be read as a stream. */
  const isFile = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
    multipart !== undefined && !(address && headers['content-type']?.startsWith('application/json'));
  const takesUriList = bodySchema?.['contentMediaType'] === URI_LIST;
  const readParams = compileInput(operation.params, 'params');
  const readQuery = compileInput(operation.query, 'query');
  const readBody = compileInput(bodySchema, 'body');
  const success = Number(Object.keys(operation.responses)[0]);

  app.route({
    method: operation.method,
    url: operation.path,
    schema: {
      operationId: operation.id,
      summary: operation.summary,
      tags: [operation.tag],
      ...(operation.params && { params: operation.params }),
      ...(operation.query && { querystring: operation.query }),
      ...(bodySchema && { body: bodySchema }),
      ...(multipart && {
        consumes: ['multipart/form-data', ...(address ? ['application/json'] : [])],
        body: address
          ? {
              content: {
                'multipart/form-data': { schema: oneFile(multipart) },
                'application/json': { schema: address },
              },
            }
          : oneFile(multipart),
      }),
      ...(takesUriList && { consumes: [URI_LIST, 'application/json'] }),
      ...(operation.access === 'anyone' && { security: [] }),
      response: Object.fromEntries(
        Object.entries(operation.responses).map(([status, schema]) => [status, schema ?? { type: 'null' }]),
      ),
    },
    // Input is checked below, after access: whoever may not call learns nothing of the input's form.
    validatorCompiler: () => () => true,
    serializerCompiler: answerSerializer(app),
    // Before the body is parsed: a gigabyte that may not be stored is not even read.
    onRequest: async (request) => {
      const identity = await request.identify();
      if (!isFile(request)) limitTime(request.raw, JSON_BODY_MAX_MS);
      const { access } = operation;
      const opensToPending = access === 'pending' || access === 'enrolment';
      if (access !== 'anyone' && !identity.actor && !(opensToPending && (await request.admitPending(access))))
        throw new ProblemError('not-signed-in', 'Sign in and try again.');
      if (modifying.has(operation.method)) request.requireCsrfToken();
      if (access === 'anyone' || !identity.actor) return;
      if (request.headers['content-type']?.startsWith(URI_LIST) && !takesUriList) {
        throw new ProblemError('unsupported-media-type', 'A list of addresses is not understood here.');
      }
      if (access === 'session' || opensToPending) return;
      if (reach(identity.actor, access) === undefined) {
        throw new ProblemError('forbidden', 'Your roles in this organisation do not allow this.');
      }
    },
    ...(operation.method === 'GET' && { onSend: tagAnswer }),
    handler: async (request, reply) => {
      const identity = await request.identify();
      const answer = await handle({
        params: readParams(request.params),
        query: readQuery(request.query),
        body: bodySchema && !isFile(request) ? readBody(request.body) : undefined,
        tenant: identity.tenant,
        origin: request.origin(),
        url: pathAndQuery(request.url),
        request,
        reply,
        log: request.log as Logger,
        actor: identity.actor,
        data: identity.data,
      } as unknown as Call<Operation>);
      // Of several success answers the handler may have chosen one; the first is the ordinary one.
      if (reply.statusCode === 200 || !(reply.statusCode in operation.responses)) reply.code(success);
      if (answer !== undefined) return answer;
      // To a HEAD without a body the framework would say that there are no bytes: how many a GET gets was said above.
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : undefined);
    },
  });
}
