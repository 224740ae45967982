import type { AnswerOf, Operation } from '@armarium/contract/operation';
import { usersInfo } from '@armarium/contract/session';
import { ApiProblem, isProblem, problemNamed, problemOf, withoutAnswer } from './api-problem.ts';
import type { LooseOptions, OptionsOf } from './call-options.ts';
import { addressOf } from './operation-address.ts';
import { signInAgain } from './signing-in-again.ts';

/** Work that takes longer is a job, so a call without an answer by then has failed. */
const ANSWER_WITHIN_ms = 120_000;

/**
 * Makes one call of the contract, with credentials and, on modifying methods, the CSRF token (decisions §5).
 * @throws ApiProblem for every answer that is not 2xx, and with code `offline` when none came, `unavailable` when none
 *   came within `answerWithin_ms` (two minutes)
 */
export async function call<O extends Operation>(
  operation: O,
  ...[given]: OptionsOf<O>
): Promise<AnswerOf<NoInfer<O>>> {
  const options = (given ?? {}) as LooseOptions;
  return bodyOf(await attempt(operation, () => send(operation, options), options.asksToSignIn));
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
  ...given: OptionsOf<O>
): Promise<{ answer: AnswerOf<NoInfer<O>>; header: string | undefined }> {
  const response = await callForResponse(operation, ...given);
  return { header: response.headers.get(name) ?? undefined, answer: await bodyOf<O>(response) };
}

/** As `call`, with the answer as it comes. */
export function callForResponse<O extends Operation>(
  operation: O,
  ...[given]: OptionsOf<O>
): Promise<Response> {
  return attempt(operation, () => send(operation, given ?? {}));
}

/**
 * The text of a document that is no operation's, such as a manifest, as it is now. Such documents answer visitors too, and do
 * not say that a session has ended: a `call` before asks the user to sign in.
 * @param href its link; whatever host that names, it is read from the one of this page, where the session is
 * @throws ApiProblem as `call` does
 */
export async function readDocument(href: string): Promise<string> {
  const answer = await answerTo(new URL(href).pathname, { cache: 'no-store' });
  if (!answer.ok) throw await problemOf(answer);
  return answer.text().catch(() => {
    throw withoutAnswer();
  });
}

/**
 * Looks by HEAD for a file that a GET of this operation would answer with.
 * @returns the status: 200, or 202 while it is being made
 * @throws ApiProblem as `call` does; its code follows from the status, since such an answer has no body
 */
export async function askForFile<O extends Operation>(
  operation: O,
  ...[given]: OptionsOf<O>
): Promise<{ status: number; headers: Headers }> {
  return attempt(operation, () => send(operation, given ?? {}, 'HEAD'));
}

/**
 * The methods that this user may use at a path, from the `Allow` header of OPTIONS.
 * @throws ApiProblem as `call` does
 */
export async function allowedMethods(path: string, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(path, { method: 'OPTIONS', signal }).catch((error: unknown) => {
    throw signal.aborted ? error : withoutAnswer();
  });
  if (!response.ok) throw await problemOf(response);
  return (response.headers.get('Allow') ?? '').split(',').map((method) => method.trim());
}

/** 204 has no body; the operation's answer is then undefined. */
async function bodyOf<O extends Operation>(response: Response): Promise<AnswerOf<O>> {
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<O>;
}

/**
 * Posts one file as the multipart part `file`. XMLHttpRequest, because fetch does not report the progress of an upload.
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

/** Sends, and once more after a stale CSRF token was renewed or the user signed in again. */
async function attempt(
  operation: Operation,
  sendOnce: () => Promise<Response>,
  asksToSignIn = true,
): Promise<Response> {
  return authorised(
    async () => {
      const response = await sendOnce();
      if (response.ok) return response;
      throw await problemOf(response);
    },
    asksToSignIn && operation.access !== 'anyone',
  );
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
  const isList = takesUriList(operation);
  if (options.body !== undefined) headers['Content-Type'] = isList ? URI_LIST : 'application/json';
  const body = options.file ? formOf(options.file) : textOf(options.body, isList);
  if (options.ifMatch !== undefined) headers['If-Match'] = options.ifMatch;
  if (operation.method !== 'GET') headers['X-XSRF-TOKEN'] = await csrfToken();
  return answerTo(
    addressOf(operation.path, options.params, options.query),
    {
      method,
      headers,
      body,
      // A change that is answered with 302 is refused as a duplicate (back office §8): it must not be followed.
      redirect: method === 'GET' || method === 'HEAD' ? 'follow' : 'manual',
    },
    options,
  );
}

/** @throws ApiProblem where no answer came, or none in time */
async function answerTo(
  address: string,
  init: RequestInit,
  { signal, answerWithin_ms = ANSWER_WITHIN_ms }: Pick<LooseOptions, 'signal' | 'answerWithin_ms'> = {},
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerWithin_ms);
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    return await answered(fetch(address, { ...init, credentials: 'same-origin', signal: either }), signal);
  } catch (error) {
    if (late.signal.aborted && isProblem(error, 'offline'))
      throw new ApiProblem(504, problemNamed('unavailable', 504));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A list of addresses, one a line (RFC 2483 §5). */
const URI_LIST = 'text/uri-list';

const takesUriList = ({ body }: Operation) =>
  body !== undefined && 'contentMediaType' in body && body['contentMediaType'] === URI_LIST;

/** @param isList whether the body is a list of addresses */
function textOf(body: unknown, isList: boolean): string | undefined {
  return isList && Array.isArray(body) ? body.join('\n') : JSON.stringify(body);
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

async function post(
  path: string,
  file: File,
  { onProgress, signal }: { onProgress?: (sent_bytes: number) => void; signal?: AbortSignal },
): Promise<Response> {
  signal?.throwIfAborted();
  const token = await csrfToken();
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
    request.send(formOf(file));
  });
  return answered(answer, signal);
}

/** Turns a request without an answer into the problem `offline`; an abort is thrown as it is. */
async function answered(answer: Promise<Response>, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await answer;
  } catch {
    signal?.throwIfAborted();
    throw withoutAnswer();
  }
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

/** The one way to a stream of server-sent events; it carries the session by its cookie. */
export function openEventSource(path: string): EventSource {
  return new EventSource(path);
}
