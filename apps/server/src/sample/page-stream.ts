import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/** A drawn page as the stream that an upload is. */
export function openAsStream(file: string): Readable {
  return createReadStream(file);
}
