import { getUpload, type StoredUpload } from '@armarium/contract/uploads';
import { ApiProblem, isProblem } from '../../../lib/api-problem.ts';
import { call } from '../../../lib/api-client.ts';
import { sendInPieces } from '../../../lib/resumable-upload.ts';
import { FileGone, type UploadApi } from '../state/upload-api.ts';
import { checksumOf } from './checksum.ts';

/** Between attempts while nothing answers. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Sends a file in pieces (tus 1.0, decisions of 2026-11-22 on uploads). Where the connection or the server goes away it
 * waits for them as long as the page is open, and goes on with what the server has not got yet.
 */
export const storeFile: UploadApi['storeFile'] = async (file, options) => {
  const { kind, onNote, onProgress, onWaiting, signal } = options;
  const sha256 = options.sha256 ?? (await checksumOf(file, signal));
  if (options.sha256 === undefined) onNote({ sha256 });
  let url = options.uploadUrl;
  const begun = (uploadUrl: string) => {
    if (uploadUrl !== url) onNote({ uploadUrl });
    url = uploadUrl;
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const stored = await sendInPieces<StoredUpload>(file, {
        metadata: { filename: file.name, kind, sha256 },
        url,
        onBegun: begun,
        onProgress: (sent_bytes) => {
          attempt = 0;
          onProgress(sent_bytes);
        },
        signal,
      });
      return stored ?? (await storedBefore(url ?? '', file));
    } catch (error) {
      signal.throwIfAborted();
      if (!(await isReadable(file))) throw new FileGone();
      if (!(error instanceof ApiProblem) || !isPassing(error)) throw error;
      onWaiting(true);
      await turnOfEvents(error, attempt, signal);
      onWaiting(false);
    }
  }
};

/** The last answer got lost: the upload has the uuid that its address ends with. */
async function storedBefore(url: string, file: File) {
  const uuid = url.split('/').at(-1) ?? '';
  try {
    return await call(getUpload, { params: { uuid } });
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
    // Claimed by an import call whose answer got lost as well; the next one finds that out.
    return {
      uuid,
      imageLink: new URL(`/ccc/uploads/${uuid}`, location.origin).href,
      originalFilename: file.name,
    };
  }
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** What goes away by itself: a lost connection, a server that is restarted or busy, a byte counted elsewhere. */
function isPassing(error: ApiProblem): boolean {
  return ['offline', 'unavailable', 'too-many-requests', 'offset-differs'].includes(error.problem.code);
}

/** Waits for the connection to come back, or a little longer after each attempt. */
async function turnOfEvents(
  { retryAfter_s }: ApiProblem,
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const wait_ms = Math.max((retryAfter_s ?? 0) * 1000, WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)] ?? 0);
  await new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, wait_ms);
    window.addEventListener('online', over);
    signal.addEventListener('abort', over);
  });
  signal.throwIfAborted();
}
