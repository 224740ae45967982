import { FileGone } from '../state/upload-api.ts';
import type { ChecksumAnswer, ChecksumQuestion } from './checksum-worker.ts';

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve(sha256: string): void; reject(error: Error): void }>();

function calculator(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./checksum-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<ChecksumAnswer>) => {
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.sha256 === undefined) question?.reject(new FileGone());
    else question?.resolve(data.sha256);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values())
      reject(new Error('The worker that makes checksums has failed.'));
    waiting.clear();
    worker = undefined;
  });
  return worker;
}

/**
 * The SHA-256 of a file, read slice by slice beside the page, one file after another.
 * @throws FileGone where it can't be read any more; the signal's reason when it is aborted
 */
export async function checksumOf(file: File, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const id = (lastId += 1);
  const tell = (question: ChecksumQuestion) => calculator().postMessage(question);
  return new Promise<string>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    signal?.addEventListener('abort', () => {
      if (!waiting.delete(id)) return;
      tell({ id, cancelled: true });
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
    });
    tell({ id, file });
  });
}
