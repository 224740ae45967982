import { sha256 } from '@noble/hashes/sha2.js';

export type ChecksumQuestion = { id: number; file: File } | { id: number; cancelled: true };
/** Without a checksum the file could not be read. */
export interface ChecksumAnswer {
  id: number;
  sha256?: string;
}

/** Memory does not grow with the file. The browser's own digest takes a file whole, and none at all without https. */
const SLICE_BYTES = 4 * 1024 * 1024;
const cancelled = new Set<number>();
let queue = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ChecksumQuestion>) => {
  if ('cancelled' in data) cancelled.add(data.id);
  else queue = queue.then(() => answer(data));
});

async function answer({ id, file }: { id: number; file: File }): Promise<void> {
  const hash = sha256.create();
  try {
    for (let at = 0; at < file.size && !cancelled.has(id); at += SLICE_BYTES) {
      hash.update(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()));
    }
  } catch {
    postMessage({ id } satisfies ChecksumAnswer);
    return;
  }
  if (cancelled.delete(id)) return;
  const hex = Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  postMessage({ id, sha256: hex } satisfies ChecksumAnswer);
}
