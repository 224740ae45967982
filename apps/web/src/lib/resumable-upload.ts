import { DetailedError, Upload } from 'tus-js-client';
import { ApiProblem, problemOf, withoutAnswer } from './api-problem.ts';
import { authorised, csrfToken } from './api-client.ts';

interface SendOptions {
  /** Metadata of the file, sent when its upload begins. */
  metadata: Record<string, string>;
  /** Where an earlier attempt left it; begun anew where the server knows nothing of that any more. */
  url?: string | undefined;
  onBegun(url: string): void;
  onProgress(sent_bytes: number): void;
  signal: AbortSignal;
}

/**
 * Sends a file by tus 1.0 (wire.md), in one attempt. To try again, the caller passes the address that it got.
 * @returns the answer to the last piece; undefined where the server had all of the file already
 * @throws ApiProblem as `call` does; the signal's reason when it is aborted
 */
export async function sendInPieces<T>(file: File, options: SendOptions): Promise<T | undefined> {
  let { url } = options;
  const onBegun = (begun: string) => {
    url = begun;
    options.onBegun(begun);
  };
  return authorised(() => attempt<T>(file, { ...options, url, onBegun }));
}

async function attempt<T>(file: File, options: SendOptions): Promise<T | undefined> {
  const { metadata, url, onBegun, onProgress, signal } = options;
  signal.throwIfAborted();
  return new Promise<T | undefined>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: new URL('/ccc/resumable', location.origin).href,
      ...(url !== undefined && { uploadUrl: url }),
      metadata,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => {
        if (request.getMethod() !== 'HEAD') request.setHeader('X-XSRF-TOKEN', await csrfToken());
      },
      onAfterResponse: async (request, response) => {
        const status = response.getStatus();
        // Swept, or given up elsewhere: the library then begins anew.
        if (status < 400 || (request.getMethod() === 'HEAD' && status === 404)) return;
        const headers = { 'Retry-After': response.getHeader('Retry-After') ?? '' };
        throw await problemOf(new Response(response.getBody(), { status, headers }));
      },
      onUploadUrlAvailable: () => onBegun(upload.url ?? ''),
      onProgress,
      onSuccess: ({ lastResponse }) => {
        signal.removeEventListener('abort', stop);
        const body = lastResponse.getBody();
        resolve(body === '' ? undefined : (JSON.parse(body) as T));
      },
      onError: (error) => {
        signal.removeEventListener('abort', stop);
        const cause = error instanceof DetailedError ? error.causingError : undefined;
        reject(cause instanceof ApiProblem ? cause : withoutAnswer());
      },
    });
    const stop = () => {
      void upload.abort();
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
    };
    signal.addEventListener('abort', stop, { once: true });
    upload.start();
  });
}
