import type { AnswerOf, BodyOf, Operation } from '@armarium/contract/operation';
import type { Problem, ProblemCode } from '@armarium/contract/problem';
import { usersInfo } from '@armarium/contract/session';

/** `offline` is the client's own code: the request never got an answer. */
export type ApiProblemCode = ProblemCode | 'offline';

/** A failed call. `status` is 0 when there was no answer; `problem.code` is what messages are chosen by. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly problem: Problem;
  /** What the server's `Retry-After` asks for (429, 503), in seconds. */
  readonly retryAfter_s: number | undefined;

  constructor(status: number, problem: Problem, retryAfter_s?: number) {
    super(`${status} ${problem.code}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.problem = problem;
    this.retryAfter_s = retryAfter_s;
  }
}

/** Whether an error is the given problem, so that callers need not know how problems are packed. */
export function isProblem(error: unknown, code: ApiProblemCode): error is ApiProblem {
  return error instanceof ApiProblem && error.problem.code === code;
}

type Nothing = Record<never, never>;

type ParamsPart<O extends Operation> = O extends { params: { static: infer P } }
  ? { params: P }
  : { params?: undefined };
type QueryPart<O extends Operation> = O extends { query: { static: infer Q } }
  ? Nothing extends Q
    ? { query?: Q }
    : { query: Q }
  : { query?: undefined };
type BodyPart<O extends Operation> = O extends { body: object } ? { body: BodyOf<O> } : { body?: undefined };

interface EveryCall {
  /** The `ETag` that the caller has seen; the server answers 412 `stale` when it is no longer current. */
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** How long an answer is waited for; only calls in which the server works long need more than the two minutes. */
  answerWithin_ms?: number | undefined;
}

export type CallOptions<O extends Operation> = ParamsPart<O> & QueryPart<O> & BodyPart<O> & EveryCall;

type OptionsOf<O extends Operation> =
  Nothing extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

/** Hardly a call of the contract works that long: what takes longer is a job. Who waits longer waits for nobody. */
const ANSWER_WITHIN_ms = 120_000;

type SignedOutHandler = () => Promise<boolean>;

let signedOutHandler: SignedOutHandler = () => Promise.resolve(false);
let signingInAgain: Promise<boolean> | undefined;

/**
 * What happens when the session is gone (401 of any call but those that need none): the handler resolves true
 * after the user signed in again, and the call is then made once more; false lets the 401 through.
 * Calls that fail together share one run of the handler.
 */
export function onSignedOut(handler: SignedOutHandler): void {
  signedOutHandler = handler;
}

function signInAgain(): Promise<boolean> {
  signingInAgain ??= signedOutHandler().finally(() => {
    signingInAgain = undefined;
  });
  return signingInAgain;
}

/**
 * Makes one call of the contract, with credentials and, on modifying methods, the CSRF token (decisions §5).
 * @throws ApiProblem for every answer that is not 2xx, and with code `offline` when none came, `unavailable` when none
 *   came within `answerWithin_ms` (two minutes)
 */
export async function call<O extends Operation>(
  operation: O,
  ...[given]: OptionsOf<O>
): Promise<AnswerOf<NoInfer<O>>> {
  return bodyOf(await attempt(operation, () => send(operation, (given ?? {}) as LooseOptions)));
}

/** As `call`, with the entity tag of the record, to be sent back as `ifMatch` (decisions §4). */
export async function callTagged<O extends Operation>(
  operation: O,
  ...given: OptionsOf<O>
): Promise<{ answer: AnswerOf<NoInfer<O>>; tag: string | undefined }> {
  const { answer, header } = await callForHeader(operation, 'ETag', ...given);
  return { answer, tag: header };
}

/** As `call`, with one header of the answer. */
export async function callForHeader<O extends Operation>(
  operation: O,
  name: string,
  ...[given]: OptionsOf<O>
): Promise<{ answer: AnswerOf<NoInfer<O>>; header: string | undefined }> {
  const response = await attempt(operation, () => send(operation, given ?? {}));
  return { header: response.headers.get(name) ?? undefined, answer: await bodyOf<O>(response) };
}

/**
 * Asks by HEAD for a file that a GET of this operation would answer with.
 * @returns the status: 200, or 202 while it is being made
 * @throws ApiProblem as `call` does; its code follows from the status, since such an answer has no body
 */
export async function askForFile<O extends Operation>(
  operation: O,
  ...[given]: OptionsOf<O>
): Promise<number> {
  const response = await attempt(operation, () => send(operation, given ?? {}, 'HEAD'));
  return response.status;
}

/** 204 has no body; the operation's answer is then undefined. */
async function bodyOf<O extends Operation>(response: Response): Promise<AnswerOf<O>> {
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<O>;
}

/**
 * Sends one file as the multipart part `file`. XMLHttpRequest, because fetch tells nothing about upload progress.
 * @param onProgress gets the bytes of the body sent so far (a little more than the file: the part's header counts)
 * @throws ApiProblem as `call` does; the signal's reason when it is aborted
 */
export async function sendFile<O extends Operation>(
  operation: O,
  file: File,
  options: { onProgress?: (sent_bytes: number) => void; signal?: AbortSignal } = {},
): Promise<AnswerOf<NoInfer<O>>> {
  const response = await attempt(operation, () => post(operation.path, file, options));
  return (await response.json()) as AnswerOf<O>;
}

interface LooseOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  answerWithin_ms?: number;
}

/** Sends, and once more after a stale CSRF token was renewed or the user signed in again. */
async function attempt(operation: Operation, sendOnce: () => Promise<Response>): Promise<Response> {
  return authorised(async () => {
    const response = await sendOnce();
    if (response.ok) return response;
    throw await problemOf(response);
  }, operation.access !== 'anyone');
}

/**
 * Makes a request, and once more after a stale CSRF token was renewed or the user signed in again.
 * @param request throws the `ApiProblem` of its answer
 */
export async function authorised<T>(request: () => Promise<T>, needsSession = true): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (isProblem(error, 'csrf')) await renewToken();
    else if (
      !(error instanceof ApiProblem) ||
      error.status !== 401 ||
      !needsSession ||
      !(await signInAgain())
    )
      throw error;
    return request();
  }
}

async function send(
  operation: Operation,
  options: LooseOptions,
  method: Operation['method'] | 'HEAD' = operation.method,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch;
  if (operation.method !== 'GET') headers['X-XSRF-TOKEN'] = await csrfToken();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), options.answerWithin_ms ?? ANSWER_WITHIN_ms);
  const signal = options.signal ? AbortSignal.any([options.signal, late.signal]) : late.signal;
  try {
    return await answered(
      fetch(addressOf(operation.path, options.params, options.query), {
        method,
        credentials: 'same-origin',
        headers,
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        signal,
      }),
      options.signal,
    );
  } catch (error) {
    if (late.signal.aborted && isProblem(error, 'offline'))
      throw new ApiProblem(504, problemNamed('unavailable', 504));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function post(
  path: string,
  file: File,
  { onProgress, signal }: { onProgress?: (sent_bytes: number) => void; signal?: AbortSignal },
): Promise<Response> {
  signal?.throwIfAborted();
  const token = await csrfToken();
  const form = new FormData();
  form.append('file', file);
  const answer = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-XSRF-TOKEN', token);
    request.upload.onprogress = (event) => onProgress?.(event.loaded);
    request.onload = () => {
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: {
            'Content-Type': request.getResponseHeader('Content-Type') ?? '',
            ...(retryAfter !== null && { 'Retry-After': retryAfter }),
          },
        }),
      );
    };
    request.onerror = () => reject(new TypeError('no answer'));
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(form);
  });
  return answered(answer, signal);
}

/** Names a request without an answer `offline`, and leaves an abort what it is. */
async function answered(answer: Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await answer;
  } catch {
    signal?.throwIfAborted();
    throw withoutAnswer();
  }
}

/** What is told of a request that nobody answered. */
export function withoutAnswer(): ApiProblem {
  return new ApiProblem(0, problemNamed('offline', 0));
}

/** The address of a path with its `:name` parameters and its query; arrays are repeated, undefined is left out. */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one));
    }
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** What modifying requests send as `X-XSRF-TOKEN`. */
export async function csrfToken(): Promise<string> {
  return cookie('XSRF-TOKEN') ?? (await renewToken());
}

async function renewToken(): Promise<string> {
  await send(usersInfo, {});
  return cookie('XSRF-TOKEN') ?? '';
}

function cookie(name: string): string | undefined {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return entry && decodeURIComponent(entry.slice(name.length + 1));
}

/** Reads the problem of a failed answer; one that is no problem document (a proxy's page) is named by its status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter_s = Number.isFinite(seconds) ? seconds : undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const problem = isProblemBody(body) ? body : problemNamed(codeOfStatus(response.status), response.status);
  return new ApiProblem(response.status, problem, retryAfter_s);
}

function isProblemBody(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

function codeOfStatus(status: number): ApiProblemCode {
  const codes: Record<number, ApiProblemCode> = {
    401: 'not-signed-in',
    403: 'forbidden',
    404: 'not-found',
    413: 'too-large',
    429: 'too-many-requests',
    502: 'unavailable',
    503: 'unavailable',
    504: 'unavailable',
    507: 'storage-full',
  };
  return codes[status] ?? (status >= 500 ? 'internal' : 'malformed');
}

function problemNamed(code: ApiProblemCode, status: number): Problem {
  return { type: 'about:blank', title: code, status, detail: '', code, fields: [], requestId: '' };
}

/** The one way to a stream of server-sent events; it carries the session by its cookie. */
export function openEventSource(path: string): EventSource {
  return new EventSource(path);
}
